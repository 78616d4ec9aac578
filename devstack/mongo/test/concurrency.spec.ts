import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexViolations } from './index-violations.fixture.js';
import { type RunningStore, startStore } from '../wire/server.js';
import { type Client, LONG, MongoClient, randomOf, temporaryFolder } from './support.fixture.js';

interface Row {
  _id: number;
  n: number;
  tags?: string[];
  x?: number;
}

interface Counter {
  _id: number;
  n: number;
  tag?: string;
}

describe('32 clients at once', () => {
  const folder = temporaryFolder();
  let store: RunningStore;
  let clients: Client[];
  const rounds = LONG ? 100 : 3;

  beforeAll(async () => {
    store = await startStore({ port: 0, data: folder.path });
    clients = await Promise.all(
      Array.from({ length: 32 }, () => new MongoClient(store.url, { maxPoolSize: 2 }).connect()),
    );
  });

  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await store.stop();
    folder.remove();
  });

  it('loses no update to conflicting transactions and plain writes', async () => {
    const random = randomOf(3);
    const first = clients[0]!.db('c').collection<Counter>('counters');
    await first.insertMany(Array.from({ length: 4 }, (_, i) => ({ _id: i, n: 0 })));
    let expected = 0;
    await Promise.all(
      clients.map(async (client, i) => {
        const counters = client.db('c').collection<Counter>('counters');
        for (let round = 0; round < rounds; round++) {
          const [a, b] = [random.below(4), random.below(4)];
          if (i % 2 === 0) {
            await counters.updateOne({ _id: a }, { $inc: { n: 1 } });
            expected += 1;
          } else {
            await client.withSession((session) =>
              session.withTransaction(async () => {
                const found = await counters.findOne({ _id: a }, { session });
                // Reads and writes back: a lost update would show.
                await counters.updateOne({ _id: a }, { $set: { n: found!.n + 1 } }, { session });
                await counters.updateOne({ _id: b }, { $inc: { n: 1 } }, { session });
              }),
            );
            expected += 2;
          }
        }
      }),
    );
    const total = (await first.find().toArray()).reduce((sum, { n }) => sum + n, 0);
    expect(total).toBe(expected);
  }, 600_000);

  it('gives the last units to exactly as many buyers as there are units', async () => {
    const stock = clients[0]!.db('c').collection<Counter>('stock');
    await stock.insertOne({ _id: 1, n: 10 });
    const taken = await Promise.all(
      clients.flatMap((client) =>
        [1, 2].map(() =>
          client
            .db('c')
            .collection<Counter>('stock')
            .updateOne({ _id: 1, n: { $gte: 1 } }, { $inc: { n: -1 } }),
        ),
      ),
    );
    expect(taken.filter(({ modifiedCount }) => modifiedCount === 1)).toHaveLength(10);
    expect(await stock.findOne({ _id: 1 })).toEqual({ _id: 1, n: 0 });
  });

  it('lets one of many equal upserts and unique inserts through', async () => {
    const unique = clients[0]!.db('c').collection<Counter>('unique');
    await unique.createIndex({ tag: 1 }, { unique: true });
    const inserts = await Promise.allSettled(
      clients.map((client, i) =>
        client.db('c').collection<Counter>('unique').insertOne({ _id: i, n: 0, tag: 'same' }),
      ),
    );
    expect(inserts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await Promise.all(
      clients.map((client) =>
        client
          .db('c')
          .collection<Counter>('unique')
          .updateOne({ tag: 'upserted' }, { $inc: { n: 1 } }, { upsert: true }),
      ),
    );
    expect(await unique.find({ tag: 'upserted' }).toArray()).toMatchObject([{ n: 32 }]);
  });
});

it('builds indexes while clients write, each once and without an error', async () => {
  const folder = temporaryFolder();
  const store = await startStore({ port: 0, data: folder.path });
  const clients = await Promise.all(
    Array.from({ length: 5 }, () => new MongoClient(store.url, { maxPoolSize: 2 }).connect()),
  );
  const [first, ...writers] = clients.map((client) => client.db('c').collection<Row>('rows'));
  const size = LONG ? 20_000 : 800;
  const random = randomOf(17);
  const tags = () => Array.from({ length: random.below(5) }, () => `t${random.below(50)}`);
  await first!.insertMany(Array.from({ length: size }, (_, n) => ({ _id: n, n, tags: tags() })));
  const indexes: { key: Record<string, 1 | -1>; unique?: boolean }[] = [
    { key: { n: 1 }, unique: true },
    { key: { tags: 1, n: -1 } },
    { key: { n: -1, _id: 1 } },
  ];
  const built = new AbortController();
  let writes = 0;
  const write = async (rows: typeof first, i: number): Promise<void> => {
    for (; !built.signal.aborted; writes++) {
      const id = random.below(size);
      const change = { $set: { tags: tags(), n: size * (writes + 1) + id } };
      if (i > 0) await rows!.updateOne({ _id: id }, change);
      else
        await clients[1]!.withSession((session) =>
          session.withTransaction(async () => {
            await rows!.updateOne({ _id: id }, change, { session });
            await rows!.deleteOne({ _id: random.below(size) }, { session });
            await rows!.insertOne({ _id: size + writes, n: -writes, tags: tags() }, { session });
          }),
        );
    }
  };
  const writing = writers.map(write);
  await Promise.all([first, first, writers[0]].map((rows) => rows!.createIndexes(indexes)));
  built.abort();
  await Promise.all(writing);
  expect(writes).toBeGreaterThan(5);
  expect((await first!.indexes()).map(({ name }) => name)).toEqual([
    '_id_',
    'n_1',
    'tags_1_n_-1',
    'n_-1__id_1',
  ]);

  await first!.insertMany([-1, -2].map((n) => ({ _id: n, n: n * 1e9, x: 1 })));
  const both = first!.createIndexes([{ key: { y: 1 } }, { key: { x: 1 }, unique: true, sparse: true }]);
  await expect(both).rejects.toMatchObject({ code: 11000, keyValue: { x: 1 } });
  expect(await first!.indexes()).toHaveLength(4);
  await Promise.all(clients.map((client) => client.close()));
  await store.stop();
  expect(await indexViolations(folder.path)).toEqual([]);
  folder.remove();
}, 600_000);
