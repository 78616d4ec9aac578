import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { DependencyDown } from '../src/common/errors.js';
import { uploadToImgbb } from '../src/images/imgbb.js';
import { type Shop, startShop, type TestUser } from './harness.js';

const picture = () => sharp({ create: { width: 60, height: 40, channels: 3, background: '#36c' } });

function formOf(
  content: Buffer,
  field = 'image',
  name = '../../etc/passwd.svg',
  type = 'image/svg+xml',
): FormData {
  const form = new FormData();
  form.set(field, new Blob([new Uint8Array(content)], { type }), name);
  return form;
}

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

  /** All that a connection is told to `text` until the server closes it. */
  const say = (text: string) =>
    new Promise<string>((resolve) => {
      let heard = '';
      const socket = connect(Number(new URL(shop.url).port), '127.0.0.1', () => socket.write(text));
      socket.on('data', (data) => (heard += data.toString()));
      socket.on('error', () => undefined).on('close', () => resolve(heard));
    });

  it('keeps an uploaded picture under a name of its own, as WebP for ever', async () => {
    const { status, body } = await upload(formOf(await picture().png().toBuffer()));
    expect([status, body]).toEqual([
      200,
      { success: true, data: { url: expect.stringMatching(/^\/api\/images\/[0-9a-f]{24}$/) } },
    ]);
    const answer = await fetch(shop.url + body.data.url);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    });
    expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({
      format: 'webp',
      width: 60,
      height: 40,
    });
    const again = await fetch(shop.url + body.data.url, {
      headers: { 'if-none-match': answer.headers.get('etag')! },
    });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const head = await fetch(shop.url + body.data.url, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag')]).toEqual([200, answer.headers.get('etag')]);
  });

  it('keeps a picture of several chunks whole', async () => {
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
    const answer = await fetch(shop.url + body.data.url);
    const content = Buffer.from(await answer.arrayBuffer());
    expect(content.length).toBeGreaterThan(255 * 1024);
    expect(await sharp(content).stats()).toMatchObject({ isOpaque: true });
  });

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 415],
    ['text that says it is a picture', Buffer.from('hello'), 415],
    ['an empty file', Buffer.alloc(0), 400],
  ])('refuses %s', async (_what, content, status) => {
    expect((await upload(formOf(content, 'image', 'x.png', 'image/png'))).status).toBe(status);
  });

  it('refuses what is too large, in bytes or in pixels', async () => {
    expect((await upload(formOf(Buffer.alloc(300_000)))).status).toBe(413);
    const wide = await sharp({ create: { width: 2_000, height: 1_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    expect((await upload(formOf(wide))).status).toBe(413);
  });

  it('refuses a picture that ends too early', async () => {
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

  it('answers 400 without a picture, 415 to what is no form', async () => {
    const empty = new FormData();
    empty.set('other', 'x');
    for (const form of [empty, formOf(await picture().png().toBuffer(), 'photo')]) {
      const { status, body } = await upload(form);
      expect([status, body.errors]).toEqual([400, { image: 'Photo is Required' }]);
    }
    expect((await upload({ image: 'x' })).status).toBe(415);
    expect((await upload(undefined)).status).toBe(415);
    expect(
      (await upload('--x\r\nbroken', { 'content-type': 'multipart/form-data; boundary=x' })).status,
    ).toBe(400);
    expect((await upload('x', { 'content-type': 'multipart/form-data' })).status).toBe(400);
  });

  it.each([
    ['a GIF that is a script', Buffer.from('GIF89a/*\x01\x00*/=1;alert(1)//'), 415],
    ['a PDF', Buffer.from('%PDF-1.7\n%\xff\xd8\xff'), 415],
    ['a zip', Buffer.from('PK\x03\x04planted'), 415],
    ['a BMP', Buffer.from('BMplanted-picture-of-no-kind'), 415],
    ['a head of an AVIF alone', Buffer.from('\0\0\0\x1cftypavif\0\0\0\0', 'latin1'), 415],
  ])('refuses %s, whatever it says that it is', async (_what, content, status) => {
    expect((await upload(formOf(content, 'image', 'x.jpg', 'image/jpeg'))).status).toBe(status);
  });

  it('keeps of a polyglot nothing but the picture, and of a photo not where it was taken', async () => {
    const withPlace = picture().withExif({
      IFD0: { Copyright: 'planted-exif' },
      IFD3: { GPSLatitude: '51/1 30/1 0/1' },
    });
    const jpeg = await withPlace.jpeg().toBuffer();
    const png = await picture().png().toBuffer();
    expect(jpeg.includes('planted-exif')).toBe(true);
    for (const content of [
      Buffer.concat([jpeg, Buffer.from('<html><script>planted()</script>')]),
      Buffer.concat([png, Buffer.from('PK\x03\x04planted-zip')]),
    ]) {
      const { status, body } = await upload(formOf(content, 'image', 'x.html', 'text/html'));
      expect(status).toBe(200);
      const answer = await fetch(shop.url + body.data.url);
      const kept = Buffer.from(await answer.arrayBuffer());
      for (const part of ['planted', 'script', 'PK\u0003\u0004']) expect(kept.includes(part)).toBe(false);
      expect((await sharp(kept).metadata()).exif).toBeUndefined();
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'content-disposition': 'inline',
        'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
      });
    }
  });

  it('refuses bombs by their heads, without the memory to decode them', async () => {
    const bomb = Buffer.from(await picture().png().toBuffer());
    // 50,000 pixels each way, with a right checksum
    bomb.writeUInt32BE(50_000, 16);
    bomb.writeUInt32BE(50_000, 20);
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
    const before = process.memoryUsage.rss();
    for (let n = 0; n < 8; n += 1) expect((await upload(formOf(bomb))).status).toBe(413);
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024);
  });

  it('takes one picture of a form', async () => {
    const two = formOf(await picture().png().toBuffer());
    two.append('image', new Blob([new Uint8Array(await picture().png().toBuffer())]), 'second.png');
    expect((await upload(two)).status).toBe(400);
    const many = new FormData();
    for (let n = 0; n < 6; n += 1) many.append(`field-${n}`, 'text');
    expect(await upload(many)).toMatchObject({
      status: 400,
      body: { errors: { image: expect.any(String) } },
    });
  });

  it('gives the places of uploads that break off to others', async () => {
    const part =
      '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n' + 'y'.repeat(500);
    const broken = [
      `POST /api/images HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${admin.token}`,
      'Content-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked\r\n',
      `${part.length.toString(16)}\r\n${part}\r\nno chunk\r\n`,
    ].join('\r\n');
    for (const answer of await Promise.all(Array.from({ length: 8 }, () => say(broken))))
      expect(answer).toMatch(/^HTTP\/1\.1 (400|503) /);
    expect((await upload(formOf(await picture().png().toBuffer()))).status).toBe(200);
  });

  it('answers at once to a form that it refuses, and reads on or closes the connection', async () => {
    const tiny = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n';
    const unnamed = `--x\r\n\r\n${'b'.repeat(40_000)}\r\n--x--\r\n`;
    const next = 'GET /api/health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const send = (form: string) =>
      say(
        [
          `POST /api/images HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${admin.token}`,
          `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${form.length}\r\n`,
          form + next,
        ].join('\r\n'),
      );
    const statuses = (answers: string) =>
      [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    for (const form of [tiny.repeat(3_500), unnamed])
      expect(statuses(await send(form))).toEqual(['400', '200']);
    expect(statuses(await send(tiny.repeat(5_080)))).toEqual(['400']);
  });

  it('says so when there are other fields than the picture', async () => {
    const form = new FormData();
    for (let n = 0; n < 9; n += 1) form.set(`field${n}`, 'x');
    form.set('image', new Blob([new Uint8Array(await picture().png().toBuffer())]), 'x.png');
    const { status, body } = await upload(form);
    expect([status, body.errors]).toEqual([400, { image: 'Send the picture alone, without other fields' }]);
  });

  it('takes uploads from admins only', async () => {
    const customer = await shop.user();
    const form = formOf(await picture().png().toBuffer());
    expect((await shop.call('POST', '/images', { as: customer, body: form })).status).toBe(403);
    expect((await shop.call('POST', '/images', { body: form })).status).toBe(401);
  });

  it('answers 404 for none, 400 for what is no id', async () => {
    expect((await shop.call('GET', '/images/665f1c2ab8d4e1a2b3c4d5e6')).status).toBe(404);
    expect((await shop.call('GET', '/images/..%2f..%2fsecret')).status).toBe(400);
  });
});

describe('uploadToImgbb', () => {
  const answers: Record<string, [status: number, body: string]> = {
    '/fine': [200, '{"success":true,"data":{"url":"https://i.ibb.co/x/picture.webp"}}'],
    '/refused': [400, '{"success":false,"error":{"message":"Invalid API key"}}'],
    '/html': [502, '<html>bad gateway</html>'],
    '/odd': [200, '{"success":true,"data":{"url":"javascript:alert(1)"}}'],
  };
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const [status, body] = answers[request.url ?? ''] ?? [404, ''];
      response.writeHead(status).end(body);
    });
  });
  const at = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

  beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
  afterAll(() => new Promise((done) => server.close(done)));

  it('answers where the picture is', async () => {
    expect(await uploadToImgbb('key', Buffer.from('x'), at('/fine'))).toBe('https://i.ibb.co/x/picture.webp');
  });

  it.each(['/refused', '/html', '/odd'])('fails as a service that is down on %s', async (path) => {
    await expect(uploadToImgbb('key', Buffer.from('x'), at(path))).rejects.toThrow(DependencyDown);
  });

  it('fails so when nobody answers', async () => {
    await expect(uploadToImgbb('key', Buffer.from('x'), 'http://127.0.0.1:9/')).rejects.toThrow(
      DependencyDown,
    );
  });
});
