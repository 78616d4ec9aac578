import { request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTelemetry } from '../src/common/telemetry.js';
import type { Product } from '../src/products/product.schema.js';
import { addProduct, raw, ROUTES } from './cached-reads.js';
import { type Shop, startShop, type TestUser } from './harness.js';

let shop: Shop;
/** The same shop as another process, without a cache. */
let uncached: Shop;
let admin: TestUser;
let customer: TestUser;

/** Reads that were computed, and those that came from the cache, of all shops of this file. */
const reads = { hit: 0, miss: 0 };
const stopCounting = onTelemetry('cached-read', ({ outcome }) => (reads[outcome] += 1));

beforeAll(async () => {
  shop = await startShop({ CORS_ORIGINS: 'https://partner.example' });
  const MONGODB_URI = shop.config.mongodbUri;
  uncached = await startShop({
    MONGODB_URI,
    RESPONSE_CACHE_MB: '0',
    CORS_ORIGINS: 'https://partner.example',
  });
  admin = await shop.user({ role: 'admin' });
  customer = await shop.user();
  for (let n = 0; n < 30; n += 1)
    await shop.product({
      name: `Part ${n}`,
      kind: n % 2 ? 'ssd' : 'cooler',
      description: 'A part. '.repeat(20),
    });
  await shop.review(customer);
});
afterAll(async () => {
  stopCounting();
  await uncached.close();
  await shop.close();
});
beforeEach(() => {
  reads.hit = 0;
  reads.miss = 0;
});

const firstId = async () => String((await uncached.call('GET', '/items?limit=1')).body[0]._id);

