import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { cut } from './cut.js';
import { parseInSlices } from './slices.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** What a server that reads in slices answers to `said`; nothing when it cuts the connection. */
async function told(handler: RequestListener, said: string | Buffer): Promise<string> {
  const server = createServer(handler);
  parseInSlices(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  closing.push(async () => {
    socket.destroy();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  socket.on('error', () => undefined);
  socket.write(said);
  return text(socket).catch(() => '');
}

const head = (method: string, path: string, more = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;

describe('reading in slices', () => {
  it('takes a large body whole, also when it is taken slowly', async () => {
    const body = randomBytes(3_000_000);
    const answer = told(
      (request, reply) => {
        void sleep(200)
          .then(() => buffer(request))
          .then((taken) => reply.end(String(taken.equals(body))));
      },
      Buffer.concat([
        Buffer.from(head('POST', '/', `Connection: close\r\nContent-Length: ${body.length}\r\n`)),
        body,
      ]),
    );
    expect(await answer).toMatch(/\r\n\r\ntrue$/);
  });

  it('answers all requests of one read in their order, also when their answers wait for the client', async () => {
    const paths = Array.from({ length: 400 }, (_, n) => `/${n}`);
    const said =
      paths.map((path) => head('GET', path)).join('') + head('GET', '/end', 'Connection: close\r\n');
    const answer = await told((request, reply) => {
      reply.end(`<${request.url}>${'-'.repeat(20_000)}`);
    }, said);
    expect([...answer.matchAll(/<(.*?)>/g)].map(([, path]) => path)).toEqual([...paths, '/end']);
  });

  it('makes no more requests of a read once its connection is cut', async () => {
    let made = 0;
    await told((request) => {
      made += 1;
      if (made === 3) cut(request.socket);
    }, head('GET', '/').repeat(2_000));
    expect(made).toBe(3);
  });

  it('reads no more chunks of a connection once it is cut', async () => {
    let chunks = 0;
    await told(
      (request) => {
        const push = request.push.bind(request);
        request.push = (chunk, encoding) => {
          chunks += 1;
          if (chunks === 3) cut(request.socket);
          return push(chunk, encoding);
        };
      },
      head('POST', '/', 'Transfer-Encoding: chunked\r\n') + '1\r\na\r\n'.repeat(10_000),
    );
    expect(chunks).toBeGreaterThanOrEqual(3);
    expect(chunks).toBeLessThan(1_000);
  });
});
