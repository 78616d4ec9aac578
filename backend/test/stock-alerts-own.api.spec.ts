import { afterAll, beforeAll, expect, it } from 'vitest';
import { Types } from 'mongoose';
import { type Shop, startShop, type TestUser } from './harness.js';
import { stockAlertCalls, WITH_MAIL } from './stock-alert-calls.js';

/** What customers see of the parts that they wait for, and how they stop. */

let shop: Shop;
const { request, of, wait, eventsOf } = stockAlertCalls(() => shop);

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