describe('a cached response', () => {
  /** Of the request or the moment, not of the response. */
  const OWN = [
    'x-request-id',
    'date',
    'etag',
    'content-length',
    'transfer-encoding',
    'content-encoding',
    'vary',
  ];
  const comparable = (headers: Record<string, string>) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.includes(name)));

  it.each([...ROUTES, '/item/:id'])(
    'of %s is the same as one without a cache, body and headers',
    async (route) => {
      const path = route.replace(':id', await firstId());
      for (const origin of ['', 'https://partner.example', 'https://other.example']) {
        const headers: Record<string, string> = origin ? { origin } : {};
        const plain = await raw(uncached, path, headers);
        const first = await raw(shop, path, headers);
        reads.hit = 0;
        const second = await raw(shop, path, headers);
        expect(reads).toMatchObject({ hit: 1 });
        for (const response of [first, second]) {
          expect(response.status).toBe(200);
          expect(response.body.toString()).toBe(plain.body.toString());
          expect(comparable(response.headers)).toEqual(comparable(plain.headers));
          expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
          expect(Number(response.headers['content-length'])).toBe(plain.body.length);
          expect(response.headers['vary']).toMatch(/Accept-Encoding/);
        }
        expect(first.headers['etag']).toBe(second.headers['etag']);
        expect(first.headers['x-request-id']).not.toBe(second.headers['x-request-id']);
      }
    },
  );

  it('takes over a request id, and does not let others keep what was sent to who is signed in', async () => {
    const headers = { 'x-request-id': 'request-0001', authorization: `Bearer ${customer.token}` };
    for (let n = 0; n < 2; n += 1)
      expect((await raw(shop, '/items?limit=4', headers)).headers).toMatchObject({
        'x-request-id': 'request-0001',
        'cache-control': 'no-store',
      });
    expect((await raw(shop, '/items?limit=4')).headers['cache-control']).toBe(
      'public, max-age=0, s-maxage=1, stale-while-revalidate=1',
    );
  });

  it('is sent in the encoding that its client prefers, each with a tag of its own', async () => {
    const plain = await raw(shop, '/items');
    const decoders = { gzip: gunzipSync, br: brotliDecompressSync, identity: (body: Buffer) => body };
    const tags = new Set<string>();
    for (const [accepted, encoding] of [
      ['gzip', 'gzip'],
      ['gzip, deflate, br', 'br'],
      ['br;q=0.5, gzip', 'gzip'],
      ['identity', 'identity'],
      ['zstd', 'identity'],
    ] as const)
      for (let n = 0; n < 2; n += 1) {
        const { headers, body } = await raw(shop, '/items', { 'accept-encoding': accepted });
        expect(headers['content-encoding'] ?? 'identity').toBe(encoding);
        expect(Number(headers['content-length'])).toBe(body.length);
        expect(decoders[encoding](body).equals(plain.body)).toBe(true);
        tags.add(headers['etag']!);
      }
    expect(tags.size).toBe(3);
    const small = await raw(shop, '/items/kinds', { 'accept-encoding': 'br' });
    expect(small.headers['content-encoding']).toBeUndefined();
  });

  it.each(['identity', 'gzip'])('is not sent again to who has it, as %s', async (encoding) => {
    const path = '/items?limit=7';
    const { headers } = await raw(shop, path, { 'accept-encoding': encoding });
    const etag = headers['etag']!;
    expect(etag).toMatch(/^"[\w-]+"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await raw(shop, path, { 'if-none-match': known, 'accept-encoding': encoding });
      expect(response).toMatchObject({ status: 304, body: Buffer.alloc(0), headers: { etag } });
      expect(response.headers['content-type']).toBeUndefined();
      expect(response.headers['x-content-type-options']).toBe('nosniff');
    }
    const other = await raw(shop, path, { 'if-none-match': '"other"', 'accept-encoding': encoding });
    expect(other.status).toBe(200);
    // also where it has to be computed first
    await addProduct(shop, admin, 'Changes nothing below');
    const kinds = await raw(shop, '/items/kinds');
    await addProduct(shop, admin, 'Changes nothing above');
    const again = await raw(shop, '/items/kinds', { 'if-none-match': kinds.headers['etag']! });
    expect(again).toMatchObject({ status: 304, body: Buffer.alloc(0) });
  });

  it('responds to HEAD as to GET, without the body', async () => {
    for (const path of ['/items?limit=8', '/items?limit=9']) {
      const [one, other] = path.endsWith('8') ? ['GET', 'HEAD'] : ['HEAD', 'GET'];
      const responses = [await raw(shop, path, {}, one), await raw(shop, path, {}, other)];
      const [get, head] = one === 'GET' ? responses : responses.toReversed();
      expect(head!.body).toHaveLength(0);
      expect(get!.body.length).toBe(Number(head!.headers['content-length']));
      expect(head!.headers['etag']).toBe(get!.headers['etag']);
    }
  });

  it('has a tag that names the version of a product, for If-Match', async () => {
    const { insertedId } = (await addProduct(shop, admin, 'To be removed')).body as { insertedId: string };
    const { headers } = await raw(shop, `/item/${insertedId}`, { 'accept-encoding': 'gzip' });
    const etag = headers['etag']!;
    const stale = { as: admin, headers: { 'if-match': etag.replace(/^"\d+/, '"7') } };
    expect((await shop.call('DELETE', `/item/${insertedId}`, stale)).status).toBe(412);
    const removed = await shop.call('DELETE', `/item/${insertedId}`, {
      as: admin,
      headers: { 'if-match': etag },
    });
    expect(removed.status).toBe(200);
    expect((await raw(shop, `/item/${insertedId}`)).status).toBe(404);
  });
});

describe('the cache', () => {
  it('keeps one entry for a query, in any order', async () => {
    const paths = ['/items/search?kind=cooler&pageSize=6', '/items/search?pageSize=6&kind=cooler'];
    const bodies = [];
    for (const path of paths) bodies.push((await raw(shop, path)).body.toString());
    expect(reads).toEqual({ hit: 1, miss: 1 });
    expect(new Set(bodies).size).toBe(1);
  });

  it('serves no call with a parameter that it does not declare, neither cold nor warm', async () => {
    for (const path of ['/items/search?pageSize=5', '/items/kinds', `/item/${await firstId()}`]) {
      const misspelt = `${path}${path.includes('?') ? '&' : '?'}pagesize=5`;
      expect((await raw(shop, misspelt)).status).toBe(400);
      for (let n = 0; n < 3; n += 1) expect((await raw(shop, path)).status).toBe(200);
      for (let n = 0; n < 3; n += 1) {
        const { status, body } = await raw(shop, misspelt);
        expect([status, JSON.parse(body.toString())]).toMatchObject([
          400,
          { errors: { pagesize: 'Unknown field: pagesize' } },
        ]);
      }
    }
  });

  it('takes no value for another', async () => {
    // the other shop remembers its totals for as long
    await sleep(1_050);
    const paths = [
      'kind=ssd&q=',
      'kind=ssd%26q%3D',
      'kind=&q=ssd',
      'q=ssd',
      'q=-',
      'q=',
      'kind=ssd%20',
      'kind=ssd',
    ];
    for (const query of paths) {
      const path = `/items/search?pageSize=11&${query}`;
      expect((await raw(shop, path)).body.toString()).toBe((await raw(uncached, path)).body.toString());
    }
    for (const bad of ['pageSize=5&pageSize=6', 'sort=upwards', 'page=0'])
      for (let n = 0; n < 2; n += 1) expect((await raw(shop, `/items/search?${bad}`)).status).toBe(400);
  });

  it('computes a response once, however many ask for it', async () => {
    const responses = await Promise.all(Array.from({ length: 60 }, () => raw(shop, '/items?limit=21')));
    expect(reads).toEqual({ hit: 59, miss: 1 });
    expect(new Set(responses.map(({ body }) => body.toString())).size).toBe(1);
  });

  it('keeps no errors', async () => {
    const id = 'f'.repeat(24);
    for (let n = 0; n < 2; n += 1) expect((await raw(shop, `/item/${id}`)).status).toBe(404);
    await shop.product({ _id: id } as unknown as Partial<Product>);
    expect((await raw(shop, `/item/${id}`)).status).toBe(200);
  });

  it('goes on when the client that it computes for has gone', async () => {
    const gone = httpRequest(`${shop.url}/api/items?limit=22`).on('error', () => undefined);
    gone.end();
    setTimeout(() => gone.destroy(), 2);
    const responses = await Promise.all(Array.from({ length: 20 }, () => raw(shop, '/items?limit=22')));
    for (const { status } of responses) expect(status).toBe(200);
  });

  it('counts hits against the limit of their address', async () => {
    const limited = await startShop({ MONGODB_URI: shop.config.mongodbUri, RATE_ADDRESS_PER_MINUTE: '5' });
    try {
      const statuses = [];
      for (let n = 0; n < 7; n += 1) statuses.push((await raw(limited, '/items?limit=2')).status);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
      const { headers } = await raw(limited, '/items?limit=2');
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'retry-after': expect.any(String),
      });
    } finally {
      await limited.close();
    }
  });

  it('forgets what was not used for longest, within its size', async () => {
    const small = await startShop({ MONGODB_URI: shop.config.mongodbUri, RESPONSE_CACHE_MB: '1' });
    try {
      for (let n = 1; n <= 30; n += 1) await raw(small, `/items?limit=${n}`);
      for (let n = 1; n <= 30; n += 1)
        for (const sort of ['price', 'name', '-price', '-name'])
          await raw(small, `/items/search?pageSize=${n}&sort=${sort}&q=part`);
      reads.hit = reads.miss = 0;
      await raw(small, '/items/search?pageSize=30&sort=-name&q=part');
      expect(reads).toEqual({ hit: 1, miss: 0 });
      await raw(small, '/items?limit=1');
      expect(reads).toEqual({ hit: 1, miss: 1 });
    } finally {
      await small.close();
    }
  });
});
