import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import mongoose from 'mongoose';
import { indexViolations } from '../test/index-violations.fixture.js';
import { Long, MongoClient, rawCommand, temporaryFolder } from '../test/support.fixture.js';
import { type RunningStore, startStore } from '../wire/server.js';

const { UUID } = mongoose.mongo.BSON;

describe('a store', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let store: RunningStore;

  const start = async (): Promise<void> => {
    store = await startStore({ port: 0, data: folder.path });
  };
  const command = (body: Record<string, unknown>) => rawCommand(store.url, { ...body, $db: body.$db ?? 't' });
  const transaction = () => ({
    lsid: { id: new UUID(randomUUID()) },
    txnNumber: Long.fromNumber(1),
    autocommit: false,
  });

  beforeEach(async () => {
    folder = temporaryFolder();
    await start();
  });
  afterEach(async () => {
    await store.stop();
    folder.remove();
  });

  it('counts up to a limit', async () => {
    await command({ insert: 'c', documents: Array.from({ length: 10 }, (_, i) => ({ _id: i })) });
    for (const [options, n] of [
      [{}, 10],
      [{ limit: 4 }, 4],
      [{ limit: 4, skip: 8 }, 2],
      [{ limit: 40 }, 10],
    ] as const)
      expect(await command({ count: 'c', ...options })).toMatchObject({ n });
  });

  it('responds to a commit that comes twice at once both times', async () => {
    const txn = transaction();
    await command({ insert: 'c', documents: [{ _id: 1 }], startTransaction: true, ...txn });
    const commit = () => command({ commitTransaction: 1, ...txn, $db: 'admin' });
    expect(await Promise.all([commit(), commit(), commit()])).toMatchObject([
      { ok: 1 },
      { ok: 1 },
      { ok: 1 },
    ]);
    expect(await command({ count: 'c' })).toMatchObject({ n: 1 });
  });

  it('lets unique keys move between documents inside a transaction', async () => {
    const client = await new MongoClient(store.url).connect();
    const things = client.db('t').collection<{ _id: number; tag?: string }>('c');
    await things.createIndex({ tag: 1 }, { unique: true });
    await things.insertMany([
      { _id: 1, tag: 'a' },
      { _id: 2, tag: 'b' },
    ]);
    await client.withSession((session) =>
      session.withTransaction(async () => {
        await things.updateOne({ _id: 1 }, { $set: { tag: 'c' } }, { session });
        await things.updateOne({ _id: 2 }, { $set: { tag: 'a' } }, { session });
        await things.updateOne({ _id: 1 }, { $set: { tag: 'b' } }, { session });
      }),
    );
    expect(await things.find().sort({ tag: 1 }).toArray()).toEqual([
      { _id: 2, tag: 'a' },
      { _id: 1, tag: 'b' },
    ]);
    await expect(things.insertOne({ _id: 3, tag: 'b' })).rejects.toThrow('E11000');
    await client.close();
    await store.stop();
    expect(await indexViolations(folder.path)).toEqual([]);
  });

  it('lets a drop wait for the transaction that gives the collection an index', async () => {
    await command({ create: 'c' });
    const txn = transaction();
    const indexes = [{ key: { a: 1 }, name: 'a_1' }];
    expect(await command({ createIndexes: 'c', indexes, startTransaction: true, ...txn })).toMatchObject({
      ok: 1,
    });
    const dropped = command({ drop: 'c' });
    expect(await command({ commitTransaction: 1, ...txn, $db: 'admin' })).toMatchObject({ ok: 1 });
    expect(await dropped).toMatchObject({ ok: 1, nIndexesWas: 2 });
  });

  it('keeps its data when the mark of its format is lost, and refuses when the data is', async () => {
    await command({ insert: 'c', documents: [{ _id: 1 }] });
    await store.stop();
    rmSync(join(folder.path, 'FORMAT'));
    await start();
    expect(await command({ count: 'c' })).toMatchObject({ n: 1 });
    await store.stop();
    expect(readdirSync(folder.path)).toContain('FORMAT');
    rmSync(join(folder.path, 'store.mdb'));
    await expect(start()).rejects.toThrow('cannot be used');
  });

  it('removes expired documents of a TTL index, those of its filter only', async () => {
    await store.stop();
    store = await startStore({ port: 0, data: folder.path, ttlSeconds: 0.1 });
    const options = { expireAfterSeconds: 1, partialFilterExpression: { open: true } };
    await command({ createIndexes: 'c', indexes: [{ key: { at: -1 }, name: 'at', ...options }] });
    const [past, now] = [new Date(Date.now() - 5000), new Date(Date.now() + 60_000)];
    const documents = [
      { _id: 1, at: past, open: true },
      { _id: 2, at: [now, past], open: true },
      { _id: 3, at: past, open: false },
      { _id: 4, at: now, open: true },
      { _id: 5, at: 'past', open: true },
    ];
    await command({ insert: 'c', documents });
    for (let i = 0; i < 50 && (await command({ count: 'c' })).n !== 3; i++) await wait(50);
    const { cursor } = (await command({ find: 'c' })) as { cursor: { firstBatch: { _id: number }[] } };
    expect(cursor.firstBatch.map(({ _id }) => _id)).toEqual([3, 4, 5]);
  });
});
