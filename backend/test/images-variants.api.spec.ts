import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import sharp from 'sharp';
import type { Attempt } from '../src/idempotency/idempotent.js';
import { ImageStore } from '../src/images/image-store.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { formOf, variantOf } from './image-uploads.js';

describe('the smaller forms of an image', () => {
  let shop: Shop;
  let admin: TestUser;
  beforeAll(async () => {
    shop = await startShop();
    admin = await shop.user({ role: 'admin' });
  });
  afterAll(() => shop.close());

  const upload = async (width: number, height: number): Promise<string> => {
    const content = await sharp({ create: { width, height, channels: 3, background: '#c33' } })
      .png()
      .toBuffer();
    const { body } = await shop.call('POST', '/images', { as: admin, body: formOf(content) });
    return body.data.url as string;
  };
  const metadataOf = async (response: Response) =>
    sharp(Buffer.from(await response.arrayBuffer())).metadata();

  it('are made of an upload in the sizes and formats that pages use, cacheable for ever', async () => {
    const url = await upload(1200, 600);
    for (const [name, format, width] of [
      ['480.avif', 'heif', 480],
      ['960.avif', 'heif', 960],
      ['480.webp', 'webp', 480],
      ['960.webp', 'webp', 960],
    ] as const) {
      const response = await variantOf(shop, url, name);
      expect(response.headers.get('content-type')).toBe(`image/${name.slice(4)}`);
      expect(await metadataOf(response)).toMatchObject({ format, width, height: width / 2 });
      const etag = response.headers.get('etag')!;
      const again = await fetch(`${shop.url}${url}/${name}`, { headers: { 'if-none-match': etag } });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
  });

  it('are no larger than the image', async () => {
    const url = await upload(300, 200);
    expect(await metadataOf(await variantOf(shop, url, '960.webp'))).toMatchObject({
      width: 300,
      height: 200,
    });
  });

  it('are made of an older image when one is asked for, which is the image itself meanwhile', async () => {
    const content = await sharp({ create: { width: 50, height: 50, channels: 3, background: '#36c' } })
      .webp()
      .toBuffer();
    const id = new Types.ObjectId();
    await shop.app.get(ImageStore, { strict: false }).save(content, { id, isRepeat: false } as Attempt);
    const url = `/api/images/${id.toHexString()}`;
    const first = await fetch(`${shop.url}${url}/480.avif`);
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    expect(Buffer.from(await first.arrayBuffer())).toEqual(content);
    expect(await metadataOf(await variantOf(shop, url, '480.avif'))).toMatchObject({ format: 'heif' });
  });

  it('go with the image', async () => {
    const url = await upload(40, 40);
    await variantOf(shop, url, '960.webp');
    const id = url.slice(url.lastIndexOf('/') + 1);
    await shop.app
      .get(ImageStore, { strict: false })
      .delete(new Types.ObjectId(id), new Date(Date.now() + 60_000));
    expect((await fetch(`${shop.url}${url}/960.webp`)).status).toBe(404);
    const left = await shop.db.collection('images.variants').find().toArray();
    expect(left.filter(({ _id }) => String(_id).startsWith(id))).toEqual([]);
  });

  it.each([
    ['f'.repeat(24), '480.avif', 404],
    ['f'.repeat(24), '481.avif', 400],
    ['f'.repeat(24), '480.svg', 400],
    ['x', '480.avif', 400],
  ])('of %s do not exist as %s', async (id, name, status) => {
    expect((await shop.call('GET', `/images/${id}/${name}`)).status).toBe(status);
  });
});
