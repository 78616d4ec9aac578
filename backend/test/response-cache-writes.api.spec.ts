import type { Server } from 'node:http';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { onTelemetry } from '../src/common/telemetry.js';
import { inTransaction } from '../src/database/transaction.js';
import type { Product } from '../src/products/product.schema.js';
import { ProductsService } from '../src/products/products.service.js';
import { CatalogueRevision } from '../src/response-cache/catalogue-revision.js';
import { addProduct, raw, ROUTES } from './cached-reads.js';
import { type Shop, startShop, type TestUser } from './harness.js';

let shop: Shop;
/** The same shop as two other processes: one without a cache. */
let uncached: Shop;
let replica: Shop;
let admin: TestUser;
let customer: TestUser;

const reads = { hit: 0, miss: 0 };
/** How often each transaction was tried. */
const attempts: number[] = [];
const stopCounting = [
  onTelemetry('cached-read', ({ outcome }) => (reads[outcome] += 1)),
  onTelemetry('transaction', (transaction) => attempts.push(transaction.attempts)),
];

beforeAll(async () => {
  shop = await startShop();
  const MONGODB_URI = shop.config.mongodbUri;
  uncached = await startShop({ MONGODB_URI, RESPONSE_CACHE_MB: '0' });
  replica = await startShop({ MONGODB_URI });
  admin = await shop.user({ role: 'admin' });
  customer = await shop.user();
  for (let n = 0; n < 30; n += 1) await shop.product({ name: `Part ${n}`, kind: n % 2 ? 'ssd' : 'cooler' });
  for (let n = 0; n < 105; n += 1) {
    await shop.product({ name: `Part of many ${n}`, kind: 'ssd' });
    await shop.review(customer);
  }
});
afterAll(async () => {
  stopCounting.forEach((stop) => stop());
  await replica.close();
  await uncached.close();
  await shop.close();
});
beforeEach(() => {
  reads.miss = 0;
});

const order = (on: Shop, as: TestUser, productId: string) =>
  on.call('POST', '/purchase', {
    as,
    body: { productId, address: '12 Foundry Lane', phone: '5550100', orderQuantity: 5 },
  });

