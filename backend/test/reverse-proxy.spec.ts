import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from './commerce.js';
import { type Shop, startShop, testConfig } from './harness.js';
import { freePort, MAIN, productionOf, TargetProcess } from './processes.js';
import { Flood, Names, Proxy, validate } from './reverse-proxy.js';

const isLong = process.env['TEST_LONG'] === '1';
/** Connections of a flood, and how long it lasts. */
const CONNECTIONS = isLong ? 3_000 : 100;
const FLOOD_MS = isLong ? 40_000 : 250;
/** A response to somebody else takes less, whatever the flood: sooner than the flood's connections are closed. */
const SERVED_MS = 8_000;
/** How soon the proxy asks again which replicas there are, and a little. */
const REFRESH_MS = 1_300;

let port: number;
let names: Names;
let proxy: Proxy;
let observer: Shop;
let shops: TargetProcess[];
let admin: { authorization: string };
let flood: Flood | undefined;

beforeAll(async () => {
  observer = await startShop();
  port = await freePort();
  const settings = {
    ...productionOf(observer.config.mongodbUri, port),
    TRUST_PROXY: '1',
    RATE_NEWSLETTER_PER_MINUTE: '100000',
    // this is about connections: thousands of counts would wait for each other at the specs' store
    LIMITS_STORE: 'memory',
    LOG_LEVEL: 'silent',
    SHUTDOWN_DELAY_SECONDS: '1',
    // the specs' shared store can be slow
    READ_TIMEOUT_MS: '20000',
  };
  shops = ['127.0.0.1', '127.0.0.2'].map((HOST) => new TargetProcess([MAIN], { ...settings, HOST }));
  names = await Names.start();
  names.addresses = ['127.0.0.1', '127.0.0.2'];
  await Promise.all(shops.map((shop) => shop.start()));
  proxy = await Proxy.start(variables());
  admin = { authorization: `Bearer ${(await observer.user({ role: 'admin' })).token}` };
});
afterEach(() => flood?.end());
afterAll(async () => {
  expect(await proxy.stop()).toBe(0);
  for (const shop of shops) await shop.kill();
  await names.stop();
  await observer.close();
});

const variables = () => ({
  SHOP_PORT: String(port),
  SHOP_RESOLVERS: `resolvers udp/127.0.0.1:${names.port}`,
});

/** Calls as other clients do, one after another on connections of their own, until `end`. */
async function othersUntil(end: () => boolean): Promise<{ statuses: number[]; slowest: number }> {
  const statuses: number[] = [];
  let slowest = 0;
  const client = async (path: string): Promise<void> => {
    do {
      const from = performance.now();
      const response = await fetch(proxy.url + path, { headers: { connection: 'close', ...admin } });
      await response.arrayBuffer();
      statuses.push(response.status);
      slowest = Math.max(slowest, performance.now() - from);
      await sleep(10);
    } while (!end());
  };
  await Promise.all(['/api/items', '/api/health/live', '/api/user', '/api/reviews'].map(client));
  return { statuses, slowest };
}

const forAWhile = () => {
  const until = Date.now() + FLOOD_MS;
  return othersUntil(() => Date.now() > until);
};

const post = (length: string, path = '/api/newsletter', headers = ''): string =>
  `POST ${path} HTTP/1.1\r\nHost: shop\r\n${headers || 'Content-Type: application/json\r\n'}${length}\r\n\r\n`;

describe('the configuration', () => {
  it.each([
    ['alone', {}],
    ['for a domain', { SITE_ADDRESS: 'shop.example' }],
    ['behind a load balancer', { TRUSTED_PROXIES: '10.0.0.0/8 192.168.1.1', SHOP_HOST: 'other' }],
  ])('is valid %s', async (_case, settings) => {
    const printed = await validate(settings);
    expect(printed).toContain('exit 0');
  });

  it('is rejected with a mistake in it', async () => {
    expect(await validate({ SHOP_RESOLVERS: 'nonsense' })).toContain('exit 1');
  });
});

describe('a flood', () => {
  /** What each connection sends first, and then each second. */
  const floods: [name: string, first: () => string | Buffer, every: string][] = [
    ['of slow headers', () => 'GET /api/items HTTP/1.1\r\nHost: shop\r\n', 'X-More: 1\r\n'],
    ['of slow bodies', () => `${post('Content-Length: 60000')}{"email":"`, 'a'],
    ['of slow files', () => post('Content-Length: 8000000', '/api/images', upload()) + '--x\r\n', 'a'],
    ['of idle connections', () => '', ''],
    ['of connections idle after a request', () => 'GET /api/items HTTP/1.1\r\nHost: shop\r\n\r\n', ''],
    ['of junk bodies', () => withJunk(post('Content-Length: 60000'), 60_000), ''],
    ['of junk chunks', () => withJunk(post('Transfer-Encoding: chunked'), 9_000), ''],
    ['of what is not HTTP', () => withJunk('', 4_000), ''],
  ];
  const upload = () =>
    `Authorization: ${admin.authorization}\r\nContent-Type: multipart/form-data; boundary=x\r\n`;
  const withJunk = (head: string, bytes: number) => Buffer.concat([Buffer.from(head), randomBytes(bytes)]);

  it.each(floods)(
    '%s leaves others served in time, without a 5xx',
    async (name, first, every) => {
      flood = await new Flood(proxy.port).open(CONNECTIONS, first(), every);
      const { statuses, slowest } = await forAWhile();
      expect(new Set(statuses)).toEqual(new Set([200]));
      expect(slowest).toBeLessThan(SERVED_MS);
      if (isLong) {
        // Nobody keeps a connection, but for the four uploads that each shop reads as long as bytes come. What is left of a
        // small body, Caddy reads for as long as a request may take.
        if (name !== 'of slow bodies')
          await eventually(() => flood!.isOpen <= 2 * 4, 'the connections are closed');
        // what its container has
        expect(proxy.memory).toBeLessThan(512);
      }
    },
    FLOOD_MS + 30_000,
  );
});

