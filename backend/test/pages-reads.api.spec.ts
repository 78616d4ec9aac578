import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Metrics } from '../src/metrics/metrics.service.js';
import { callAt } from './call.js';
import { type Shop, startShop } from './harness.js';
import { renderedFrontend } from './rendered-frontend.js';

/** The API's reads that a page is made of: of the server's own, so that neither limits nor logs count them as a client's. */

const LIMIT = 6;
const frontend = renderedFrontend();
let log = '';
let shop: Shop;
let call: ReturnType<typeof callAt>;

beforeAll(async () => {
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log += chunk.toString();
      done();
    },
  });
  shop = await startShop(
    {
      FRONTEND_DIR: frontend.dir,
      METRICS_PORT: '0',
      LOG_LEVEL: 'info',
      RATE_ADDRESS_PER_MINUTE: String(LIMIT),
      LIMITS_STORE: 'memory',
      TRUST_PROXY: '1',
    },
    sink,
  );
  call = callAt(shop.url);
});
afterAll(async () => {
  await shop.close();
  frontend.remove();
});

const from = (address: string, accept = 'text/html') => ({
  headers: { accept, 'x-forwarded-for': address },
});

it('a page counts once, whether it is rendered, kept or not found', async () => {
  const statuses: number[] = [];
  for (const path of ['/parts', '/parts', '/parts?page=2', '/nothing', '/nothing', '/parts?page=3'])
    statuses.push((await call('GET', path, from('192.0.2.1'))).status);
  expect(statuses).toEqual([200, 200, 200, 404, 404, 200]);
  for (const path of ['/parts', '/parts?page=4', '/nothing']) {
    const refused = await call('GET', path, from('192.0.2.1'));
    expect([path, refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([path, 429, true]);
  }
  expect((await call('GET', '/parts', from('192.0.2.2'))).status).toBe(200);
});

it('files, pages that the browser renders, redirects and what is not found count, too', async () => {
  const paths = ['/icon.svg', '/dashboard', '/PARTS', '/api/nothing', '/assets/nothing.js', '/icon.svg'];
  const statuses: number[] = [];
  for (const path of paths) statuses.push((await call('GET', path, from('192.0.2.4'))).status);
  expect(statuses).toEqual([200, 200, 308, 404, 404, 200]);
  for (const path of paths) {
    const { status, headers } = await call('GET', path, from('192.0.2.4'));
    expect([path, status, headers.get('content-type')]).toEqual([
      path,
      429,
      'application/problem+json; charset=utf-8',
    ]);
  }
});

it('no header of a client makes its request one of the server', async () => {
  const statuses: number[] = [];
  for (let n = 0; n <= LIMIT; n += 1)
    statuses.push((await call('GET', '/api/items', from('internal', '*/*'))).status);
  expect(statuses.at(-1)).toBe(429);
});

it('the reads of a page are in no line of the log and no figure of the requests', async () => {
  log = '';
  await call('GET', '/parts?page=9', from('192.0.2.3'));
  const routes = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { route?: string; msg: string })
    .filter(({ msg }) => msg === 'request')
    .map(({ route }) => route);
  expect(routes).toEqual(['/parts']);
  const text = await (await fetch(`http://127.0.0.1:${shop.app.get(Metrics).port}/metrics`)).text();
  expect(text).toMatch(/^http_request_duration_seconds_count\{method="GET",route="\/parts",status="200"\}/m);
  const api =
    /^http_request_duration_seconds_count\{method="GET",route="\/api\/items",status="200"\} (\d+)$/m;
  // those of the test above
  expect(Number(api.exec(text)?.[1])).toBe(LIMIT);
});
