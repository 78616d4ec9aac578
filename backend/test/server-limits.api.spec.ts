import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from './commerce.js';
import { type Shop, startShop } from './harness.js';

let shop: Shop;
let server: Server;
const sockets: Socket[] = [];

beforeAll(async () => {
  shop = await startShop({ RATE_NEWSLETTER_PER_MINUTE: '1', CORS_ORIGINS: 'https://partner.example' });
  server = shop.app.getHttpServer();
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await shop.close();
});

/** A connection that has sent some bytes, and stays open. */
async function send(bytes: string, url = shop.url): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}

const acceptNext = () => new Promise<Socket>((resolve) => server.once('connection', resolve));

/** The headers of a POST, of whose body only the first byte is sent. */
const startOf = (path: string, length: number, more = '') =>
  `POST /api${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${more}\r\n{`;

/** The first response on a connection, as far as it was read at once. */
const firstResponse = async (socket: Socket): Promise<string> =>
  String(((await once(socket, 'data')) as [Buffer])[0]);

it('gives a client 10 s for its headers and ten minutes for a file', () => {
  expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 600_000 });
});

describe('the time for a pause', () => {
  const PAUSE_MS = 30_000;

  it('is 30 s within a request', async () => {
    const accepted = acceptNext();
    await send(startOf('/review', 1_000));
    const socket = await accepted;
    await eventually(() => socket.timeout === PAUSE_MS, 'its time is limited');
  });

  it('is 30 s while a cached response is not taken', async () => {
    for (let n = 0; n < 60; n += 1) await shop.product({ description: 'x'.repeat(2_000) });
    await shop.call('GET', '/items');
    const get = 'GET /api/items HTTP/1.1\r\nHost: x\r\n\r\n';
    const accepted = acceptNext();
    const client = await send(get);
    const socket = await accepted;
    const isIdle = () => socket.timeout! > server.keepAliveTimeout - 1 && socket.writableLength === 0;
    await firstResponse(client);
    await eventually(isIdle, 'the response is taken');
    client.pause();
    client.write(get.repeat(90));
    await eventually(() => socket.timeout === PAUSE_MS && socket.writableLength > 0, 'its time is limited');
    client.resume();
    await eventually(isIdle, 'all responses are taken');
  });
});

