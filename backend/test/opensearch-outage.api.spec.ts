import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from './commerce.js';
import { PRODUCTION, type Shop, startShop, type TestUser } from './harness.js';
import { indexed, stored, TEST_OPENSEARCH_URL } from './opensearch.js';
import { productCalls } from './product-calls.js';
import { type Proxy, startProxy } from './stopped-proxy.js';

/**
 * A real OpenSearch that is reached by a proxy, which can be made to hang. `vitest.config.js` leaves this file out without
 * `TEST_OPENSEARCH_URL`.
 */
const url = TEST_OPENSEARCH_URL!;
/** Searches are never from the cache. */
const SETTINGS = { ...PRODUCTION, RESPONSE_CACHE_MB: '0' };

let proxy: Proxy;
let shop: Shop;
let admin: TestUser;
const { made, edit } = productCalls(() => ({ shop, admin }));

const search = async ({ call }: Shop, query: string) => {
  const { status, body } = await call('GET', `/items/search?${query}`);
  expect([status, body.detail]).toEqual([200, undefined]);
  return body as { items: { _id: string }[]; total: number };
};
const idsFound = async (query: string): Promise<string[]> =>
  (await search(shop, query)).items.map(({ _id }) => _id);
const isCounted = async ({ call }: Shop, query: string): Promise<boolean> =>
  (await call('GET', `/items/facets?${query}`)).body.isCounted;

beforeAll(async () => {
  const { hostname, port } = new URL(url);
  proxy = await startProxy({ hostname, port: Number(port) });
  shop = await startShop({ ...SETTINGS, OPENSEARCH_URL: `http://${proxy.host}` });
  admin = await shop.user({ role: 'admin' });
});
afterAll(async () => {
  proxy.resume();
  await shop.close();
  await proxy.close();
});

it(
  'searches go on in the database without waiting, and it catches up afterwards',
  { timeout: 180_000 },
  async () => {
    const id = await made({ name: 'Steady cooler' });
    const gone = await made({ name: 'Leaving cooler' });
    expect(await idsFound('q=steady')).toEqual([id]);
    const isWhole = async () => {
      const { status, body } = await shop.call('GET', '/health/ready');
      expect(status).toBe(200);
      return body.degraded === undefined;
    };
    proxy.hang();
    const first = performance.now();
    expect(await idsFound('q=steady')).toEqual([id]);
    expect(performance.now() - first).toBeLessThan(5_000);
    expect(await isWhole()).toBe(false);
    const times = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const from = performance.now();
        expect(await idsFound('q=steady')).toEqual([id]);
        return performance.now() - from;
      }),
    );
    expect(Math.max(...times)).toBeLessThan(1_500);
    const added = await made({ name: 'Steady newcomer' });
    await edit(id, { price: 33 });
    expect((await shop.call('POST', `/items/${gone}/archive`, { as: admin })).status).toBe(200);
    expect((await shop.call('GET', '/items/search?kind=cooler&spec=x:1')).status).toBe(400);
    proxy.resume();
    await eventually(isWhole, 'the search is whole again');
    expect(new Set(await idsFound('q=steady'))).toEqual(new Set([id, added]));
    await eventually(async () => {
      const there = (await indexed(url, shop.db.name))[id] as { fields: { priceCents: number } };
      return there.fields.priceCents === 3_300;
    }, 'the price is indexed');
    expect(await indexed(url, shop.db.name)).toEqual(await stored(shop));
  },
);

it('says so in its health', { timeout: 180_000 }, async () => {
  proxy.hang();
  await search(shop, 'q=steady');
  expect(await shop.call('GET', '/health/ready')).toMatchObject({
    status: 200,
    body: { status: 'ok', degraded: ['search'] },
  });
  expect((await shop.call('GET', '/items/facets?q=steady')).body).toMatchObject({
    isCounted: false,
    uncounted: 'unavailable',
  });
  proxy.resume();
  await eventually(
    async () => (await shop.call('GET', '/health/ready')).body.degraded === undefined,
    'the search is whole again',
  );
});

it('a shop starts, and uses it once it is there', { timeout: 180_000 }, async () => {
  proxy.hang();
  const late = await startShop({
    ...SETTINGS,
    OPENSEARCH_URL: `http://${proxy.host}`,
    MONGODB_URI: shop.config.mongodbUri,
  });
  try {
    expect((await search(late, 'q=steady')).total).toBe(2);
    proxy.resume();
    await eventually(() => isCounted(late, 'q=steady'), 'it is used');
  } finally {
    proxy.resume();
    await late.close();
  }
});
