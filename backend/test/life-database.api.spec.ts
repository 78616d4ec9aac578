import { afterAll, beforeAll, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from './commerce.js';
import { firstHost, proxiedUri } from './database-uri.js';
import { type ApiResponse, PRODUCTION, type Shop, startShop, type TestUser } from './harness.js';
import { type Proxy, startProxy } from './stopped-proxy.js';

/** A database that is there and says nothing, as behind a network that drops packets: no connection breaks. */

const ROUNDS = process.env['TEST_LONG'] ? 5 : 1;
/** Milliseconds: when they ask, once it hangs. */
const WAITS = process.env['TEST_LONG'] ? [0, 1_500, 4_000] : [0, 1_500];

/** Looks at the same database from outside. */
let peer: Shop;
let proxy: Proxy;
let shop: Shop;
let user: TestUser;

beforeAll(async () => {
  peer = await startShop();
  proxy = await startProxy(firstHost(peer.config.mongodbUri));
  const uri = proxiedUri(peer.config.mongodbUri, proxy.host);
  shop = await startShop({ ...PRODUCTION, MONGODB_URI: uri, MAX_UNPAID_ORDERS: '1000' });
  user = await peer.user({ role: 'admin' });
});

afterAll(async () => {
  proxy.resume();
  await shop.close();
  await proxy.close();
  await peer.close();
});

interface Timed {
  what: string;
  response: ApiResponse;
  took: number;
}

async function timed(what: string, ask: () => Promise<ApiResponse>): Promise<Timed> {
  const from = Date.now();
  const response = await ask();
  return { what, response, took: Date.now() - from };
}

it(
  'is a 503 within 5 s for every kind of call, and serves again by itself',
  async () => {
    const product = await peer.product({ minimumOQ: 1, availableQ: 1_000 });
    const order = (headers: Record<string, string> = {}) =>
      shop.call('POST', '/purchase', {
        as: user,
        headers,
        body: { productId: String(product._id), address: 'Here', phone: '5550100', orderQuantity: 1 },
      });
    const asks: Record<string, () => Promise<ApiResponse>> = {
      'a list': () => shop.call('GET', '/items?limit=1'),
      'a search': () => shop.call('GET', '/items/search?q=part'),
      'a signed-in call': () => shop.call('GET', `/user/${user.email}`, { as: user }),
      'an order': () => order(),
      'an order with a key': () => order({ 'idempotency-key': randomUUID() }),
      'the newsletter': () => shop.call('POST', '/newsletter', { body: { email: `${randomUUID()}@a.co` } }),
      readiness: () => shop.call('GET', '/health/ready'),
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      // connections enough for all of what follows, so that nobody fails for want of one
      await Promise.all(Array.from({ length: 40 }, () => order()));
      expect((await order()).status).toBe(201);
      // some are under way when it happens, the others come at once, a little later and much later
      const early = Object.entries(asks).map(([what, ask]) => timed(`${what}, under way`, ask));
      proxy.hang();
      const seen: Timed[] = [];
      for (const wait of WAITS) {
        await sleep(wait);
        seen.push(
          ...(await Promise.all(
            Object.entries(asks).map(([what, ask]) => timed(`${what}, ${wait} ms later`, ask)),
          )),
        );
      }
      expect((await shop.call('GET', '/health/live')).status).toBe(200);
      const told = seen.map(({ what, response, took }) => [what, response.status, took < 5_000 || took]);
      expect(told).toEqual(seen.map(({ what }) => [what, 503, true]));
      for (const { response } of seen) {
        expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
        expect(response.body.type).toBe('urn:rapid:problem:dependency-down');
      }
      // these may have been served before it hung
      for (const { what, response, took } of await Promise.all(early))
        expect([what, [200, 201, 503].includes(response.status), took < 5_000 || took]).toEqual([
          what,
          true,
          true,
        ]);

      const resumed = Date.now();
      proxy.resume();
      await eventually(async () => (await shop.call('GET', '/health/ready')).status === 200, 'ready');
      for (const [what, ask] of Object.entries(asks))
        await eventually(async () => (await ask()).status < 300, `${what} again`);
      expect(Date.now() - resumed).toBeLessThan(10_000);
    }
  },
  ROUNDS * 60_000,
);
