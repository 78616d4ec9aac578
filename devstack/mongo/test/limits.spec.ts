import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import mongoose from 'mongoose';
import { type RunningStore, startStore } from '../wire/server.js';
import { type Client, Long, MongoClient, frame, rawCommand, temporaryFolder } from './support.fixture.js';

const { UUID } = mongoose.mongo.BSON;

/** A started store with short limits, and a client of it. */
const useLimits = (limits: Partial<Parameters<typeof startStore>[0]>) => {
  const folder = temporaryFolder();
  let store: RunningStore;
  let client: Client;
  beforeAll(async () => {
    store = await startStore({ port: 0, data: folder.path, ...limits });
    client = await new MongoClient(store.url).connect();
  });
  afterAll(async () => {
    await client.close();
    await store.stop();
    folder.remove();
  });
  return {
    store: () => store,
    things: () => client.db('t').collection<{ _id: number; text?: string }>('things'),
    command: (body: Record<string, unknown>) => rawCommand(store.url, { ...body, $db: body.$db ?? 't' }),
  };
};

const transaction = () => ({
  lsid: { id: new UUID(randomUUID()) },
  txnNumber: Long.fromNumber(1),
  autocommit: false,
});

describe('a transaction that outlives its limit', () => {
  const { command, things } = useLimits({ transactionSeconds: 0.3 });

  it('ends, gives its locks up, and says so to the client that goes on with it', async () => {
    const txn = transaction();
    const first = { insert: 'things', documents: [{ _id: 1 }], startTransaction: true, ...txn };
    expect(await command(first)).toMatchObject({ ok: 1, n: 1 });
    const started = performance.now();
    // A plain write of the same document waits for the transaction's end.
    await things().insertOne({ _id: 1, text: 'plain' });
    expect(performance.now() - started).toBeGreaterThan(100);
    for (const body of [{ find: 'things' }, { commitTransaction: 1, $db: 'admin' }]) {
      expect(await command({ ...body, ...txn })).toMatchObject({
        ok: 0,
        code: 251,
        codeName: 'NoSuchTransaction',
        errorLabels: ['TransientTransactionError'],
      });
    }
    expect(await things().find().toArray()).toEqual([{ _id: 1, text: 'plain' }]);
  });
});

describe('an idle session', () => {
  const { command, things } = useLimits({ sessionSeconds: 0.3 });

  it('ends with its transaction and its cursors', async () => {
    await things().insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3 }]);
    const txn = transaction();
    await command({ insert: 'things', documents: [{ _id: 4 }], startTransaction: true, ...txn });
    const other = { lsid: { id: new UUID(randomUUID()) } };
    const { cursor } = (await command({ find: 'things', batchSize: 1, ...other })) as {
      cursor: { id: InstanceType<typeof Long> };
    };
    await wait(1000);
    const more = { getMore: Long.fromString(String(cursor.id)), collection: 'things', ...other };
    expect(await command(more)).toMatchObject({ ok: 0, code: 43 });
    expect(await command({ commitTransaction: 1, ...txn, $db: 'admin' })).toMatchObject({ ok: 0, code: 251 });
    expect(await things().countDocuments()).toBe(3);
  });
});

describe('a client that does not read its replies', () => {
  const { store, things } = useLimits({ slowReaderSeconds: 0.3 });

  it('is cut off, and others are served meanwhile', async () => {
    await things().insertMany([1, 2, 3].map((_id) => ({ _id, text: 'x'.repeat(5_000_000) })));
    const closed = new Promise<void>((resolve) => {
      const socket = connect(store().port, '127.0.0.1', () => {
        socket.pause();
        for (let i = 0; i < 4; i++) socket.write(frame({ find: 'things', $db: 't' }));
      });
      socket.on('error', () => {});
      // Writing is how a paused client learns that the other end is gone.
      const timer = setInterval(() => socket.write(frame({ ping: 1, $db: 't' })), 100);
      socket.on('close', () => {
        clearInterval(timer);
        resolve();
      });
    });
    expect(await things().countDocuments()).toBe(3);
    await closed;
    expect(await things().countDocuments()).toBe(3);
  });
});

/** A document of so many levels, itself the first. */
const nested = (levels: number): Record<string, unknown> =>
  Array.from({ length: levels - 1 }).reduce<Record<string, unknown>>((inner) => ({ a: inner }), {});

describe('a document that nests too deep', () => {
  const { command, things } = useLimits({});

  it.each([101, 150, 2500])('is refused at %i levels, and fails no write of others', async (levels) => {
    await things().deleteMany({});
    const others = Array.from({ length: 20 }, (_, i) =>
      command({ insert: 'things', documents: [{ _id: i }] }),
    );
    const deep = command({
      insert: 'things',
      documents: [{ deep: nested(levels - 1) }, { _id: 99 }],
      ordered: false,
    });
    const { writeErrors, ...reply } = await deep;
    expect(writeErrors ?? [reply]).toMatchObject([{ code: 15 }]);
    expect(await Promise.all(others)).toEqual(others.map(() => expect.objectContaining({ n: 1, ok: 1 })));
    // Only the deep statement of its batch failed, when it was read at all.
    expect(await things().countDocuments()).toBe(writeErrors ? 21 : 20);
  });

  it('is refused when an update makes it so, and accepted at 100 levels', async () => {
    await things().deleteMany({});
    expect(await command({ insert: 'things', documents: [{ _id: 1, deep: nested(99) }] })).toMatchObject({
      n: 1,
    });
    const path = Array.from({ length: 101 }, () => 'a').join('.');
    const update = command({ update: 'things', updates: [{ q: { _id: 1 }, u: { $set: { [path]: 1 } } }] });
    expect(await update).toMatchObject({ n: 0, writeErrors: [{ code: 15 }] });
    expect(await command({ find: 'things', filter: nested(2500) })).toMatchObject({ ok: 0, code: 15 });
  });
});

