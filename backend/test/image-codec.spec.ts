import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import sharp, { type Sharp } from 'sharp';
import { DomainError } from '../src/common/errors.js';
import { encodeImage, MAX_SIDE } from '../src/images/image-codec.js';

const PIXELS = 1_000_000;
const image = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } });

async function statusOf(content: Buffer, maxPixels = PIXELS): Promise<number> {
  try {
    await encodeImage(content, maxPixels);
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

describe('encodeImage', () => {
  it.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'encodes %s as WebP, without its metadata',
    async (kind) => {
      const content = await image()
        .withExif({ IFD0: { Copyright: 'sentinel' } })
        .toFormat(kind)
        .toBuffer();
      const encoded = await encodeImage(content, PIXELS);
      expect(await sharp(encoded).metadata()).toMatchObject({ format: 'webp', width: 40, height: 30 });
      expect(encoded.includes('sentinel')).toBe(false);
    },
  );

  it('turns an image upright', async () => {
    const content = await image(40, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await sharp(await encodeImage(content, PIXELS)).metadata()).toMatchObject({
      width: 20,
      height: 40,
    });
  });

  it('shrinks a large image', async () => {
    const content = await image(MAX_SIDE * 2, 100)
      .png()
      .toBuffer();
    expect(await sharp(await encodeImage(content, PIXELS)).metadata()).toMatchObject({
      width: MAX_SIDE,
      height: 50,
    });
  });

  it('drops data appended to an image', async () => {
    const content = Buffer.concat([
      await image().jpeg().toBuffer(),
      Buffer.from('<script>alert(1)</script>'),
    ]);
    expect((await encodeImage(content, PIXELS)).includes('script')).toBe(false);
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
    ['GIF', () => image().gif().toBuffer()],
    ['TIFF', () => image().tiff().toBuffer()],
    ['HTML', () => Buffer.from('<!doctype html><title>x</title>')],
    ['text', () => Buffer.from('hello')],
    ['the first bytes of a JPEG', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    [
      'an animated WebP',
      async () => {
        const frames = [await image().png().toBuffer(), await image().negate().png().toBuffer()];
        return sharp(frames, { join: { animated: true } })
          .webp()
          .toBuffer();
      },
    ],
    [
      'an animated PNG',
      async () => {
        const still = await image().png().toBuffer();
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
  ])('rejects %s with 415', async (_kind, content) => {
    expect(await statusOf(await content())).toBe(415);
  });

  it('rejects too many pixels with 413, before decoding', async () => {
    const started = Date.now();
    expect(await statusOf(bomb(60_000))).toBe(413);
    expect(Date.now() - started).toBeLessThan(1_000);
  });

  it.each([
    ['an AVIF', 4_000, (large: Sharp) => large.avif({ effort: 0 })],
    ['a progressive JPEG', 6_000, (large: Sharp) => large.jpeg({ progressive: true })],
    ['an interlaced PNG', 5_000, (large: Sharp) => large.toColourspace('rgb16').png({ progressive: true })],
  ] as const)(
    'rejects %s with 413 that must be decoded as a whole and takes too much memory',
    async (_kind, side, format) => {
      const content = await format(image(side, side)).toBuffer();
      expect(await statusOf(content, side * side)).toBe(413);
    },
  );

  it.each([
    ['wide', 20_000, 40],
    ['high', 40, 20_000],
  ])('rejects a very %s image with 413', async (_what, width, height) => {
    expect(await statusOf(await image(width, height).png().toBuffer())).toBe(413);
  });

  it.each(['jpeg', 'png', 'webp'] as const)(
    'rejects a truncated %s with 400, or 415 when not even its header can be read',
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
