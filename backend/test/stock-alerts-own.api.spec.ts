import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import { type Shop, startShop, type TestUser } from './harness.js';
import { unsignedToken } from './id-tokens.js';
import { stockAlertCalls, WITH_MAIL } from './stock-alert-calls.js';

/** What customers see of the parts that they wait for, and how they stop. */

let shop: Shop;
const { request, find, of, wait, eventsOf } = stockAlertCalls(() => shop);

beforeAll(async () => {
  shop = await startShop(WITH_MAIL);
});
afterAll(() => shop.close());

const soldOut = async (fields: object = {}): Promise<string> =>
  String((await shop.product({ availableQ: 0, ...fields }))._id);
const waitingFor = async (id: string) => {
  const product = await shop.db
    .collection<{ waitingAlerts?: number }>('products')
    .findOne({ _id: new Types.ObjectId(id) });
  return product?.waitingAlerts ?? 0;
};
const listOf = async (as: TestUser) => {
  const { status, body } = await shop.call('GET', '/stock-alerts/mine', { as });
  expect(status).toBe(200);
  return body.alerts as { _id: string; productId: string; productName: string; units: number }[];
};
const stop = (as: TestUser, id: string) => shop.call('DELETE', `/stock-alerts/mine/${id}`, { as });

it('is shown to them, newest first, and stopped one by one', async () => {
  const customer = await shop.user();
  const [one, two, asked] = [await soldOut({ name: 'One' }), await soldOut({ name: 'Two' }), await soldOut()];
  for (const id of [one, two])
    await shop.call('POST', `/items/${id}/stock-alerts/mine`, { as: customer, body: { units: 8 } });
  // a stranger's request with their address is none of theirs yet
  await request(asked, customer.email);
  const [second, first] = await listOf(customer);
  expect([second, first]).toMatchObject([
    { productId: two, productName: 'Two', units: 8, state: 'waiting', since: expect.any(String) },
    { productId: one, productName: 'One' },
  ]);
  expect(await listOf(customer)).toHaveLength(2);
  expect((await stop(customer, first!._id)).status).toBe(204);
  expect((await listOf(customer)).map(({ productId }) => productId)).toEqual([two]);
  expect(await waitingFor(one)).toBe(0);
  expect((await eventsOf(`stock-alert/${first!._id}`)).map(({ type }) => type)).toEqual([
    'stock-alert.confirmed',
    'stock-alert.ended',
  ]);
  expect((await stop(customer, first!._id)).status).toBe(404);
  const { _id } = await of(asked, customer.email);
  expect((await stop(customer, String(_id))).status).toBe(404);
});

it('is not shown to others, nor to an account whose address is not verified', async () => {
  const id = await soldOut();
  const { _id } = await wait(id, 'unsure@example.com');
  const [other, unsure] = [
    await shop.user(),
    await shop.user({ email: 'unsure@example.com', emailVerified: false }),
  ];
  for (const as of [other, unsure]) {
    expect(await listOf(as)).toEqual([]);
    expect((await stop(as, String(_id))).status).toBe(404);
  }
  expect(await waitingFor(id)).toBe(1);
});

describe('an account that gets another address', () => {
  const wish = async (as: TestUser, id: string, units: number) =>
    shop.call('POST', `/items/${id}/stock-alerts/mine`, { as, body: { units } });
  const move = async ({ uid }: TestUser, email: string, verified = true) => {
    const as = unsignedToken({ uid, email, claims: { email_verified: verified } });
    expect((await shop.call('PUT', `/user/${email}`, { as, body: { email } })).status).toBe(200);
  };

  it('sees what it waits for, keeps its place, and leaves nothing behind when it is removed', async () => {
    const [customer, admin] = [await shop.user(), await shop.user({ role: 'admin' })];
    const [id, asked] = [await soldOut(), await soldOut()];
    const email = `moved-${customer.email}`;
    for (const each of [id, asked]) await wish(customer, each, 8);
    const { since } = await of(id, customer.email);
    // a stranger's, which counts for nothing
    await request(asked, email, 5);
    await move(customer, email);
    expect(await listOf(customer)).toMatchObject([{ productId: asked, units: 8 }, { productId: id }]);
    expect((await of(id, email)).since).toEqual(since);
    expect([await waitingFor(id), await waitingFor(asked)]).toEqual([1, 1]);
    expect(await find({ email: customer.email })).toBeNull();
    expect((await shop.call('DELETE', `/user/${email}`, { as: admin })).status).toBe(200);
    expect(await find({ email })).toBeNull();
    expect([await waitingFor(id), await waitingFor(asked)]).toEqual([0, 0]);
  });

  it('waits once for a part that the new address waits for already', async () => {
    const customer = await shop.user();
    const id = await soldOut();
    const email = `moved-${customer.email}`;
    const { _id } = await wait(id, email, 6);
    await wish(customer, id, 8);
    await move(customer, email);
    expect(await listOf(customer)).toMatchObject([{ _id: String(_id), units: 6 }]);
    expect(await waitingFor(id)).toBe(1);
  });

  it('waits for nothing at an address that is not verified', async () => {
    const customer = await shop.user();
    const id = await soldOut();
    await wish(customer, id, 8);
    const { _id } = await of(id, customer.email);
    await move(customer, `moved-${customer.email}`, false);
    expect(await waitingFor(id)).toBe(0);
    expect((await eventsOf(`stock-alert/${String(_id)}`)).at(-1)).toMatchObject({
      type: 'stock-alert.ended',
    });
  });

  it('takes nothing along from an address that it had not verified', async () => {
    const stranger = await shop.user({ emailVerified: false });
    const id = await soldOut();
    await wait(id, stranger.email);
    await move(stranger, `moved-${stranger.email}`);
    expect(await listOf(stranger)).toEqual([]);
    expect(await of(id, stranger.email)).toMatchObject({ state: 'waiting' });
  });
});
