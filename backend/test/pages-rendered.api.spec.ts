import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Metrics } from '../src/metrics/metrics.service.js';
import { callAt } from './call.js';
import { type Shop, startShop } from './harness.js';
import { INDEX, renderedFrontend } from './rendered-frontend.js';

const HTML = { headers: { accept: 'text/html' } };

let shop: Shop;
let call: ReturnType<typeof callAt>;
const frontend = renderedFrontend();
let log = '';

beforeAll(async () => {
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log += chunk.toString();
      done();
    },
  });
  shop = await startShop(
    { FRONTEND_DIR: frontend.dir, METRICS_PORT: '0', LOG_LEVEL: 'info', RATE_ADDRESS_PER_MINUTE: '100000' },
    sink,
  );
  call = callAt(shop.url);
});
afterAll(async () => {
  await shop.close();
  frontend.remove();
});

/** Which of the renders a page is. */
const numberOf = (body: string): number => Number(/render (\d+)/.exec(body)?.[1]);
const numberAt = async (path: string): Promise<number> => numberOf((await call('GET', path)).body as string);
const metrics = async (): Promise<string> =>
  (await fetch(`http://127.0.0.1:${shop.app.get(Metrics).port}/metrics`)).text();
const figure = async (name: string): Promise<number> =>
  Number(new RegExp(`^${name.replace(/[{}"]/g, '\\$&')} (\\S+)$`, 'm').exec(await metrics())?.[1] ?? 0);

describe('a rendered page', () => {
  it('is made of what the API returns, with no network in between', async () => {
    const { _id } = await shop.product({ name: 'A fan of the page' });
    const { status, headers, body } = await call('GET', `/parts/${String(_id)}`);
    expect(status).toBe(200);
    expect(body).toContain('A fan of the page');
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=0, s-maxage=1, stale-while-revalidate=1',
      vary: 'Accept-Encoding',
      etag: expect.stringMatching(/^"[\w-]+"$/),
    });
  });

  it('is kept out of search engines where it is for one visitor only, not where it is late', async () => {
    const robots = async (path: string) => (await call('GET', path, HTML)).headers.get('x-robots-tag');
    expect(await robots('/dashboard/myOrders')).toBe('noindex');
    expect(await robots('/endless')).toBeNull();
    expect(await robots('/parts?q=robots')).toBeNull();
  });

  it.each(['/dashboard/orders/RM-7F4K-29QX', '/dashboard/payment/1', '/dashboard'])(
    'is kept by no browser where it is of an account: %s',
    async (path) => {
      const { status, headers } = await call('GET', path, HTML);
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    },
  );

  it('tells no other site of the address of a page that has a code of a mail in it', async () => {
    const policy = async (path: string) => (await call('GET', path, HTML)).headers.get('referrer-policy');
    expect(await policy('/account/action?mode=resetPassword&oobCode=code')).toBe('no-referrer');
    expect(await policy('/dashboard')).toBe('strict-origin-when-cross-origin');
  });

  it('is rendered once for each path and each query that it depends on', async () => {
    const first = await numberAt('/parts?page=2');
    expect(await numberAt('/parts?page=2')).toBe(first);
    expect(await numberAt('/parts?utm_source=letter&page=2')).toBe(first);
    expect(await numberAt('/parts?page=3')).toBe(first + 1);
    expect(await numberAt('/parts')).toBe(first + 2);
    expect(await numberAt('/parts?anything=else')).toBe(first + 2);
  });

  it('of a kind is under the kind’s slug, also for links with another of its names', async () => {
    const at = async (path: string) => {
      const { status, headers } = await call('GET', path, HTML);
      return [status, headers.get('location')];
    };
    expect(await at('/parts?page=2&kind=Hard+Disk')).toEqual([308, '/parts?page=2&kind=hard-disk']);
    expect(await at('/parts?kind=psu')).toEqual([308, '/parts?kind=power-supply']);
    // a second time too: what leads on is not kept in the place of the page
    expect(await at('/parts?kind=psu')).toEqual([308, '/parts?kind=power-supply']);
    for (const path of ['/parts?kind=hard-disk', '/parts?kind=nothing+of+ours', '/parts?kind=', '/parts'])
      expect(await at(path)).toEqual([200, null]);
  });

  it('shows a write of the catalogue at once, and one of the stock only where it shows the stock', async () => {
    const admin = await shop.user({ role: 'admin' });
    const { _id } = await shop.product({ availableQ: 50, minimumOQ: 1 });
    const at = `/parts/${String(_id)}`;
    const [part, reviews] = [await numberAt(at), await numberAt('/reviews')];
    const restocked = await shop.call('POST', `/items/${String(_id)}/restock`, {
      as: admin,
      body: { units: 7, reason: 'Delivery' },
    });
    expect(restocked.status).toBeLessThan(300);
    const { body } = await call('GET', at);
    expect(numberOf(body as string)).toBeGreaterThan(part);
    expect(body).toContain('"availableQ":57');
    expect(await numberAt('/reviews')).toBe(reviews);
    await shop.call('DELETE', `/item/${String(_id)}`, { as: admin });
    expect((await call('GET', at)).status).toBeGreaterThanOrEqual(404);
    expect(await numberAt('/reviews')).toBeGreaterThan(reviews);
  });

  it('is sent compressed, not at all when it is known, and to HEAD without its body', async () => {
    const plain = await call('GET', '/reviews', { headers: { 'accept-encoding': 'identity' } });
    const zipped = await call('GET', '/reviews', { headers: { 'accept-encoding': 'br' } });
    expect(zipped.body).toBe(plain.body);
    expect(zipped.headers.get('content-encoding')).toBe('br');
    expect(Number(zipped.headers.get('content-length'))).toBeLessThan(
      Number(plain.headers.get('content-length')) / 2,
    );
    const etag = plain.headers.get('etag')!;
    expect(etag).not.toBe(zipped.headers.get('etag'));
    const known = await call('GET', '/reviews', {
      headers: { 'accept-encoding': 'identity', 'if-none-match': etag },
    });
    expect([known.status, known.body, known.headers.get('etag')]).toEqual([304, '', etag]);
    const head = await call('HEAD', '/reviews', { headers: { 'accept-encoding': 'identity' } });
    expect([head.status, head.body, head.headers.get('etag')]).toEqual([200, '', etag]);
  });

  it('has the same headers from the cache as when it was rendered', async () => {
    const comparable = async () => {
      const { headers } = await call('GET', '/parts?q=headers');
      const { date: _date, 'x-request-id': _id, ...others } = Object.fromEntries(headers);
      return others;
    };
    const rendered = await comparable();
    expect(await comparable()).toEqual(rendered);
    expect(rendered['content-security-policy']).toMatch(/script-src 'self' 'sha256-/);
    expect(rendered['x-frame-options']).toBe('DENY');
    expect(rendered['permissions-policy']).toContain('camera=()');
  });

  it('is the first value of a parameter that is given twice', async () => {
    const { status, body } = await call('GET', '/parts?q=a&q=b');
    expect([status, body]).toEqual([200, expect.stringContaining('/parts?q=a<')]);
  });
});

