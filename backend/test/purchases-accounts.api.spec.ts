import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import { type Shop, startShop, type TestUser } from './harness.js';

/** Whose orders a list shows: those of the account that has the address now, whatever the orders' snapshots say. */

let shop: Shop;
let admin: TestUser;
let customer: TestUser;

beforeAll(async () => {
  shop = await startShop();
  admin = await shop.user({ role: 'admin' });
});
afterAll(() => shop.close());
beforeEach(async () => {
  customer = await shop.user();
});

const changeEmail = async (email: string): Promise<void> => {
  await shop.db.model('User').updateOne({ _id: customer.id }, { email });
};

describe.each([
  ['GET /purchase/{email}', (email: string) => `/purchase/${encodeURIComponent(email)}`],
  ['GET /purchases/search', (email: string) => `/purchases/search?email=${encodeURIComponent(email)}`],
])('%s', (_, path) => {
  const ordersOf = async (email: string, who: TestUser): Promise<string[]> => {
    const { status, body } = await shop.call('GET', path(email), { as: who });
    expect(status).toBe(200);
    const rows = (Array.isArray(body) ? body : body.items) as { _id: string }[];
    return rows.map(({ _id }) => _id).toSorted();
  };

  it('shows all orders of a person whose address has changed', async () => {
    const before = await shop.order(customer);
    const email = `new-${customer.email}`;
    await changeEmail(email);
    const after = await shop.order({ ...customer, email });
    const both = [String(before._id), String(after._id)].toSorted();
    expect(await ordersOf(email, customer)).toEqual(both);
    expect(await ordersOf(email.toUpperCase(), admin)).toEqual(both);
    expect(await ordersOf(customer.email, admin)).toEqual([]);
  });

  it('shows a new account none of the orders of the customer who had its address before', async () => {
    await shop.order(customer);
    await shop.db.model('User').deleteOne({ _id: new Types.ObjectId(customer.id) });
    const heir = await shop.user({ email: customer.email });
    const { _id } = await shop.order(heir);
    expect(await ordersOf(customer.email, heir)).toEqual([String(_id)]);
    expect(await ordersOf(customer.email, admin)).toEqual([String(_id)]);
  });

  it('shows an admin what the customer took off their list', async () => {
    const { _id } = await shop.order(customer, { hiddenAt: new Date() });
    expect(await ordersOf(customer.email, customer)).toEqual([]);
    expect(await ordersOf(customer.email, admin)).toEqual([String(_id)]);
  });

  it('is refused alike for a person who exists and for one who does not', async () => {
    const other = await shop.user();
    const [there, absent] = await Promise.all(
      [other.email, 'nobody@example.com'].map((email) => shop.call('GET', path(email), { as: customer })),
    );
    expect(there!.status).toBe(403);
    const { instance: _there, requestId: _one, ...one } = there!.body as Record<string, unknown>;
    const { instance: _absent, requestId: _two, ...two } = absent!.body as Record<string, unknown>;
    expect(two).toEqual(one);
    expect(await ordersOf('nobody@example.com', admin)).toEqual([]);
  });
});
