import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mongo } from 'mongoose';
import sharp from 'sharp';
import { DependencyDown } from '../src/common/errors.js';
import { uploadToImgbb } from '../src/images/imgbb.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { formOf, image, variantOf } from './image-uploads.js';

describe('images', () => {
  let shop: Shop;
  let admin: TestUser;

  beforeAll(async () => {
    shop = await startShop({ UPLOAD_MAX_BYTES: '200000', UPLOAD_MAX_PIXELS: '1000000' });
    admin = await shop.user({ role: 'admin' });
  });
  afterAll(() => shop.close());

  const upload = (body: unknown, headers: Record<string, string> = {}) =>
    shop.call('POST', '/images', { as: admin, body, headers });

  it('stores an uploaded image under a name of its own, as WebP, cacheable for ever', async () => {
    const { status, body } = await upload(formOf(await image().png().toBuffer()));
    expect([status, body]).toEqual([
      200,
      { success: true, data: { url: expect.stringMatching(/^\/api\/images\/[0-9a-f]{24}$/) } },
    ]);
    const response = await fetch(shop.url + body.data.url);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    });
    expect(await sharp(Buffer.from(await response.arrayBuffer())).metadata()).toMatchObject({
      format: 'webp',
      width: 60,
      height: 40,
    });
    const head = await fetch(shop.url + body.data.url, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag')]).toEqual([200, response.headers.get('etag')]);
  });

  it('responds with 304 without reading any of the content', async () => {
    const { body } = await upload(formOf(await image().png().toBuffer()));
    const first = await fetch(shop.url + body.data.url);
    const etag = first.headers.get('etag')!;
    // read in the background
    await variantOf(shop, body.data.url, '960.webp');
    const find = vi.spyOn(mongo.Collection.prototype, 'find');
    try {
      const again = await fetch(shop.url + body.data.url, { headers: { 'if-none-match': etag } });
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
      const collections = find.mock.contexts.map(
        (collection) => (collection as mongo.Collection).collectionName,
      );
      expect(collections).toContain('images.files');
      expect(collections).not.toContain('images.chunks');
    } finally {
      find.mockRestore();
    }
  });

  it('stores an image of several chunks, and sends none of it when the last one is lost', async () => {
    const noise = sharp({
      create: {
        width: 900,
        height: 900,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    });
    const { body } = await upload(formOf(await noise.jpeg({ quality: 30 }).toBuffer()));
    const response = await fetch(shop.url + body.data.url);
    const content = Buffer.from(await response.arrayBuffer());
    expect(content.length).toBeGreaterThan(255 * 1024);
    expect(await sharp(content).stats()).toMatchObject({ isOpaque: true });
    // read in the background
    await variantOf(shop, body.data.url, '960.webp');
    const files_id = new mongo.ObjectId(body.data.url.split('/').at(-1) as string);
    const n = Math.floor(content.length / (255 * 1024));
    const { deletedCount } = await shop.db.collection('images.chunks').deleteOne({ files_id, n });
    expect(deletedCount).toBe(1);
    const cut = await fetch(shop.url + body.data.url);
    expect([cut.status, cut.headers.get('content-type')]).toEqual([
      500,
      'application/problem+json; charset=utf-8',
    ]);
    expect([cut.headers.get('etag'), cut.headers.get('cache-control')]).toEqual([null, 'no-store']);
  });

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 415],
    ['text declared as an image', Buffer.from('hello'), 415],
    ['an empty file', Buffer.alloc(0), 400],
  ])('rejects %s', async (_what, content, status) => {
    expect((await upload(formOf(content, 'image', 'x.png', 'image/png'))).status).toBe(status);
  });

  it('rejects a file that is too large, in bytes or in pixels', async () => {
    expect((await upload(formOf(Buffer.alloc(300_000)))).status).toBe(413);
    const wide = await sharp({ create: { width: 2_000, height: 1_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    expect((await upload(formOf(wide))).status).toBe(413);
  });

  it('rejects a truncated image', async () => {
    const content = await sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 99, sigma: 50 },
      },
    })
      .jpeg()
      .toBuffer();
    expect((await upload(formOf(content.subarray(0, content.length / 2)))).status).toBe(400);
  });

  it.each([
    ['a GIF that is a script', Buffer.from('GIF89a/*\x01\x00*/=1;alert(1)//'), 415],
    ['a PDF', Buffer.from('%PDF-1.7\n%\xff\xd8\xff'), 415],
    ['a zip', Buffer.from('PK\x03\x04planted'), 415],
    ['a BMP', Buffer.from('BMplanted-image-of-no-kind'), 415],
    ['the first bytes of an AVIF', Buffer.from('\0\0\0\x1cftypavif\0\0\0\0', 'latin1'), 415],
  ])('rejects %s, whatever its declared type', async (_what, content, status) => {
    expect((await upload(formOf(content, 'image', 'x.jpg', 'image/jpeg'))).status).toBe(status);
  });

  it('stores of a polyglot file nothing but the image, and no location of a photo', async () => {
    const withPlace = image().withExif({
      IFD0: { Copyright: 'planted-exif' },
      IFD3: { GPSLatitude: '51/1 30/1 0/1' },
    });
    const jpeg = await withPlace.jpeg().toBuffer();
    const png = await image().png().toBuffer();
    expect(jpeg.includes('planted-exif')).toBe(true);
    for (const content of [
      Buffer.concat([jpeg, Buffer.from('<html><script>planted()</script>')]),
      Buffer.concat([png, Buffer.from('PK\x03\x04planted-zip')]),
    ]) {
      const { status, body } = await upload(formOf(content, 'image', 'x.html', 'text/html'));
      expect(status).toBe(200);
      const response = await fetch(shop.url + body.data.url);
      const kept = Buffer.from(await response.arrayBuffer());
      for (const part of ['planted', 'script', 'PK\u0003\u0004']) expect(kept.includes(part)).toBe(false);
      expect((await sharp(kept).metadata()).exif).toBeUndefined();
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'content-disposition': 'inline',
        'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
      });
    }
  });

  it('rejects images with too many pixels by their metadata, without decoding them', async () => {
    const bomb = Buffer.from(await image().png().toBuffer());
    // 50,000 pixels each way, with a right checksum
    bomb.writeUInt32BE(50_000, 16);
    bomb.writeUInt32BE(50_000, 20);
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
    const before = process.memoryUsage.rss();
    for (let n = 0; n < 8; n += 1) expect((await upload(formOf(bomb))).status).toBe(413);
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024);
  });

  it('accepts uploads from admins only', async () => {
    const customer = await shop.user();
    const form = formOf(await image().png().toBuffer());
    expect((await shop.call('POST', '/images', { as: customer, body: form })).status).toBe(403);
    expect((await shop.call('POST', '/images', { body: form })).status).toBe(401);
  });

  it('responds with 404 to an unknown id, with 400 to a malformed one', async () => {
    expect((await shop.call('GET', '/images/665f1c2ab8d4e1a2b3c4d5e6')).status).toBe(404);
    expect((await shop.call('GET', '/images/..%2f..%2fsecret')).status).toBe(400);
  });
});

