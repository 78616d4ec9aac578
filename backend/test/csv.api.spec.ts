import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import compress from '@fastify/compress';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Controller, Get, Module, Res, type StreamableFile } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { sendCsv } from '../src/lists/csv.js';

/** All rows together are more than the buffers of sockets can hold (37 MB with Linux's usual settings), also compressed. */
const ROWS = 40_000;
/** Random bytes of a row. */
const FILL = 1_500;
const ENCODINGS = process.env['TEST_LONG'] ? ['identity', 'gzip', 'br'] : ['identity', 'br'];

const source = { read: 0, isEnded: false, failAt: Infinity };

async function* rows(): AsyncGenerator<number> {
  Object.assign(source, { read: 0, isEnded: false });
  try {
    while (source.read < ROWS) {
      if (source.read === source.failAt) throw new Error('the database is gone');
      if (source.read % 100 === 0) await turn();
      yield source.read++;
    }
  } finally {
    source.isEnded = true;
  }
}

const noise = (): string => randomBytes(FILL).toString('base64');

@Controller()
class ExportController {
  @Get('export')
  export(@Res({ passthrough: true }) reply: FastifyReply): Promise<StreamableFile> {
    const columns = [
      { header: 'n', value: (n: number) => n },
      { header: 'noise', value: noise },
    ];
    return sendCsv(reply, 'rows', columns, rows(), { total: ROWS, totalIsExact: true });
  }
}

@Module({ controllers: [ExportController] })
class ExportModule {}

describe('an export over HTTP', () => {
  let app: NestFastifyApplication;
  let url: string;

  beforeAll(async () => {
    app = await NestFactory.create<NestFastifyApplication>(ExportModule, new FastifyAdapter(), {
      logger: false,
    });
    await app.register(compress, { threshold: 1024 });
    await app.listen(0, '127.0.0.1');
    url = `${await app.getUrl()}/export`;
  });
  afterAll(() => app.close());

  const request = async (encoding: string): Promise<IncomingMessage> => {
    source.failAt = Infinity;
    const [response] = (await once(get(url, { headers: { 'accept-encoding': encoding } }), 'response')) as [
      IncomingMessage,
    ];
    return response;
  };

  /** Waits until the source is read no further. */
  const stalled = async (): Promise<number> => {
    for (let before = -1; source.read !== before;) {
      before = source.read;
      await sleep(300);
    }
    return source.read;
  };

  it.each(ENCODINGS)('waits for a client that does not read (%s)', async (encoding) => {
    const response = await request(encoding);
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': expect.stringMatching(/^attachment; filename="rows-\d{4}-\d\d-\d\d\.csv"$/),
      'x-total-count': String(ROWS),
      'x-total-is-exact': 'true',
    });
    expect(await stalled()).toBeLessThan(ROWS * 0.75);
    expect(source.isEnded).toBe(false);
    response.resume();
    await once(response, 'end');
    expect([response.complete, source.read, source.isEnded]).toEqual([true, ROWS, true]);
  });

  it('stops reading when the client goes away', async () => {
    const response = await request('br');
    await stalled();
    response.destroy();
    while (!source.isEnded) await sleep(20);
    expect(source.read).toBeLessThan(ROWS);
  });

  it.each(ENCODINGS)('is cut off visibly when it fails in the middle (%s)', async (encoding) => {
    const response = await request(encoding);
    source.failAt = 15_000;
    const ended = once(response, 'end');
    response.resume();
    await expect(ended).rejects.toThrow('aborted');
    expect(response.complete).toBe(false);
  });

  it('fails as a whole when it fails at once', async () => {
    const sent = fetch(url);
    source.failAt = 0;
    expect((await sent).status).toBe(500);
  });
});
