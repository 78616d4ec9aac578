import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { readyLine } from './commerce.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { formOf, image } from './image-uploads.js';
import { peakMemoryOf, spawnMeasured } from './processes.js';

const isLong = process.env['TEST_LONG'] === '1';
const SECONDS = isLong ? 30 : 5;
const CONCURRENCY = 20;
const LIMIT_MB = 512;

const flat = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' }, limitInputPixels: false });

/** A small PNG that declares so many pixels each way, with a correct checksum. */
async function declaring(side: number): Promise<Buffer> {
  const png = Buffer.from(await image().png().toBuffer());
  png.writeUInt32BE(side, 16);
  png.writeUInt32BE(side, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

/** Small files of many pixels: up to what is accepted, and above. */
const bombs = async (): Promise<Buffer[]> => [
  await flat(6_320).png({ compressionLevel: 9 }).toBuffer(),
  await flat(6_320).webp({ lossless: true, effort: 0 }).toBuffer(),
  await flat(4_500).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
  await flat(2_650).avif({ effort: 0, chromaSubsampling: '4:4:4' }).toBuffer(),
  await flat(4_000).avif({ effort: 0 }).toBuffer(),
  await flat(900_000, 44).png().toBuffer(),
  await declaring(6_320),
  await declaring(50_000),
];

describe('decompression bombs', () => {
  let shop: Shop;
  let admin: TestUser;
  let server: ChildProcess;
  let url: string;

  beforeAll(async () => {
    shop = await startShop();
    admin = await shop.user({ role: 'admin' });
    await shop.product();
    server = await spawnMeasured(shop.config.mongodbUri);
    url = await readyLine(server);
  });
  afterAll(async () => {
    if (server.exitCode === null && server.kill('SIGKILL')) await once(server, 'exit');
    await shop.close();
  });

  it(`take less than ${LIMIT_MB} MB of the server in ${SECONDS} s, and fail no other client's request`, async () => {
    const files = await bombs();
    const until = performance.now() + SECONDS * 1_000;
    const uploads: Record<number, number> = {};
    const reads: Record<number, number> = {};
    const uploading = Array.from({ length: CONCURRENCY }, async (_, client) => {
      for (let n = client; performance.now() < until; n += 1) {
        const { status } = await fetch(`${url}/api/images`, {
          method: 'POST',
          headers: { authorization: `Bearer ${admin.token}` },
          body: formOf(files[n % files.length]!),
        });
        uploads[status] = (uploads[status] ?? 0) + 1;
      }
    });
    const reading = Array.from({ length: 2 }, async () => {
      while (performance.now() < until) {
        const response = await fetch(`${url}/api/items`);
        await response.arrayBuffer();
        reads[response.status] = (reads[response.status] ?? 0) + 1;
      }
    });
    await Promise.all([...uploading, ...reading]);
    const megabytes = await peakMemoryOf(server);
    // some are decoded, some are rejected, and those beyond the concurrency limit get 503
    expect(Object.keys(uploads).filter((status) => !['200', '400', '413', '503'].includes(status))).toEqual(
      [],
    );
    expect(uploads[200]).toBeGreaterThan(0);
    expect(uploads[413]).toBeGreaterThan(0);
    expect(Object.keys(reads)).toEqual(['200']);
    expect(megabytes).toBeLessThan(LIMIT_MB);
  });
});
