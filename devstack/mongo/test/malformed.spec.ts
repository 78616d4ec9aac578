import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from 'node:net';
import mongoose from 'mongoose';
import { type RunningStore, startStore } from '../wire/server.js';
import { LONG, MongoClient, frame, type Random, randomOf, temporaryFolder } from './support.fixture.js';

const SEEDS = [
  frame({ ping: 1, $db: 'admin' }),
  frame({ find: 'c', filter: { a: { $gt: 5 }, b: { $in: [1, 'x', null] } }, sort: { a: 1 }, $db: 't' }),
  frame({ insert: 'c', documents: [{ a: 1, deep: { er: [1, 2, { x: 'y' }] } }], $db: 't' }),
  frame({ update: 'c', updates: [{ q: {}, u: { $inc: { a: 1 } }, multi: true }], $db: 't' }),
  frame({
    aggregate: 'c',
    pipeline: [{ $match: { a: 1 } }, { $group: { _id: '$a', n: { $sum: 1 } } }],
    cursor: {},
    $db: 't',
  }),
  frame({ getMore: mongoose.mongo.Long.fromNumber(12345), collection: 'c', $db: 't' }),
];

const mutate = (random: Random): Buffer => {
  const bytes = Buffer.from(random.pick(SEEDS));
  for (let i = 0; i <= random.below(4); i++) {
    const at = random.below(bytes.length);
    bytes[at] = random.pick([0, 1, 0x7f, 0xff, random.below(256)]);
  }
  if (random.below(4) === 0) return bytes.subarray(0, random.below(bytes.length));
  // Mostly with an honest length, so that more than the first check is reached.
  if (random.below(3) > 0) bytes.writeInt32LE(bytes.length);
  return bytes;
};

describe('malformed messages', () => {
  const folder = temporaryFolder();
  let store: RunningStore;

  beforeAll(async () => {
    store = await startStore({ port: 0, data: folder.path });
  });

  afterAll(async () => {
    await store.stop();
    folder.remove();
  });

  const send = (bytes: Buffer, wait: number): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect(store.port, '127.0.0.1', () => {
        socket.write(bytes);
        setTimeout(() => socket.destroy(), wait);
      });
      socket.on('data', () => socket.destroy());
      socket.on('error', () => {});
      socket.on('close', () => resolve());
    });

  it(
    `serves the next client after ${LONG ? 100_000 : 1000} mutated frames`,
    async () => {
      const random = randomOf(99);
      const total = LONG ? 100_000 : 1000;
      for (let i = 0; i < total; i += 50) {
        await Promise.all(Array.from({ length: 50 }, () => send(mutate(random), 15)));
      }
      const client = await new MongoClient(store.url).connect();
      await client.db('t').collection('after').insertOne({ fine: true });
      expect(await client.db('t').collection('after').countDocuments()).toBe(1);
      await client.close();
    },
    LONG ? 600_000 : 60_000,
  );

  it('closes a connection that announces too much or too little', async () => {
    for (const size of [0, 15, -1, 48_000_001, 0x7fffffff]) {
      const bytes = Buffer.from(SEEDS[0]!);
      bytes.writeInt32LE(size);
      const closed = new Promise<boolean>((resolve) => {
        const socket = connect(store.port, '127.0.0.1', () => socket.write(bytes));
        const timer = setTimeout(() => resolve(false), 2000);
        socket.on('error', () => {});
        socket.on('close', () => {
          clearTimeout(timer);
          resolve(true);
        });
      });
      expect(await closed).toBe(true);
    }
  });

  it('responds to others while a large collection is scanned', async () => {
    const client = await new MongoClient(store.url).connect();
    const big = client.db('t').collection<{ _id: number; n: number }>('big');
    const size = LONG ? 200_000 : 5000;
    for (let i = 0; i < size; i += 5000) {
      await big.insertMany(Array.from({ length: 5000 }, (_, j) => ({ _id: i + j, n: (i + j) % 977 })));
    }
    let slowest = 0;
    const scanning = { now: true };
    const scan = big
      .find({ n: { $gte: 0 } })
      .sort({ n: -1 })
      .limit(5)
      .toArray()
      .finally(() => (scanning.now = false));
    while (scanning.now) {
      const started = performance.now();
      await client.db('t').command({ ping: 1 });
      slowest = Math.max(slowest, performance.now() - started);
    }
    expect((await scan).map(({ n }) => n)).toEqual([976, 976, 976, 976, 976]);
    expect(slowest).toBeLessThan(250);
    await client.close();
  });
});
