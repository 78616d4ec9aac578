import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from './commerce.js';
import { PRODUCTION, type Shop, startShop, type TestUser } from './harness.js';
import { indexed, stored } from './opensearch.js';
import { OpenSearchServer } from './opensearch-server.js';
import { productCalls } from './product-calls.js';

/** It kills an OpenSearch of its own; `vitest.config.js` leaves it out where none can be started. */
const isLong = process.env['TEST_LONG'] === '1';
const KILLS = isLong ? 5 : 1;
const PARTS = 30;

const server = new OpenSearchServer();
let shop: Shop;
let other: Shop;
let admin: TestUser;
const { made, edit } = productCalls(() => ({ shop, admin }));

beforeAll(async () => {
  await server.start();
  const settings = { ...PRODUCTION, OPENSEARCH_URL: server.url, RESPONSE_CACHE_MB: '0' };
  shop = await startShop(settings);
  other = await startShop({ ...settings, MONGODB_URI: shop.config.mongodbUri });
  admin = await shop.user({ role: 'admin' });
}, 300_000);
afterAll(async () => {
  await other.close();
  await shop.close();
  await server.stop();
});

const degraded = async ({ call }: Shop): Promise<unknown> =>
  (await call('GET', '/health/ready')).body.degraded;

/** Searches on both replicas as long as something lasts. @returns the longest wait in ms */
async function searchingDuring(ending: Promise<unknown>): Promise<number> {
  const running = { ended: false };
  const ended = ending.finally(() => (running.ended = true));
  let longest = 0;
  const searching = [shop, other].map(async ({ call }) => {
    while (!running.ended) {
      const from = performance.now();
      const { status, body } = await call('GET', '/items/search?q=wandering');
      expect([status, body.detail]).toEqual([200, undefined]);
      expect(body.total).toBeGreaterThan(0);
      longest = Math.max(longest, performance.now() - from);
    }
  });
  await Promise.all([ended, ...searching]);
  return longest;
}

const runs = Array.from({ length: KILLS }, (_, n) => n + 1);

it.each(runs.flatMap((run) => ['with', 'without'].map((data) => ({ data, run }))))(
  'a server that is killed in the middle of changes, and comes back $data its data, has all of them (run $run)',
  { timeout: 300_000 },
  async ({ data }) => {
    const ids = await Promise.all(
      Array.from({ length: PARTS }, (_, n) => made({ name: `Wandering part ${n}` })),
    );
    await eventually(async () => (await degraded(shop)) === undefined, 'the search is whole');
    const changes = { made: 0, isEnding: false };
    const changing = (async () => {
      for (; !changes.isEnding; changes.made += 1)
        await edit(ids[changes.made % PARTS]!, { price: 20 + (changes.made % 50) });
    })();
    const killing = (async () => {
      await eventually(() => changes.made > 10, 'parts change');
      await server.kill();
      await eventually(async () => (await degraded(shop)) !== undefined, 'the first replica is degraded');
      await eventually(async () => (await degraded(other)) !== undefined, 'the second replica is degraded');
      const before = changes.made;
      await eventually(() => changes.made > before + 10, 'parts still change');
      if (data === 'without') server.loseData();
      await server.start();
      for (const at of [shop, other])
        await eventually(async () => (await degraded(at)) === undefined, 'the search is whole again');
      changes.isEnding = true;
      await changing;
    })();
    const longest = await searchingDuring(killing);
    console.log(`   the longest search: ${longest.toFixed(0)} ms`);
    expect(longest).toBeLessThan(8_000);
    const { name } = shop.db;
    await eventually(async () => {
      const [there, wanted] = await Promise.all([indexed(server.url, name), stored(shop)]);
      return ids.every((id) => there[id]?.version === wanted[id]!.version);
    }, 'the index has all changes');
    expect(await indexed(server.url, name)).toEqual(await stored(shop));
  },
);

it(
  'one that hangs in the middle of changes, and goes on with its data, has all of them',
  { timeout: 300_000 },
  async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, (_, n) => made({ name: `Sleeping part ${n}` })));
    server.hang();
    await Promise.all(ids.map((id) => edit(id, { price: 77 })));
    await shop.call('GET', '/items/search?q=sleeping');
    await eventually(async () => (await degraded(shop)) !== undefined, 'it is degraded');
    server.wake();
    for (const at of [shop, other])
      await eventually(async () => (await degraded(at)) === undefined, 'the search is whole again');
    await eventually(async () => {
      const there = await indexed(server.url, shop.db.name);
      return ids.every(
        (id) => (there[id]?.fields as { priceCents: number } | undefined)?.priceCents === 7_700,
      );
    }, 'the index has all changes');
    expect(await indexed(server.url, shop.db.name)).toEqual(await stored(shop));
  },
);
