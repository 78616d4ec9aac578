import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import mongoose, { Schema } from 'mongoose';
import { type RunningStore, startStore } from '../wire/server.js';

describe('mongoose on the embedded store', () => {
  const data = mkdtempSync(join(tmpdir(), 'store-'));
  let store: RunningStore;
  let connection: mongoose.Connection;

  beforeAll(async () => {
    store = await startStore({ port: 0, data });
    connection = await mongoose.createConnection(store.url, { dbName: 'smoke' }).asPromise();
  });

  afterAll(async () => {
    await connection.close();
    await store.stop();
    rmSync(data, { recursive: true });
  });

  const itemSchema = new Schema(
    { sku: { type: String, unique: true }, stock: Number, tags: [String], price: Number },
    { timestamps: true },
  ).index({ tags: 1, price: -1 });

  it('creates, finds, sorts, counts, updates and deletes', async () => {
    const Item = connection.model('Item', itemSchema);
    await Item.init();
    for (let i = 0; i < 30; i++) {
      await Item.create({ sku: `s${i}`, stock: i, tags: [i % 2 ? 'odd' : 'even'], price: i * 10 });
    }
    expect(await Item.countDocuments({ tags: 'odd' })).toBe(15);
    const page = await Item.find({ tags: 'odd' }).sort({ price: -1 }).skip(2).limit(3).lean();
    expect(page.map((item) => item.sku)).toEqual(['s25', 's23', 's21']);
    const taken = await Item.findOneAndUpdate(
      { sku: 's5', stock: { $gte: 5 } },
      { $inc: { stock: -5 } },
      { returnDocument: 'after' },
    );
    expect(taken?.stock).toBe(0);
    expect(
      await Item.findOneAndUpdate({ sku: 's5', stock: { $gte: 1 } }, { $inc: { stock: -1 } }),
    ).toBeNull();
    await expect(Item.create({ sku: 's1' })).rejects.toMatchObject({
      code: 11000,
      keyPattern: { sku: 1 },
      keyValue: { sku: 's1' },
    });
    expect((await Item.deleteMany({ stock: { $lt: 10 } })).deletedCount).toBe(10);
    expect(await Item.distinct('tags')).toEqual(['even', 'odd']);
    const indexes = await Item.collection.indexes();
    expect(indexes.map((index) => index.name)).toEqual(['_id_', 'sku_1', 'tags_1_price_-1']);
  });

  it('commits and rolls back transactions', async () => {
    const Account = connection.model('Account', new Schema({ _id: String, sum: Number }));
    await Account.create([
      { _id: 'a', sum: 10 },
      { _id: 'b', sum: 0 },
    ]);
    await connection.transaction(async (session) => {
      await Account.updateOne({ _id: 'a' }, { $inc: { sum: -3 } }, { session });
      await Account.updateOne({ _id: 'b' }, { $inc: { sum: 3 } }, { session });
      expect((await Account.findById('a'))?.sum).toBe(10);
    });
    await expect(
      connection.transaction(async (session) => {
        await Account.updateOne({ _id: 'a' }, { $inc: { sum: -3 } }, { session });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect((await Account.find().sort('_id').lean()).map((account) => account.sum)).toEqual([7, 3]);
  });

  it('keeps files in GridFS', async () => {
    const bucket = new mongoose.mongo.GridFSBucket(connection.db!);
    const bytes = Buffer.alloc(700_000, 'image');
    const upload = bucket.openUploadStream('image.png');
    await new Promise((resolve, reject) => {
      Readable.from([bytes]).pipe(upload).on('finish', resolve).on('error', reject);
    });
    const chunks: Buffer[] = [];
    for await (const chunk of bucket.openDownloadStream(upload.id)) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
  });
});