describe('after a write', () => {
  it('shows a process its own at once', async () => {
    const names = async () =>
      (await shop.call('GET', '/items')).body.map(({ name }: Product) => name) as string[];
    await names();
    const { insertedId } = (await addProduct(shop, admin, 'Own write')).body as { insertedId: string };
    expect(await names()).toContain('Own write');
    const stock = async () => (await shop.call('GET', `/item/${insertedId}`)).body.availableQ as number;
    expect(await stock()).toBe(500);
    expect((await order(shop, customer, insertedId)).status).toBe(201);
    expect(await stock()).toBe(495);
    await shop.call('DELETE', `/item/${insertedId}`, { as: admin });
    expect(await names()).not.toContain('Own write');
    const total = async () => Number((await shop.call('GET', '/reviews')).headers.get('x-total-count'));
    const before = await total();
    await shop.call('POST', '/review', { as: customer, body: { ratings: 4, comments: 'Good.' } });
    expect(await total()).toBe(before + 1);
  });

  it('evicts only what the write changed, and nothing when it was rolled back', async () => {
    const { insertedId } = (await addProduct(shop, admin, 'Kept')).body as { insertedId: string };
    const item = `/item/${insertedId}`;
    const missesAfter = async (write: () => Promise<{ status: number }>): Promise<[number, string[]]> => {
      for (const path of [item, '/items', '/reviews']) await raw(shop, path);
      const { status } = await write();
      const missed: string[] = [];
      for (const path of [item, '/items', '/reviews']) {
        reads.miss = 0;
        await raw(shop, path);
        if (reads.miss > 0) missed.push(path);
      }
      return [status, missed];
    };
    const review = { as: customer, body: { ratings: 4, comments: 'Good.' } };
    expect(await missesAfter(() => shop.call('POST', '/review', review))).toEqual([201, ['/reviews']]);
    // ordered in its transaction, and refused there
    const order = { productId: insertedId, address: '12 Foundry Lane', phone: '5550100', orderQuantity: 501 };
    const ordering = { as: customer, body: order };
    expect(await missesAfter(() => shop.call('POST', '/purchase', ordering))).toEqual([409, []]);
    const stale = { as: admin, body: { price: 3 }, headers: { 'if-match': '"7"' } };
    expect(await missesAfter(() => shop.call('PATCH', `/items/${insertedId}`, stale))).toEqual([412, []]);
  });

  it("shows another process's within a second", async () => {
    const seen = async () => (await replica.call('GET', '/items?limit=1')).body[0].name as string;
    const stockSeen = async (id: string) =>
      (await replica.call('GET', `/item/${id}`)).body.availableQ as number;
    for (let n = 0; n < 3; n += 1) {
      await seen();
      const { insertedId } = (await addProduct(shop, admin, `Remote ${n}`)).body as { insertedId: string };
      const writtenAt = performance.now();
      while ((await seen()) !== `Remote ${n}`) expect(performance.now() - writtenAt).toBeLessThan(1_000);
      expect(await stockSeen(insertedId)).toBe(500);
      await order(shop, customer, insertedId);
      const orderedAt = performance.now();
      while ((await stockSeen(insertedId)) !== 495) expect(performance.now() - orderedAt).toBeLessThan(1_100);
    }
    // also of a process that nobody has asked for a while
    await addProduct(shop, admin, 'Remote, later');
    await sleep(1_000);
    expect(await seen()).toBe('Remote, later');
  });

  it('computes a response at most ten times a second while stock changes, and shows the last', async () => {
    const revision = shop.app.get(CatalogueRevision);
    const id = String((await uncached.call('GET', '/items?limit=1')).body[0]._id);
    const products = shop.db.model<Product>('Product');
    const sell = () =>
      inTransaction(shop.db, (session) => {
        revision.bump('stock', session);
        return products.updateOne({ _id: id }, { $inc: { availableQ: 1 } }, { session });
      });
    let clock = performance.now();
    const now = vi.spyOn(performance, 'now').mockImplementation(() => clock);
    try {
      const computedAt: number[] = [];
      for (let n = 0; n < 100; n += 1, clock += 25) {
        await sell();
        reads.miss = 0;
        await raw(shop, `/item/${id}`);
        for (let miss = 0; miss < reads.miss; miss += 1) computedAt.push(clock);
      }
      expect(computedAt.length).toBeGreaterThan(10);
      const tenLater = computedAt.slice(10).map((at, n) => at - computedAt[n]!);
      expect(Math.min(...tenLater)).toBeGreaterThanOrEqual(1_000);
      clock += 150;
      const { availableQ } = (await products.findById(id).lean<Product>())!;
      expect((await shop.call('GET', `/item/${id}`)).body.availableQ).toBe(availableQ);
    } finally {
      now.mockRestore();
    }
  });

  it('makes a response twice for all who wait while the content keeps changing', async () => {
    const revision = shop.app.get(CatalogueRevision);
    const products = shop.app.get(ProductsService, { strict: false });
    const requests: unknown[] = [];
    const server: Server = shop.app.getHttpServer();
    const count = (request: unknown) => void requests.push(request);
    server.on('request', count);
    // no request reads it first, and comes after the response is made
    const current = vi.spyOn(revision, 'isCurrent').mockReturnValue(true);
    const kinds = vi.spyOn(products, 'kinds').mockImplementation(async () => {
      while (requests.length < 40) await turn();
      for (let n = 0; n < 20; n += 1) await turn();
      revision.content += 1;
      return { kinds: [], options: [] };
    });
    await Promise.all(Array.from({ length: 40 }, () => raw(shop, '/items/kinds')));
    server.off('request', count);
    kinds.mockRestore();
    current.mockRestore();
    expect(reads.miss).toBe(2);
  });

  it('equals what is read without a cache, after any writes', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 60; n += 1) {
      const dice = (n * 7 + 3) % 5;
      const on = n % 3 === 0 ? replica : shop;
      if (dice === 0 || ids.length < 3)
        ids.push((await addProduct(shop, admin, `Random ${n}`)).body.insertedId as string);
      else if (dice === 1) await on.call('DELETE', `/item/${ids.shift()}`, { as: admin });
      else if (dice === 2)
        await on.call('POST', '/review', { as: customer, body: { ratings: 1 + (n % 5), comments: 'x' } });
      else await order(on, await shop.user(), ids[n % ids.length]!);
      const path = n % 4 === 0 ? `/item/${ids[0]}` : ROUTES[n % ROUTES.length]!;
      await Promise.all([raw(shop, path), raw(replica, path)]);
      if (n % 10 !== 9) continue;
      await sleep(1_050);
      for (const each of [...ROUTES, ...ids.map((id) => `/item/${id}`)]) {
        const expected = (await raw(uncached, each)).body.toString();
        expect((await raw(shop, each)).body.toString()).toBe(expected);
        expect((await raw(replica, each)).body.toString()).toBe(expected);
      }
    }
  });

  it('lets orders of different products pass without a conflict', async () => {
    const products = await Promise.all(Array.from({ length: 24 }, () => shop.product()));
    const customers = await Promise.all(products.map(() => shop.user()));
    attempts.length = 0;
    const orders = await Promise.all(
      products.map(({ _id }, n) => order(n % 2 ? shop : replica, customers[n]!, String(_id))),
    );
    for (const { status } of orders) expect(status).toBe(201);
    // what follows the orders' events has transactions as well
    expect(attempts.length).toBeGreaterThanOrEqual(products.length);
    expect(attempts.filter((times) => times > 1)).toEqual([]);
  });
});
