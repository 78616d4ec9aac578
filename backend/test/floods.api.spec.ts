import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Shop, startShop } from './harness.js';

let shop: Shop;
let server: Server;
const sockets: Socket[] = [];

beforeAll(async () => {
  shop = await startShop();
  server = shop.app.getHttpServer();
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await shop.close();
});

/** A connection that has sent `text`. */
async function say(text: string, port = Number(new URL(shop.url).port)): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** All that a connection is told until it is closed. */
async function heard(socket: Socket): Promise<string> {
  let text = '';
  try {
    for await (const data of socket) text += String(data);
  } catch {
    // cut: what was heard until then counts
  }
  return text;
}

const large = (bytes: number) =>
  `POST /api/newsletter HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n{`;

describe('slow clients', () => {
  it('have 10 s for their headers, 30 s for the request and as long for a pause', () => {
    expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 30_000, timeout: 30_000 });
  });

  it.each([
    ['headers', 'GET /api/items HTTP/1.1\r\nHost: x\r\n'],
    ['a body', large(1_000)],
  ])(
    'with %s that do not end are told 408',
    async (_what, text) => {
      const { headersTimeout, requestTimeout } = server;
      Object.assign(server, { headersTimeout: 300, requestTimeout: 300 });
      try {
        const answer = await heard(await say(text));
        expect(answer).toMatch(/^HTTP\/1\.1 408 /);
        expect(answer).toContain('application/problem+json');
      } finally {
        Object.assign(server, { headersTimeout, requestTimeout });
      }
    },
    10_000,
  );

  it('that do not read their answer are cut', async () => {
    const before = server.timeout;
    server.setTimeout(500);
    try {
      const accepted = once(server, 'connection') as Promise<[Socket]>;
      // some megabytes of answers, more than the system takes in for a client that does not read
      const socket = await say('GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(200));
      socket.pause();
      const [ours] = await accepted;
      await Promise.race([
        once(ours, 'close'),
        sleep(8_000).then(() => Promise.reject(new Error('It is still open.'))),
      ]);
      expect(ours.destroyed).toBe(true);
    } finally {
      server.setTimeout(before);
    }
  }, 12_000);
});

it('holds 32 MB of large bodies, refuses more with 503, and goes on taking small ones', async () => {
  const size = 64 * 1024;
  const holders = await Promise.all(Array.from({ length: 512 }, () => say(large(size))));
  const send = (bytes: number) =>
    shop.call('POST', '/newsletter', { body: { email: `${'a'.repeat(bytes)}@example.com` } });
  const sendUntil = async (status: number) => {
    for (const end = Date.now() + 5_000; ; await sleep(20)) {
      const answer = await send(50_000);
      if (answer.status === status || Date.now() > end) return answer;
    }
  };
  const { status, body, headers } = await sendUntil(503);
  expect([status, body.type]).toEqual([503, 'urn:rapid:problem:busy']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await send(5)).status).toBe(201);
  for (const socket of holders) socket.destroy();
  expect((await sendUntil(400)).status).toBe(400);
}, 15_000);