describe('where there is no page', () => {
  it('a navigation gets the not-found page with 404, anything else a problem', async () => {
    const page = await call('GET', '/nothing/at/all', HTML);
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.body).toContain('/nothing/at/all?');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const data = await call('GET', '/nothing/at/all', { headers: { accept: '*/*' } });
    expect([data.status, data.headers.get('content-type')]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ]);
  });

  it('a missing product is a page with its status, which is not kept', async () => {
    const missing = '/parts/665f1c2ab8d4e1a2b3c4d5e6';
    const [first, second] = [await call('GET', missing), await call('GET', missing)];
    expect([first.status, second.status]).toEqual([404, 404]);
    expect(numberOf(second.body as string)).toBeGreaterThan(numberOf(first.body as string));
  });

  it('another method gets 405', async () => {
    const { status, headers } = await call('POST', '/parts', HTML);
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

it.each([
  ['/PARTS', '/parts'],
  ['/parts/?page=2&q=a%20b', '/parts?page=2&q=a%20b'],
  ['/Reviews//', '/reviews'],
  ['/PARTS/AbC/', '/parts/AbC'],
])('sends who asks for %s to %s, and renders nothing', async (path, canonical) => {
  const before = await numberAt(`/parts?q=before${encodeURIComponent(path)}`);
  const { status, headers } = await call('GET', path, HTML);
  expect([status, headers.get('location')]).toEqual([308, canonical]);
  expect(await numberAt(`/parts?q=after${encodeURIComponent(path)}`)).toBe(before + 1);
});

describe('the page that the browser renders', () => {
  it.each(['/dashboard', '/dashboard/payment/1?x=1'])('is served at %s', async (path) => {
    const { status, body } = await call('GET', path, HTML);
    expect([status, body]).toEqual([200, INDEX]);
  });

  it('is served when rendering fails, and counted', async () => {
    const name = 'shop_pages_client_rendered_total{reason="error"}';
    const before = await figure(name);
    const { status, headers, body } = await call('GET', '/broken');
    expect([status, body, headers.get('etag')]).toEqual([200, INDEX, null]);
    expect(await figure(name)).toBe(before + 1);
    expect(log).toContain('a page could not be rendered');
  });

  it('is not kept: the next request renders the page', async () => {
    expect((await call('GET', '/broken-once')).body).toBe(INDEX);
    expect(await numberAt('/broken-once')).toBeGreaterThan(0);
  });

  it('is served when rendering takes too long, and counted; many of them hold up no other page for long', async () => {
    const name = 'shop_pages_client_rendered_total{reason="timeout"}';
    const before = await figure(name);
    const since = performance.now();
    const { status, body } = await call('GET', '/endless');
    expect([status, body]).toEqual([200, INDEX]);
    expect(performance.now() - since).toBeLessThan(3_000);
    await Promise.all(Array.from({ length: 40 }, (_, n) => call('GET', `/endless?n=${n}`)));
    expect(await figure(name)).toBe(before + 41);
    // all are taken by renders that never end
    expect((await call('GET', '/parts?page=99')).body).toBe(INDEX);
  });
});

it('serves no file of the build for the server', async () => {
  expect((await call('GET', '/server/entry.server.mjs')).status).toBe(404);
});
