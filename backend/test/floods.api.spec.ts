import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
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
async function say(text: string): Promise<Socket> {
  const socket = connect(Number(new URL(shop.url).port), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** All that a connection is told until it is closed. */
async function heard(socket: Socket): Promise<string> {
  let text = '';
  for await (const data of socket) text += String(data);
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
  const size = 1024 * 1024 - 1;
  const holders = await Promise.all(Array.from({ length: 32 }, () => say(large(size))));
  const send = (bytes: number) =>
    shop.call('POST', '/newsletter', { body: { email: `${'a'.repeat(bytes)}@example.com` } });
  let answer = await send(100_000);
  for (
    const end = Date.now() + 3_000;
    answer.status !== 503 && Date.now() < end;
    answer = await send(100_000)
  )
    await sleep(20);
  expect([answer.status, answer.body.type]).toEqual([503, 'urn:rapid:problem:busy']);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await send(5)).status).toBe(201);
  for (const socket of holders) socket.destroy();
  for (
    const end = Date.now() + 3_000;
    answer.status === 503 && Date.now() < end;
    answer = await send(100_000)
  )
    await sleep(20);
  expect(answer.status).toBe(400);
}, 15_000);