describe('the time for a body', () => {
  const [set, clear] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')];
  beforeEach(() => {
    set.mockClear();
    clear.mockClear();
  });
  afterAll(() => {
    set.mockRestore();
    clear.mockRestore();
  });
  const limits = (limit = 30_000) =>
    set.mock.calls.flatMap(([end, ms], n) =>
      ms === limit ? [{ end, timer: set.mock.results[n]!.value as NodeJS.Timeout }] : [],
    );

  it('is 30 s for a call, however it trickles', async () => {
    const accepted = acceptNext();
    const client = await send(startOf('/review', 1_000));
    const socket = await accepted;
    await eventually(() => limits().length === 1, 'it is limited');
    const { bytesRead } = socket;
    client.write(' ');
    await eventually(() => socket.bytesRead > bytesRead, 'more has arrived');
    const [limit, ...others] = limits();
    expect(others).toEqual([]);
    expect(clear).not.toHaveBeenCalledWith(limit!.timer);
    limit!.end();
    expect(await firstResponse(client)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('is not limited for a file', async () => {
    const { token } = await shop.user({ role: 'admin' });
    const form =
      '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\nno image\r\n--x--\r\n';
    const head = `Authorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=x`;
    const client = await send(
      `POST /api/images HTTP/1.1\r\nHost: x\r\n${head}\r\nContent-Length: ${form.length}\r\n\r\n`,
    );
    client.write(form);
    expect(await firstResponse(client)).toMatch(/^HTTP\/1\.1 415 /);
    expect(limits()).toEqual([]);
  });

  it('is 5 s for what is left of a form that was refused', async () => {
    const form = 'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000';
    const client = await send(`POST /api/images HTTP/1.1\r\nHost: x\r\n${form}\r\n\r\n--x\r\n`);
    expect(await firstResponse(client)).toMatch(/^HTTP\/1\.1 401 /);
    await eventually(() => limits(5_000).length > 0, 'its time is limited');
    const closed = once(client, 'close');
    limits(5_000).at(-1)!.end();
    await closed;
  });

  it('is forgotten when the body is refused', async () => {
    const accepted = acceptNext();
    const client = await send(startOf('/review', 1_000_000));
    const closed = once(await accepted, 'close');
    client.write('x'.repeat(1_000_000));
    await closed;
    const [limit] = limits();
    expect(clear).toHaveBeenCalledWith(limit!.timer);
  });
});

it.each([
  ['headers', 'GET /api/items HTTP/1.1\r\nHost: x\r\n'],
  ['a body', startOf('/review', 1_000)],
])('responds 408 to %s that do not end', async (_what, bytes) => {
  const { headersTimeout, requestTimeout } = server;
  Object.assign(server, { headersTimeout: 300, requestTimeout: 300 });
  try {
    const response = await text(await send(bytes));
    expect(response).toMatch(
      /^HTTP\/1\.1 408 .*x-content-type-options: nosniff.*application\/problem\+json/is,
    );
  } finally {
    Object.assign(server, { headersTimeout, requestTimeout });
  }
});

describe('before a body is read', () => {
  it('rejects a client that is over its limit, with the headers that its browser needs', async () => {
    const headers = { origin: 'https://partner.example' };
    const subscribe = () => shop.call('POST', '/newsletter', { body: { email: 'a@example.com' }, headers });
    expect((await subscribe()).status).toBe(201);
    const origin = 'Origin: https://partner.example\r\n';
    const response = await firstResponse(await send(startOf('/newsletter', 60_000, origin)));
    expect(response).toMatch(/^HTTP\/1\.1 429 /);
    expect(response).toMatch(/^access-control-allow-origin: https:\/\/partner\.example/im);
    expect(response).toMatch(/^content-security-policy: default-src 'none'/im);
  });

  it.each([
    ['without a signature', ''],
    ['with a malformed signature', 'Stripe-Signature: v1=0\r\n'],
    ['with a stale signature', `Stripe-Signature: t=1700000000,v1=${'a'.repeat(64)}\r\n`],
  ])('rejects a delivery %s', async (_what, header) => {
    const response = await firstResponse(await send(startOf('/webhooks/stripe', 200_000, header)));
    expect(response).toMatch(/^HTTP\/1\.1 400 .*urn:rapid:problem:invalid-input/s);
  });

  it.each([
    ['/review', 64],
    ['/webhooks/stripe', 256],
  ])('rejects a body of %s over %i KB', async (path, limit) => {
    const now = Math.floor(Date.now() / 1_000);
    const header = `Stripe-Signature: t=${now},v1=${'a'.repeat(64)}\r\n`;
    const response = await text(await send(startOf(path, limit * 1024 + 1, header)));
    expect(response).toMatch(/^HTTP\/1\.1 413 /);
  });
});

it('responds to pipelined requests in their order', async () => {
  const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
  const paths = ['/api/items', '/api/nothing', '/api/health/live'];
  const bytes = paths.map((path) => get(path)).join('') + get('/api/nowhere', 'Connection: close\r\n');
  const statuses = [...(await text(await send(bytes))).matchAll(/HTTP\/1\.1 (\d+)/g)];
  expect(statuses.map(([, status]) => status)).toEqual(['200', '404', '200', '404']);
});

describe('a connection', () => {
  const get = 'GET /api/health/live HTTP/1.1\r\nHost: x\r\n\r\n';

  it('has a hundred requests', async () => {
    const responses = (await text(await send(get.repeat(100)))).split('HTTP/1.1 200 OK').slice(1);
    expect(responses).toHaveLength(100);
    expect(responses.at(-1)).toMatch(/^connection: close/im);
  });

  it('is cut off when it pipelines more than that', async () => {
    const client = await send(get.repeat(1_000));
    let responses = '';
    client.on('data', (chunk: Buffer) => (responses += chunk.toString())).on('error', () => undefined);
    await once(client, 'close');
    expect(responses.split('HTTP/1.1 ').length - 1).toBeLessThanOrEqual(100);
    expect((await shop.call('GET', '/items')).status).toBe(200);
  });
});

it('takes MAX_CONNECTIONS connections and no more', async () => {
  const small = await startShop({ MAX_CONNECTIONS: '3' });
  try {
    const health = 'GET /api/health/live HTTP/1.1\r\nHost: x\r\n\r\n';
    for (let n = 0; n < 3; n += 1)
      expect(await firstResponse(await send(health, small.url))).toMatch(/^HTTP\/1\.1 200 /);
    const refused = await send(health, small.url);
    await expect(Promise.race([once(refused, 'close'), once(refused, 'data')])).resolves.toEqual([false]);
    sockets[sockets.length - 2]!.destroy();
    const isServed = () =>
      small.call('GET', '/health/live').then(
        ({ status }) => status === 200,
        () => false,
      );
    await eventually(isServed, 'a connection is free again');
  } finally {
    for (const socket of sockets) socket.destroy();
    await small.close();
  }
});
