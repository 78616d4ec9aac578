import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { DomainError } from '../common/errors.js';
import { PictureDecoder } from './picture-decoder.js';

const PIXELS = 40_000_000;
const MB = 1024 * 1024;
const SIDE = 6_300;
const picture = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#c33' } });

const AT_ONCE = { rest: 0 };

let decoder = new PictureDecoder(AT_ONCE);
afterEach(() => {
  decoder.close();
  decoder = new PictureDecoder(AT_ONCE);
});

/** Linux's list of this process's children. */
const childrenOf = (): number[] =>
  readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);

const encode = async (content: Buffer): Promise<Buffer> =>
  Buffer.concat(await decoder.encode(content, PIXELS));

const refusalOf = async (content: Buffer): Promise<unknown> => {
  const error: unknown = await encode(content).catch((refusal: unknown) => refusal);
  expect(error).toBeInstanceOf(DomainError);
  return [(error as DomainError).status, (error as DomainError).code];
};

describe('PictureDecoder', () => {
  it('encodes pictures one after the other, and hands on why it refuses one', async () => {
    const content = await picture(30).png().toBuffer();
    const encoded = await encode(content);
    expect(await sharp(encoded).metadata()).toMatchObject({ format: 'webp', width: 30 });
    expect(await refusalOf(Buffer.from('GIF89a'))).toEqual([415, 'unsupported-picture']);
    expect(await refusalOf(await picture(7_000).png().toBuffer())).toEqual([413, 'picture-too-large']);
    expect(await encode(content)).toEqual(encoded);
  });

  it.each([
    ['too long', { time: 300 }],
    ['too much work', { work: 100 }],
  ])('gives up a picture that takes %s, and takes the next one', async (_what, bounds) => {
    const content = await picture(SIDE).png().toBuffer();
    decoder = new PictureDecoder(bounds);
    expect(await refusalOf(content)).toEqual([413, 'picture-too-costly']);
    decoder = new PictureDecoder(AT_ONCE);
    expect((await encode(content)).length).toBeGreaterThan(0);
  });

  it('gives up a picture while it is handed over', async () => {
    decoder = new PictureDecoder({ time: 100 });
    expect(await refusalOf(Buffer.alloc(8 * MB))).toEqual([413, 'picture-too-costly']);
  });

  it('gives up a picture that takes too much memory, or more than the server leaves, and takes the next one', async () => {
    // a progressive picture is held whole, twice over
    const content = await picture(SIDE).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
    const small = await picture(30).jpeg().toBuffer();
    for (const [bounds, refusal] of [
      [{ memory: 160 * MB }, [413, 'picture-too-costly']],
      [{ together: process.memoryUsage.rss() + 160 * MB }, [503, 'busy']],
    ] as const) {
      decoder.close();
      decoder = new PictureDecoder({ ...AT_ONCE, ...bounds });
      expect(await refusalOf(content)).toEqual(refusal);
      expect((await encode(small)).length).toBeGreaterThan(0);
    }
  });

  it('gives up a picture when the server comes to need the memory', async () => {
    const content = await picture(SIDE).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
    const together = process.memoryUsage.rss() + 400 * MB;
    decoder = new PictureDecoder({ memory: 400 * MB, together });
    const refusal = refusalOf(content);
    const grown = Buffer.alloc(250 * MB, 1);
    expect(await refusal).toEqual([503, 'busy']);
    expect(grown[0]).toBe(1);
  });

  it('has a pause between one process and the next', async () => {
    decoder = new PictureDecoder({ memory: 160 * MB, rest: 4_000 });
    const costly = await picture(SIDE).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
    const begun = performance.now();
    expect(await refusalOf(costly)).toEqual([413, 'picture-too-costly']);
    expect((await encode(await picture(30).png().toBuffer())).length).toBeGreaterThan(0);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(4_000);
  });

  it('refuses a picture whose process ends just before it comes', async () => {
    const content = await picture(30).png().toBuffer();
    const others = childrenOf();
    await encode(content);
    const started = childrenOf().filter((pid) => !others.includes(pid));
    expect(started).toHaveLength(1);
    for (const pid of started) process.kill(pid, 'SIGKILL');
    // it has ended, and nobody has heard of it yet
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    expect(await refusalOf(content)).toEqual([413, 'picture-too-costly']);
    expect((await encode(content)).length).toBeGreaterThan(0);
  });
});

it('the process ends with its server, also when it has only just started', async () => {
  const child = fork(`${import.meta.dirname}/picture-process.ts`, { execArgv: ['--import', 'tsx'] });
  try {
    child.disconnect();
    const [, signal] = (await once(child, 'exit')) as [unknown, string];
    expect(signal).toBe('SIGKILL');
  } finally {
    child.kill('SIGKILL');
  }
});