describe('a request', () => {
  it('is refused with a problem when its body is larger than any upload', async () => {
    const sent = Buffer.alloc(10 * 1024 * 1024);
    const form = new FormData();
    form.set('image', new Blob([sent], { type: 'image/png' }), 'x.png');
    const response = await fetch(`${proxy.url}/api/images`, { method: 'POST', body: form, headers: admin });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      413,
      expect.stringMatching(/^application\/problem\+json/),
    ]);
    expect(await response.json()).toMatchObject({ status: 413 });
  });

  it('may carry the largest upload that the shop takes', async () => {
    const form = new FormData();
    const { maxBytes } = testConfig().uploads;
    form.set('image', new Blob([Buffer.alloc(maxBytes)], { type: 'image/png' }), 'x.png');
    const response = await fetch(`${proxy.url}/api/images`, { method: 'POST', body: form, headers: admin });
    // read to its end, and found to be no image
    expect([response.status, (await response.json()) as object]).toEqual([
      415,
      expect.objectContaining({ type: 'urn:rapid:problem:unsupported-image' }),
    ]);
  });

  it('cannot choose the address that it is counted by, nor its protocol', async () => {
    const forged = {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'https',
      forwarded: 'for=203.0.113.9',
    };
    const response = await fetch(`${proxy.url}/api/health/live`, { headers: forged });
    expect(response.headers.has('strict-transport-security')).toBe(false);
    expect(response.headers.has('server')).toBe(false);
  });

  it('is served over TLS on HTTP/1.1 and HTTP/2, and plain HTTP leads there', async () => {
    const tls = await Proxy.start({ ...variables(), SITE_ADDRESS: 'localhost' });
    try {
      await eventually(() => tls.log.includes('certificate obtained successfully'), 'there is a certificate');
      const secure = secureRequest({
        port: tls.tlsPort,
        host: 'localhost',
        path: '/api/health/ready',
        ca: tls.authority,
        agent: false,
      }).end();
      const [response] = (await once(secure, 'response')) as [IncomingMessage];
      expect([response.statusCode, response.headers['strict-transport-security']]).toEqual([
        200,
        expect.stringContaining('max-age='),
      ]);
      response.resume();
      const plain = request({
        port: tls.port,
        host: '127.0.0.1',
        path: '/parts?page=2',
        headers: { host: 'localhost' },
        agent: false,
      }).end();
      const [redirect] = (await once(plain, 'response')) as [IncomingMessage];
      expect([redirect.statusCode, redirect.headers.location]).toEqual([
        308,
        'https://localhost/parts?page=2',
      ]);
      redirect.resume();
    } finally {
      expect(await tls.stop()).toBe(0);
    }
  });
});

describe('a replica that dies', () => {
  it('is missed by no reader, and by no writer once its name is gone', async () => {
    let ended = false;
    const others = othersUntil(() => ended);
    await sleep(300);
    await shops[1]!.kill();
    await sleep(500);
    names.addresses = ['127.0.0.1'];
    await sleep(REFRESH_MS);
    const written = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const body = JSON.stringify({ email: `reader-${n}@example.com` });
        const headers = { 'content-type': 'application/json' };
        return (await fetch(`${proxy.url}/api/newsletter`, { method: 'POST', body, headers })).status;
      }),
    );
    ended = true;
    const { statuses, slowest } = await others;
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(new Set(written)).toEqual(new Set([201]));
    expect(slowest).toBeLessThan(SERVED_MS);
  });

  it('as the last one is a 502 with a problem, logged with its cause and without its address', async () => {
    await shops[0]!.kill();
    const response = await fetch(`${proxy.url}/api/items?search=ann@example.com`, { headers: admin });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      502,
      'application/problem+json',
    ]);
    expect(await response.json()).toEqual({ type: 'about:blank', title: 'Bad Gateway', status: 502 });
    expect(proxy.log).toMatch(/"logger":"http.log.error".*connection refused/);
    expect(proxy.log).not.toContain('ann@example.com');
    expect(proxy.log).not.toContain('Bearer');
  });
});