describe('uploadToImgbb', () => {
  const responses: Record<string, [status: number, body: string]> = {
    '/fine': [200, '{"success":true,"data":{"url":"https://i.ibb.co/x/image.webp"}}'],
    '/refused': [400, '{"success":false,"error":{"message":"Invalid API key"}}'],
    '/html': [502, '<html>bad gateway</html>'],
    '/odd': [200, '{"success":true,"data":{"url":"javascript:alert(1)"}}'],
  };
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const [status, body] = responses[request.url ?? ''] ?? [404, ''];
      response.writeHead(status).end(body);
    });
  });
  const at = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

  beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
  afterAll(() => new Promise((done) => server.close(done)));

  it('returns the URL of the image', async () => {
    expect(await uploadToImgbb('key', Buffer.from('x'), at('/fine'))).toBe('https://i.ibb.co/x/image.webp');
  });

  it.each(['/refused', '/html', '/odd'])('reports an unavailable service on %s', async (path) => {
    await expect(uploadToImgbb('key', Buffer.from('x'), at(path))).rejects.toThrow(DependencyDown);
  });

  it('reports an unavailable service when nobody responds', async () => {
    await expect(uploadToImgbb('key', Buffer.from('x'), 'http://127.0.0.1:9/')).rejects.toThrow(
      DependencyDown,
    );
  });
});
