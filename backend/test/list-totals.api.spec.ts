import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import mongoose from 'mongoose';
import { type Shop, startShop, type TestUser } from './harness.js';

let shop: Shop;
let admin: TestUser;
/** Collections of which a total was counted. */
const counts: string[] = [];

beforeAll(async () => {
  shop = await startShop({ RESPONSE_CACHE_MB: '0' });
  admin = await shop.user({ role: 'admin' });
  mongoose.set('debug', (collection: string, operation: string) => {
    if (operation === 'countDocuments') counts.push(collection);
  });
});
afterAll(async () => {
  mongoose.set('debug', false);
  await shop.close();
});
beforeEach(() => void counts.splice(0));

const total = async (query: string) =>
  (await shop.call('GET', `/items/search?${query}`)).body.total as number;
const add = async (count: number) => {
  for (let n = 0; n < count; n += 1) await shop.product({ kind: 'fan' });
};

it('counts once for all who ask for the same list at once', async () => {
  await Promise.all(Array.from({ length: 20 }, () => total('kind=none')));
  expect(counts).toHaveLength(1);
});

it('counts a list of any length once until the catalogue changes, and then again', async () => {
  await add(120);
  expect([await total('kind=fan'), await total('kind=fan&page=2')]).toEqual([120, 120]);
  expect(counts).toHaveLength(1);
  await add(1);
  expect(await total('kind=fan')).toBe(121);
  const removed = String((await shop.call('GET', '/items/search?kind=fan')).body.items[0]._id);
  await shop.call('DELETE', `/item/${removed}`, { as: admin });
  expect(await total('kind=fan')).toBe(120);
});

it('shows what orders changed in a total by availability', async () => {
  const { _id } = await shop.product({ kind: 'last', minimumOQ: 5, availableQ: 5 });
  expect(await total('kind=last&availability=low')).toBe(1);
  const body = { productId: String(_id), address: 'Here', phone: '5550100', orderQuantity: 5 };
  await shop.call('POST', '/purchase', { as: await shop.user(), body });
  expect([await total('kind=last&availability=low'), await total('kind=last')]).toEqual([0, 1]);
});

it('counts orders each time, so that an admin sees their own write', async () => {
  const customer = await shop.user();
  for (let n = 0; n < 105; n += 1) await shop.order(customer);
  const orders = async () =>
    (await shop.call('GET', '/purchases/search', { as: admin })).body.total as number;
  const before = await orders();
  await shop.order(customer);
  expect(await orders()).toBe(before + 1);
});
