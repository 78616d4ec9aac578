import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { type Shop, startShop } from './harness.js';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ RESPONSE_CACHE_MB: '0' });
});
afterAll(() => shop.close());

const total = async (query: string) =>
  (await shop.call('GET', `/items/search?${query}`)).body.total as number;
const add = (count: number) =>
  Promise.all(Array.from({ length: count }, () => shop.product({ kind: 'fan' })));

it('counts once for all who ask for the same list at once', async () => {
  const counts: string[] = [];
  mongoose.set('debug', (collection: string, operation: string) => {
    if (operation === 'countDocuments') counts.push(collection);
  });
  try {
    await Promise.all(Array.from({ length: 20 }, () => total('kind=none')));
  } finally {
    mongoose.set('debug', false);
  }
  expect(counts.length).toBeLessThan(20);
});

it('counts small lists each time, and remembers the total of a long one for a second', async () => {
  await add(99);
  expect(await total('kind=fan')).toBe(99);
  await add(1);
  expect(await total('kind=fan')).toBe(100);
  await add(20);
  const isRemembered = async () => {
    const before = await total('kind=fan');
    await add(1);
    return (await total('kind=fan')) === before;
  };
  // on a busy machine the second may be over
  for (let attempt = 1; !(await isRemembered()); attempt += 1) expect(attempt).toBeLessThan(10);
  // twenty times as long as counting took, and a little
  await sleep(3_000);
  const count = await shop.db.collection('products').countDocuments();
  expect([await total('kind=fan'), await total('kind=fan&page=2')]).toEqual([count, count]);
});
