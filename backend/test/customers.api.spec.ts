import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { Types } from 'mongoose';
import { type Shop, startShop, type TestUser } from './harness.js';

let shop: Shop;
let admin: TestUser;

beforeAll(async () => {
  shop = await startShop();
  admin = await shop.user({ role: 'admin', name: 'Ada Admin' });
}, 60_000);
afterAll(() => shop.close());

const read = (id: string, as = admin) => shop.call('GET', `/customers/${id}`, { as });
const note = (id: string, body: object, headers = {}) =>
  shop.call('POST', `/customers/${id}/notes`, { as: admin, body, headers });

describe("a customer's figures", () => {
  it('count their orders by state, and add up what they paid less what came back', async () => {
    const customer = await shop.user();
    const other = await shop.user();
    await shop.order(customer);
    await shop.order(customer, { status: 'cancelled' });
    await shop.order(customer, { status: 'paid', unitCents: 1_000, hiddenAt: new Date() });
    await shop.order(customer, { status: 'shipped', unitCents: 2_050 });
    await shop.order(customer, {
      status: 'paid',
      unitCents: 3_000,
      refundStatus: 'partial',
      refunds: [
        {
          attempt: 1,
          amountCents: 500,
          isRemainder: false,
          status: 'succeeded',
          at: new Date(),
          by: 'admin',
        },
        { attempt: 2, amountCents: 700, isRemainder: false, status: 'failed', at: new Date(), by: 'admin' },
      ],
    });
    await shop.order(customer, { status: 'refunded', refundStatus: 'succeeded' });
    await shop.order(other, { status: 'paid' });

    const { status, body } = await read(customer.id);
    expect(status).toBe(200);
    expect(body.account).toMatchObject({ _id: customer.id, email: customer.email, emailVerified: true });
    const counts = Object.fromEntries(
      (body.orders as { status: string; total: number }[]).map((row) => [row.status, row.total]),
    );
    expect(counts).toEqual({ unpaid: 1, paid: 2, shipped: 1, cancelled: 1, refunded: 1 });
    expect(body.spend).toEqual({ amount: 100 + 205 + 300 - 5, currency: 'USD', isExact: true });
  });

  it('of a new account are all zero', async () => {
    const customer = await shop.user();
    const { body } = await read(customer.id);
    expect(body.spend).toEqual({ amount: 0, currency: 'USD', isExact: true });
    expect(body).toMatchObject({ addresses: [], notes: [], reviews: [] });
  });
});

it('shows addresses and the five newest reviews', async () => {
  const customer = await shop.user();
  const address = { name: 'Casey', line1: '1 Main', city: 'Springfield', postalCode: '62704', country: 'US' };
  expect((await shop.call('POST', '/addresses', { as: customer, body: address })).status).toBe(201);
  for (let n = 1; n <= 6; n += 1)
    await shop.review(customer, { comments: `Number ${n}`, createdAt: new Date(2_000_000_000_000 + n) });
  const { body } = await read(customer.id);
  expect(body.addresses).toMatchObject([{ line1: '1 Main', isDefault: true }]);
  expect((body.reviews as { comments: string }[]).map(({ comments }) => comments)).toEqual(
    [6, 5, 4, 3, 2].map((n) => `Number ${n}`),
  );
});

describe('notes about a customer', () => {
  it('are added once for an attempt, and are in the audit log without their text', async () => {
    const customer = await shop.user();
    const headers = { 'idempotency-key': randomUUID() };
    const first = await note(customer.id, { text: 'Pays by invoice.' }, headers);
    expect(first).toMatchObject({ status: 201, body: { text: 'Pays by invoice.', author: 'Ada Admin' } });
    expect((await note(customer.id, { text: 'Pays by invoice.' }, headers)).body).toEqual(first.body);
    expect((await read(customer.id)).body.notes).toEqual([first.body]);
    const audit = await shop.call('GET', `/audit?entityId=${customer.id}`, { as: admin });
    expect(audit.body.items).toMatchObject([{ action: 'user.note-added', label: customer.email }]);
    expect(JSON.stringify(audit.body)).not.toContain('invoice');
  });

  it.each([
    ['an empty text', { text: ' ' }],
    ['a text that is too long', { text: 'x'.repeat(2_001) }],
    ['an unknown member', { text: 'Fine', author: 'Somebody' }],
  ])('are refused with %s', async (_what, body) => {
    const customer = await shop.user();
    expect((await note(customer.id, body)).status).toBe(400);
  });

  it('go with the account, whose page is gone too', async () => {
    const customer = await shop.user();
    await note(customer.id, { text: 'Rings at noon.' });
    expect((await shop.call('DELETE', `/user/${customer.email}`, { as: admin })).status).toBe(200);
    expect((await read(customer.id)).status).toBe(404);
    expect((await note(customer.id, { text: 'Late.' })).status).toBe(404);
    expect(
      await shop.db.model('CustomerNote').countDocuments({ customerId: new Types.ObjectId(customer.id) }),
    ).toBe(0);
  });

  it('outlive their author, who is no longer named', async () => {
    const customer = await shop.user();
    const author = await shop.user({ role: 'admin', name: 'Anna Author' });
    await shop.call('POST', `/customers/${customer.id}/notes`, { as: author, body: { text: 'Hello.' } });
    expect((await shop.call('DELETE', `/user/${author.email}`, { as: admin })).status).toBe(200);
    expect((await read(customer.id)).body.notes).toMatchObject([{ author: 'Former admin', text: 'Hello.' }]);
  });
});

describe('is denied', () => {
  it('to customers, also about themselves, and to API keys', async () => {
    const customer = await shop.user();
    expect((await read(customer.id, customer)).status).toBe(403);
    const key = await shop.apiKey(admin);
    expect((await shop.call('GET', `/customers/${customer.id}`, { as: key })).status).toBe(403);
  });

  it('for an id that is none, or that nobody has', async () => {
    expect((await read('me')).status).toBe(400);
    expect((await read(String(new Types.ObjectId()))).status).toBe(404);
  });
});
