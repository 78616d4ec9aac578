import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { Long, MongoClient, StoreProcess, rawCommand, temporaryFolder } from './support.fixture.js';

const { UUID } = mongoose.mongo.BSON;

describe('a data folder', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let store: StoreProcess;

  beforeEach(() => {
    folder = temporaryFolder();
    store = new StoreProcess(folder.path);
  });
  afterEach(async () => {
    await store.kill();
    folder.remove();
  });

  it('responds to a repeated write as before, even after a restart', async () => {
    await store.start();
    const lsid = { id: new UUID(randomUUID()) };
    const common = { lsid, $db: 't' };
    const write = {
      update: 'c',
      updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } }, upsert: true }],
      txnNumber: Long.fromNumber(1),
      ...common,
    };
    const take = {
      findAndModify: 'c',
      query: { _id: 1 },
      update: { $inc: { n: 10 } },
      new: true,
      txnNumber: Long.fromNumber(2),
      ...common,
    };
    const twice = async (command: Record<string, unknown>) => {
      const first = await rawCommand(store.url, command);
      await store.kill();
      await store.start();
      return [first, await rawCommand(store.url, command)] as const;
    };
    const [first, again] = await twice(write);
    expect(first).toMatchObject({ n: 1, upserted: [{ index: 0, _id: 1 }], ok: 1 });
    expect(again).toMatchObject({ n: 1, upserted: [{ index: 0, _id: 1 }], ok: 1 });
    const [taken, takenAgain] = await twice(take);
    expect(taken.value).toEqual({ _id: 1, n: 11 });
    expect(takenAgain.value).toEqual({ _id: 1, n: 11 });
    expect(await rawCommand(store.url, write)).toMatchObject({ ok: 0, code: 225 });

    const txn = { txnNumber: Long.fromNumber(3), autocommit: false, ...common };
    await rawCommand(store.url, { insert: 'c', documents: [{ _id: 2 }], startTransaction: true, ...txn });
    const commit = { commitTransaction: 1, ...txn, $db: 'admin' };
    const [committed, committedAgain] = await twice(commit);
    expect([committed.ok, committedAgain.ok]).toEqual([1, 1]);
    expect(await rawCommand(store.url, { count: 'c', $db: 't' })).toMatchObject({ n: 2 });
  });

  it('is held by one process, which its lock names', async () => {
    await store.start();
    const second = new StoreProcess(folder.path);
    await expect(second.start()).rejects.toThrow(`in use by process ${store.pid}`);
    await store.kill('SIGKILL');
    await second.start();
    expect(await second.kill('SIGTERM')).toBe(0);
  });

  it('is refused when it is not the store’s own, or damaged, and left as it is', async () => {
    const foreign = join(folder.path, 'letters.txt');
    writeFileSync(foreign, 'dear diary');
    await expect(store.start()).rejects.toThrow('was not made by this store');
    expect(readFileSync(foreign, 'utf8')).toBe('dear diary');

    const own = temporaryFolder();
    const other = new StoreProcess(own.path);
    await other.start();
    const client = await new MongoClient(other.url).connect();
    await client
      .db('t')
      .collection('c')
      .insertMany(Array.from({ length: 2000 }, (_, i) => ({ n: i, text: 'x'.repeat(500) })));
    await client.close();
    await other.kill();
    const file = join(own.path, 'store.mdb');
    const whole = readFileSync(file);
    truncateSync(file, Math.floor(whole.length / 2));
    await expect(other.start()).rejects.toThrow('is damaged: store.mdb is cut short');
    truncateSync(file, 0);
    await expect(other.start()).rejects.toThrow('is damaged');
    writeFileSync(file, Buffer.alloc(whole.length, 'garbage'));
    await expect(other.start()).rejects.toThrow('is damaged');
    writeFileSync(file, whole);
    await other.start();
    await other.kill();
    own.remove();
  });
});
