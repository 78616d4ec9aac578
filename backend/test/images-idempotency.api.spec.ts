import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mongo } from 'mongoose';
import { type Shop, startShop, type TestUser } from './harness.js';
import { formOf, image } from './image-uploads.js';

describe('POST /images with an Idempotency-Key', () => {
  let shop: Shop;
  let admin: TestUser;

  beforeAll(async () => {
    shop = await startShop({ UPLOAD_MAX_BYTES: '200000', UPLOAD_MAX_PIXELS: '1000000' });
    admin = await shop.user({ role: 'admin' });
  });
  afterAll(() => shop.close());

  const upload = (body: unknown, headers: Record<string, string> = {}) =>
    shop.call('POST', '/images', { as: admin, body, headers });

  let serial = 0;
  const newKey = () => ({ 'idempotency-key': `upload ${(serial += 1)}` });
  const files = () => shop.db.collection('images.files').countDocuments();

  it('stores the same file once, and returns the first response for 24 hours', async () => {
    const content = await image().png().toBuffer();
    const key = newKey();
    const before = await files();
    const first = await upload(formOf(content), key);
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([200, null]);
    const again = await upload(formOf(content), key);
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await files()).toBe(before + 1);
    const id = new mongo.ObjectId(String(first.body.data.url).split('/').at(-1));
    const stored = await shop.db.collection('idempotency_keys').findOne({ creates: id });
    expect((stored!['expiresAt'] as Date).getTime() - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
  });

  it('stores one image of requests at the same time', async () => {
    const content = await image().jpeg().toBuffer();
    const key = newKey();
    const before = await files();
    const responses = await Promise.all([1, 2, 3].map(() => upload(formOf(content), key)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(responses.map(({ body }) => body.data.url)).size).toBe(1);
    expect(await files()).toBe(before + 1);
  });

  it('rejects another file or other fields with 422', async () => {
    const content = await image().png().toBuffer();
    const key = newKey();
    expect((await upload(formOf(content), key)).status).toBe(200);
    const other = formOf(await image().negate().png().toBuffer());
    const withField = formOf(content);
    withField.append('name', 'x');
    for (const form of [other, withField])
      expect(await upload(form, key)).toMatchObject({
        status: 422,
        body: { type: 'urn:rapid:problem:idempotency-key-reused' },
      });
  });

  it('remembers why it rejected a file', async () => {
    const key = newKey();
    const form = () => formOf(Buffer.from('hello'));
    expect((await upload(form(), key)).status).toBe(415);
    const again = await upload(form(), key);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([415, 'true']);
    expect((await upload(formOf(Buffer.from('other')), key)).status).toBe(422);
  });

  it.each([
    ['before it stored the image', 'images.files'],
    ['after it stored the image', 'none'],
  ])('resumes the upload of a process that ended %s', async (_when, lost) => {
    const content = await image().png().toBuffer();
    const key = newKey();
    const { url } = (await upload(formOf(content), key)).body.data as { url: string };
    const id = new mongo.ObjectId(url.split('/').at(-1));
    await shop.db.collection(lost).deleteOne({ _id: id });
    await shop.db
      .collection('idempotency_keys')
      .updateOne({ creates: id }, { $unset: { answer: 1 }, $set: { leaseUntil: new Date(0) } });
    expect(await upload(formOf(content), key)).toMatchObject({ status: 200, body: { data: { url } } });
    expect((await fetch(shop.url + url)).status).toBe(200);
    expect(await shop.db.collection('images.chunks').countDocuments({ files_id: id })).toBe(1);
  });

  it('rejects a malformed key', async () => {
    const form = formOf(await image().png().toBuffer());
    expect((await upload(form, { 'idempotency-key': 'k'.repeat(256) })).status).toBe(400);
  });
});