describe('large bodies', () => {
  const gigabyte = `POST /api/newsletter HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n`;

  it('are refused by what they declare, and their connection is closed', async () => {
    const answer = await heard(await say(gigabyte));
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*connection: close.*body-too-large/is);
  });

  it('that declare nothing are refused when they are too long', async () => {
    const chunk = `1000\r\n${'a'.repeat(4_096)}\r\n`;
    const start = gigabyte.replace('Content-Length: 1000000000', 'Transfer-Encoding: chunked');
    expect(await heard(await say(start + chunk.repeat(20)))).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('in a great many tiny chunks are cut', async () => {
    const start = gigabyte.replace('Content-Length: 1000000000', 'Transfer-Encoding: chunked');
    expect(await heard(await say(start + '1\r\na\r\n'.repeat(5_000)))).toBe('');
    expect((await shop.call('GET', '/health/live')).status).toBe(200);
  });

  it('are refused one behind the other, so that many at once wait for themselves', async () => {
    const from = Date.now();
    const answers = await Promise.all(Array.from({ length: 30 }, async () => heard(await say(gigabyte))));
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(Date.now() - from).toBeGreaterThan(250);
  });

  it('are not decompressed', async () => {
    const { status, headers } = await shop.call('POST', '/newsletter', {
      body: gzipSync('{"email":"someone@example.com"}'),
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    });
    expect([status, headers.get('accept-encoding')]).toEqual([415, 'identity']);
  });

  it.each([
    ['thousands of numbers', `{"email":[${'1,'.repeat(20_000)}1]}`, 413],
    ['letters where an address should be', JSON.stringify({ email: 'a'.repeat(60_000) }), 400],
  ])(
    'of %s are refused, and not tried for ages',
    async (_what, body, status) => {
      const answer = await shop.call('POST', '/newsletter', {
        body,
        headers: { 'content-type': 'application/json' },
      });
      expect(answer.status).toBe(status);
    },
    // an earlier pattern for addresses took twice as long
    4_000,
  );
});

it.each([
  [`/${'a'.repeat(7_000)}`, 404],
  [`/items/search?${'a=b&'.repeat(1_700)}`, 400],
  [`/items/search?${'a=b&'.repeat(90)}`, 200],
])('answers long addresses', async (path, status) => {
  expect((await shop.call('GET', path)).status).toBe(status);
});

/** So many connections that each say `text`; answers how many were told all when somebody else's call was answered. */
async function toldBefore(text: string, count: number): Promise<number> {
  let told = 0;
  const all = Array.from({ length: count }, async () => {
    await heard(await say(text));
    told += 1;
  });
  await sleep(20);
  expect((await shop.call('GET', '/health/live')).status).toBe(200);
  const before = told;
  await Promise.all(all);
  return before;
}

describe('somebody else goes ahead of many', () => {
  it.each([
    [
      'with long addresses',
      `GET /api/items?${'a=b&'.repeat(1_700)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    ],
    [
      'with a great many headers',
      `GET /api/items HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${'A: b\r\n'.repeat(500)}\r\n`,
    ],
    ['that send what is no request', 'what is this?\r\n\r\n'],
    ['that send too many requests ahead', 'GET /api/items HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(500)],
    [
      'that send tiny chunks',
      `${large(9).replace('Content-Length: 9', 'Transfer-Encoding: chunked').slice(0, -1)}${'1\r\na\r\n'.repeat(5_000)}`,
    ],
  ])('%s', async (_what, text) => {
    expect(await toldBefore(text, 120)).toBeLessThan(90);
  });
});

it('answers each of many that send what is no request, also when they have ended their side', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const socket = connect(Number(new URL(shop.url).port), '127.0.0.1');
      socket.end('what is this?\r\n\r\n');
      return heard(socket);
    }),
  );
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 400 .*This is no HTTP request/s);
});

describe('requests that are sent ahead', () => {
  const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;

  it('are answered in their order', async () => {
    const paths = ['/api/items', '/api/nothing', '/api/health/live'];
    const text = paths.map((path) => get(path)).join('') + get('/api/nowhere', 'Connection: close\r\n');
    const answers = await heard(await say(text));
    expect([...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
      '200',
      '404',
      '200',
      '404',
    ]);
  });

  it('are cut when they are too many', async () => {
    const socket = await say(get('/api/health/live').repeat(500));
    expect((await heard(socket)).split('HTTP/1.1 200').length).toBeLessThan(20);
    expect((await shop.call('GET', '/health/live')).status).toBe(200);
  });
});

it('lets idle connections give way to new ones', async () => {
  const small = await startShop({ MAX_CONNECTIONS: '20' });
  try {
    const port = Number(new URL(small.url).port);
    const idle = await Promise.all(Array.from({ length: 60 }, () => say('', port)));
    const cut = Promise.all(idle.slice(0, 30).map((socket) => once(socket, 'close')));
    expect((await small.call('GET', '/health/live')).status).toBe(200);
    await cut;
    expect(small.app.getHttpServer().listening).toBe(true);
  } finally {
    await small.close();
  }
});
