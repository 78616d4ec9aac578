import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Metrics } from '../src/metrics/metrics.service.js';
import type { HttpAdapter } from '../src/web/http-adapter.js';
import { raw } from './cached-reads.js';
import { eventually } from './commerce.js';
import { type Shop, startShop } from './harness.js';

const CORS_ORIGINS = 'https://partner.example';
/** The first fills the cache. */
const READS = 3;

let shop: Shop;
/** The same shop as another process, without a cache. */
let uncached: Shop;
let log = '';

beforeAll(async () => {
  const settings = { CORS_ORIGINS, TRUST_PROXY: '1', LOG_LEVEL: 'info' };
  const sink = { write: (line: string) => void (log += line) };
  shop = await startShop({ ...settings, METRICS_PORT: '0' }, sink);
  uncached = await startShop({
    ...settings,
    LOG_LEVEL: 'silent',
    MONGODB_URI: shop.config.mongodbUri,
    RESPONSE_CACHE_MB: '0',
  });
  for (let n = 0; n < 5; n += 1) await shop.product({ name: `Part ${n}` });
});
afterAll(async () => {
  await uncached.close();
  await shop.close();
});
/** Sends bytes and reads until the server closes the connection. */
async function exchange(on: Shop, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(on.url).port), '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

const requestOf = (target: string, lines: string[]): string =>
  [target, 'Host: shop.example', ...lines, 'Connection: close', '', ''].join('\r\n');

/** A response without what differs from one to the next, or between a cached and a computed one. */
function comparable(response: string): string[] {
  const [head = '', body = ''] = response.split('\r\n\r\n');
  const own = /^(date|x-request-id|ratelimit|etag|vary|content-length|transfer-encoding):/i;
  const problemId = /"requestId":"[^"]+"/;
  const [status = '', ...headers] = head.split('\r\n');
  const names = headers.map((line) => line.replace(/^[\w-]+:/, (name) => name.toLowerCase()));
  return [status, ...names.filter((line) => !own.test(line)).sort(), body.replace(problemId, '')];
}

describe('a read that repeats', () => {
  const GET = 'GET /api/items?limit=3 HTTP/1.1';
  it.each<[string, string, string[]]>([
    ['a plain one', GET, []],
    ['one over TLS', GET, ['X-Forwarded-For: 203.0.113.1', 'X-Forwarded-Proto: https']],
    ['one over TLS to the outer proxy only', GET, ['X-Forwarded-Proto: https, http']],
    ['one with a token', GET, ['Authorization: Bearer nonsense']],
    ['one of another origin', GET, ['Origin: https://partner.example']],
    ['one of an unknown origin', GET, ['Origin: https://other.example']],
    ['one with a length', GET, ['Content-Length: 0']],
    ['one with two hosts', GET, ['Host: other.example']],
    ['one by HTTP/1.0', 'GET /api/items?limit=3 HTTP/1.0', []],
    ['HEAD', 'HEAD /api/items?limit=3 HTTP/1.1', []],
    ['POST', 'POST /api/items?limit=3 HTTP/1.1', ['Content-Length: 0']],
    ['one with a wrong parameter', 'GET /api/items?limit=x HTTP/1.1', []],
    ['one of no such part', 'GET /api/item/000000000000000000000000 HTTP/1.1', []],
  ])('gets what it gets without a cache: %s', async (_name, target, lines) => {
    const bytes = requestOf(target, lines);
    const expected = comparable(await exchange(uncached, bytes));
    expect(expected[0]).toMatch(/^HTTP\/1\.1 \d{3} /);
    for (let n = 0; n < READS; n += 1) await raw(shop, '/items?limit=3');
    for (let n = 0; n < READS; n += 1) expect(comparable(await exchange(shop, bytes))).toEqual(expected);
  });

  it('is logged and measured by its route, like the first', async () => {
    log = '';
    const path = '/items/search?q=sentinel&page=1';
    for (let n = 0; n < 5; n += 1) await raw(shop, path, { 'x-request-id': `request-000${n}` });
    await eventually(() => log.split('\n').length === 6, 'five lines are written');
    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines).toEqual(
      Array.from({ length: 5 }, (_, n) => ({
        level: 'info',
        time: expect.any(String),
        requestId: `request-000${n}`,
        method: 'GET',
        route: '/api/items/search',
        query: { page: '1' },
        status: 200,
        ms: expect.any(Number),
        msg: 'request',
      })),
    );
    const { port } = shop.app.get(Metrics);
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const counted = metrics
      .split('\n')
      .find((line) => /^http_\w+_count\{.*"\/api\/items\/search"/.test(line));
    expect(counted).toMatch(/ 5$/);
  });

  // the last one: it drains for good
  it('is told to close its connection while the shop drains', async () => {
    const agent = { connection: 'keep-alive' };
    for (let n = 0; n < READS; n += 1)
      expect((await raw(shop, '/items', agent)).headers['connection']).toBe('keep-alive');
    (shop.app.getHttpAdapter() as HttpAdapter).drain();
    const last = await raw(shop, '/items', agent);
    expect(last).toMatchObject({ status: 200, headers: { connection: 'close' } });
  });
});
