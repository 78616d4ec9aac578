import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mongo } from 'mongoose';
import { onTelemetry } from '../src/common/telemetry.js';
import { UnreferencedImagesJob } from '../src/images/unreferenced-images.job.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { formOf, image } from './image-uploads.js';

const HOUR = 3_600_000;

describe('images that nothing refers to', () => {
  let shop: Shop;
  let admin: TestUser;

  beforeAll(async () => {
    shop = await startShop();
    admin = await shop.user({ role: 'admin' });
  });
  afterAll(() => shop.close());

  const files = () => shop.db.collection('images.files');
  const idOf = (url: string) => new mongo.ObjectId(url.slice(-24));
  const job = (on = shop) => on.app.get(UnreferencedImagesJob, { strict: false });
  const run = (on = shop) => job(on).deleteUnreferenced(new Date(Date.now() - 24 * HOUR));
  const isThere = async (url: string) => (await fetch(shop.url + url)).status === 200;

  /** The URL of an image that was uploaded some hours ago. */
  const uploaded = async (hoursAgo = 25): Promise<string> => {
    const body = formOf(await image().png().toBuffer());
    const response = await shop.call('POST', '/images', { as: admin, body });
    const { url } = response.body.data as { url: string };
    const uploadDate = new Date(Date.now() - hoursAgo * HOUR);
    await files().updateOne({ _id: idOf(url) }, { $set: { uploadDate } });
    return url;
  };
  const addProduct = (img: string, sku = '') =>
    shop.call('POST', '/product', {
      as: admin,
      body: {
        name: randomUUID(),
        price: 5,
        minimumOQ: 1,
        availableQ: 9,
        description: 'One',
        img,
        ...(sku && { sku }),
      },
    });

  it('are deleted with their content a day after their upload', async () => {
    const [old, recent] = [await uploaded(25), await uploaded(23)];
    await run();
    expect([await isThere(old), await isThere(recent)]).toEqual([false, true]);
    expect((await fetch(shop.url + old)).status).toBe(404);
    expect(await files().countDocuments({ _id: idOf(old) })).toBe(0);
    expect(await shop.db.collection('images.chunks').countDocuments({ files_id: idOf(old) })).toBe(0);
  });

  it('are not those of a product, also of one that is removed, or that names the origin too', async () => {
    const [sold, removed, absolute] = [await uploaded(), await uploaded(), await uploaded()];
    await shop.product({ img: sold });
    await shop.product({ img: removed, removedAt: new Date() });
    await shop.product({ img: `https://shop.example${absolute}` });
    await run();
    for (const url of [sold, removed, absolute]) expect(await isThere(url)).toBe(true);
  });

  it('are not those of an order alone', async () => {
    const url = await uploaded();
    const product = await shop.product({ img: url });
    const customer = await shop.user();
    const body = {
      productId: String(product._id),
      address: 'Here',
      phone: '5550100',
      orderQuantity: product.minimumOQ,
    };
    expect((await shop.call('POST', '/purchase', { as: customer, body })).status).toBe(201);
    await shop.db
      .collection('products')
      .updateOne({ _id: product._id }, { $set: { img: '/products/part.webp' } });
    await run();
    expect(await isThere(url)).toBe(true);
  });

  it('are not those that were ever used, and a write that failed used none', async () => {
    const [used, edited, failed, former] = [
      await uploaded(),
      await uploaded(),
      await uploaded(),
      await uploaded(),
    ];
    expect((await addProduct(used, 'IMG-1')).status).toBe(201);
    const id = String((await shop.product())._id);
    const edit = { as: admin, body: { img: edited }, headers: { 'if-match': '"0"' } };
    expect((await shop.call('PATCH', `/items/${id}`, edit)).status).toBe(200);
    expect((await addProduct(failed, 'IMG-1')).status).toBe(409);
    // as a server of an earlier version notes it
    await files().updateOne({ _id: idOf(former) }, { $set: { 'metadata.keptAt': new Date(0) } });
    await shop.db.collection('products').deleteMany({});
    await run();
    const there = [await isThere(used), await isThere(edited), await isThere(failed), await isThere(former)];
    expect(there).toEqual([true, true, false, true]);
  });

  it('are looked for by indexes alone', async () => {
    const imageId = new mongo.ObjectId();
    for (const [name, filter] of [
      ['products', { imageId }],
      ['purchases', { 'lines.imageId': imageId }],
      ['images.files', { 'metadata.referencedAt': null }],
    ] as const) {
      const plan = JSON.stringify(await shop.db.collection(name).find(filter).sort({ _id: 1 }).explain());
      expect([name, plan.includes('IXSCAN'), plan.includes('COLLSCAN')]).toEqual([name, true, false]);
    }
  });

  it('are found in more than one batch, by one of several processes', async () => {
    const [first, last] = [await uploaded(), await uploaded()];
    const kept = await uploaded();
    await shop.product({ img: kept });
    const others = Array.from({ length: 210 }, () => ({
      _id: new mongo.ObjectId(),
      length: 0,
      chunkSize: 1,
      filename: 'x.webp',
      uploadDate: new Date(0),
    }));
    await files().insertMany(others);
    const replica = await startShop({ MONGODB_URI: shop.config.mongodbUri });
    const outcomes: string[] = [];
    // jobs that run by themselves report meanwhile as well
    const stop = onTelemetry('job', ({ job: name, outcome }) => {
      if (name === UnreferencedImagesJob.name) outcomes.push(outcome);
    });
    await Promise.all([job().run(), job(replica).run()]);
    stop();
    expect(outcomes).toEqual(['done']);
    await replica.close();
    expect([await isThere(first), await isThere(last), await isThere(kept)]).toEqual([false, false, true]);
    expect(await files().countDocuments({ uploadDate: new Date(0) })).toBe(0);
  });

  it('stay when a product is about to use one, which is rejected once its image is deleted', async () => {
    const [used, deleted] = [await uploaded(), await uploaded()];
    const created = await addProduct(used);
    expect(created.status).toBe(201);
    await shop.db.collection('products').deleteMany({ img: used });
    await run();
    expect([await isThere(used), await isThere(deleted)]).toEqual([true, false]);
    expect(await addProduct(deleted)).toMatchObject({
      status: 400,
      body: { errors: { img: 'Please upload the photo again' } },
    });
  });

  it('are deleted by the next run when one was interrupted', async () => {
    const url = await uploaded();
    await files().updateOne({ _id: idOf(url) }, { $set: { 'metadata.deletedAt': new Date() } });
    expect(await isThere(url)).toBe(false);
    expect((await addProduct(url)).status).toBe(400);
    await run();
    expect(await shop.db.collection('images.chunks').countDocuments({ files_id: idOf(url) })).toBe(0);
  });
});