describe('more open transactions than there are reader slots', () => {
  const { command, things } = useLimits({});

  it('are refused with a label to retry, and keep no client from reading and writing', async () => {
    await things().insertOne({ _id: 1 });
    const open: ReturnType<typeof transaction>[] = [];
    let refused: Record<string, unknown> | undefined;
    for (let i = 0; i < 600 && !refused; i++) {
      const txn = transaction();
      const reply = await command({ find: 'things', startTransaction: true, ...txn });
      if (reply.ok) open.push(txn);
      else refused = reply;
    }
    expect(refused).toMatchObject({ code: 246, errorLabels: ['TransientTransactionError'] });
    await things().insertOne({ _id: 2 });
    expect(await things().countDocuments()).toBe(2);
    // All of them still read their snapshots, and a place that is given up can be taken.
    expect(await command({ count: 'things', ...open[0] })).toMatchObject({ code: 263 });
    expect(await command({ find: 'things', ...open.at(-1) })).toMatchObject({
      cursor: { firstBatch: [{ _id: 1 }] },
    });
    await command({ abortTransaction: 1, ...open[1], $db: 'admin' });
    expect(await command({ find: 'things', startTransaction: true, ...transaction() })).toMatchObject({
      ok: 1,
    });
  });
});

describe('more open cursors than are kept', () => {
  const { command, things } = useLimits({});

  it('end with the one unused longest', async () => {
    await things().insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3 }]);
    const ids: InstanceType<typeof Long>[] = [];
    for (let i = 0; i < 501; i++) {
      const { cursor } = (await command({ find: 'things', batchSize: 1 })) as { cursor: { id: bigint } };
      ids.push(Long.fromString(String(cursor.id)));
    }
    const more = (id: unknown) => command({ getMore: id, collection: 'things' });
    expect(await more(ids[0])).toMatchObject({ ok: 0, code: 43 });
    expect(await more(ids[1])).toMatchObject({ cursor: { nextBatch: [{ _id: 2 }, { _id: 3 }] } });
  });
});

describe('a command with maxTimeMS', () => {
  const { command, things } = useLimits({});
  // The expression takes long on every document, and matches none.
  const slow = { text: { $regex: '([a-d][a-e]){20}[f-z]' } };
  const expired = { ok: 0, code: 50, codeName: 'MaxTimeMSExpired' };
  beforeAll(async () => {
    await things().insertMany(
      Array.from({ length: 400 }, (_, _id) => ({ _id, text: 'abcd'.repeat(10_000) })),
    );
  });

  it.each<[string, Record<string, unknown>]>([
    ['find', { find: 'things', filter: slow }],
    ['count', { count: 'things', query: slow }],
    ['distinct', { distinct: 'things', key: 'text', query: slow }],
    ['aggregate', { aggregate: 'things', pipeline: [{ $match: slow }], cursor: {} }],
    ['update', { update: 'things', updates: [{ q: slow, u: { $set: { done: true } }, multi: true }] }],
    ['findAndModify', { findAndModify: 'things', query: slow, remove: true }],
  ])('fails when a %s takes longer', async (_name, body) => {
    expect(await command({ ...body, maxTimeMS: 5 })).toMatchObject(expired);
    expect(await command({ ping: 1 })).toMatchObject({ ok: 1 });
  });

  it('counts what the batches of a cursor take, and not the time between them', async () => {
    // one expression takes 0.1 s for all documents together
    const slower = Array.from({ length: 20 }, (_, n) => ({
      text: { $regex: `([a-d][a-e]){${n + 20}}[f-z]` },
    }));
    const filter = { $or: [{ _id: { $lt: 3 } }, ...slower] };
    const { cursor } = (await command({ find: 'things', filter, batchSize: 1, maxTimeMS: 150 })) as {
      cursor: { id: bigint };
    };
    const getMore = { getMore: Long.fromString(String(cursor.id)), collection: 'things' };
    await wait(300);
    expect(await command({ ...getMore, batchSize: 1 })).toMatchObject({
      cursor: { nextBatch: [{ _id: 1 }] },
    });
    expect(await command(getMore)).toMatchObject(expired);
    expect(await command(getMore)).toMatchObject({ ok: 0, code: 43 });
  });

  it('waits no longer than that for another client’s lock', async () => {
    const txn = transaction();
    const lock = { update: 'things', updates: [{ q: { _id: 1 }, u: { $set: { held: 1 } } }] };
    await command({ ...lock, startTransaction: true, ...txn });
    const started = performance.now();
    expect(await command({ ...lock, maxTimeMS: 100 })).toMatchObject(expired);
    expect(performance.now() - started).toBeLessThan(5000);
    await command({ abortTransaction: 1, ...txn, $db: 'admin' });
  });
});

describe('a message that is too large or makes no sense', () => {
  const { command } = useLimits({});

  it('gets an error by name', async () => {
    const large = { insert: 'things', documents: [{ text: 'x'.repeat(16 * 1024 * 1024) }] };
    const { writeErrors, ...reply } = await command(large);
    expect(writeErrors ?? [reply]).toMatchObject([{ code: 10334 }]);
    expect(await command({ mapReduce: 'things' })).toMatchObject({ code: 59 });
    expect(await command({ find: 'things', tailable: true })).toMatchObject({ code: 238 });
    expect(await command({ find: 'things', filterr: {} })).toMatchObject({ code: 40415 });
  });
});
