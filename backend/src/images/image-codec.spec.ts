import { deflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { DomainError } from '../common/errors.js';
import { encodePicture, MAX_SIDE } from './image-codec.js';

const PIXELS = 1_000_000;
const picture = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } });

async function statusOf(content: Buffer): Promise<number> {
  try {
    await encodePicture(content, PIXELS);
  } catch (error) {
    if (error instanceof DomainError) return error.status;
    throw error;
  }
  return 200;
}

/** A PNG of a declared size, with next to no content. */
function bomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const body = Buffer.concat([Buffer.from(type), data]);
    const crc = Buffer.alloc(4);
    crc.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, crc]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc32(data: Buffer): number {
  let crc = ~0;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

describe('encodePicture', () => {
  it.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'encodes %s anew as WebP, without its metadata',
    async (kind) => {
      const content = await picture()
        .withExif({ IFD0: { Copyright: 'sentinel' } })
        .toFormat(kind)
        .toBuffer();
      const encoded = await encodePicture(content, PIXELS);
      expect(await sharp(encoded).metadata()).toMatchObject({ format: 'webp', width: 40, height: 30 });
      expect(encoded.includes('sentinel')).toBe(false);
    },
  );

  it('turns a picture upright', async () => {
    const content = await picture(40, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await sharp(await encodePicture(content, PIXELS)).metadata()).toMatchObject({
      width: 20,
      height: 40,
    });
  });

  it('shrinks what is longer than it needs to be', async () => {
    const content = await picture(MAX_SIDE * 2, 100)
      .png()
      .toBuffer();
    expect(await sharp(await encodePicture(content, PIXELS)).metadata()).toMatchObject({
      width: MAX_SIDE,
      height: 50,
    });
  });

  it('drops what is appended to a picture', async () => {
    const content = Buffer.concat([
      await picture().jpeg().toBuffer(),
      Buffer.from('<script>alert(1)</script>'),
    ]);
    expect((await encodePicture(content, PIXELS)).includes('script')).toBe(false);
  });

  it.each([
    [
      'SVG',
      () =>
        Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
        ),
    ],
    [
      'SVG behind a declaration',
      () =>
        Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    ['GIF', () => picture().gif().toBuffer()],
    ['TIFF', () => picture().tiff().toBuffer()],
    ['HTML', () => Buffer.from('<!doctype html><title>x</title>')],
    ['text', () => Buffer.from('hello')],
    ['a JPEG head alone', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    [
      'an animated WebP',
      async () => {
        const frames = [await picture().png().toBuffer(), await picture().negate().png().toBuffer()];
        return sharp(frames, { join: { animated: true } })
          .webp()
          .toBuffer();
      },
    ],
    [
      'an animated PNG',
      async () => {
        const still = await picture().png().toBuffer();
        const at = still.indexOf('IDAT') - 4;
        return Buffer.concat([
          still.subarray(0, at),
          Buffer.from([0, 0, 0, 8]),
          Buffer.from('acTL'),
          Buffer.alloc(12),
          still.subarray(at),
        ]);
      },
    ],
  ])('refuses %s with 415', async (_kind, content) => {
    expect(await statusOf(await content())).toBe(415);
  });

  it('refuses too many pixels with 413, before decoding', async () => {
    const started = Date.now();
    expect(await statusOf(bomb(60_000))).toBe(413);
    expect(Date.now() - started).toBeLessThan(1_000);
  });

  it.each(['jpeg', 'png', 'webp'] as const)(
    'refuses a truncated %s with 400, or 415 where not even its head can be read',
    async (kind) => {
      const noise = {
        create: {
          width: 200,
          height: 200,
          channels: 3 as const,
          background: '#000',
          noise: { type: 'gaussian' as const, mean: 128, sigma: 40 },
        },
      };
      const content = await sharp(noise).toFormat(kind).toBuffer();
      expect(await statusOf(content)).toBe(200);
      expect([400, 415]).toContain(await statusOf(content.subarray(0, content.length / 2)));
    },
  );
});
