import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningStore, startStore } from '../wire/server.js';
import { indexViolations } from '../test/index-violations.fixture.js';
import {
  type Client,
  Decimal128,
  Double,
  LONG,
  Long,
  MongoClient,
  type Random,
  randomOf,
  temporaryFolder,
} from '../test/support.fixture.js';

type Doc = Record<string, unknown>;

const scalar = (random: Random): unknown => {
  const n = random.below(12) - 4;
  switch (random.below(12)) {
    case 0:
      return new Double(n + 0.5);
    case 1:
      return Long.fromNumber(n);
    case 2:
      return Decimal128.fromString(String(n));
    case 3:
      return random.pick(['', 'a', 'ab', 'abc', 'b', 'ba', 'ä', 'a\0b']);
    case 4:
      return null;
    case 5:
      return random.pick([true, false]);
    case 6:
      return new Date(1_700_000_000_000 + n * 1000);
    case 7:
      return { x: n };
    default:
      return n;
  }
};

/** Only `a` and `c` hold arrays: two arrays in one index are refused. */
const value = (random: Random, name: string): unknown => {
  const kind = ['a', 'c'].includes(name) ? random.below(10) : 2 + random.below(8);
  if (kind === 0) return Array.from({ length: random.below(4) }, () => scalar(random));
  if (kind === 1)
    return Array.from({ length: random.below(3) }, () => ({ d: scalar(random), e: scalar(random) }));
  if (kind === 2) return { d: scalar(random), e: random.below(5) };
  return scalar(random);
};

const document = (random: Random, id: number): Doc => {
  const doc: Doc = { _id: id };
  for (const name of ['a', 'b', 'c', 'd']) if (random.below(8) > 0) doc[name] = value(random, name);
  return doc;
};

const PATHS = ['a', 'b', 'c', 'd', 'c.d', 'c.e', 'b.d', '_id'];

const condition = (random: Random): unknown => {
  switch (random.below(9)) {
    case 0:
      return { [random.pick(['$gt', '$gte', '$lt', '$lte'])]: scalar(random) };
    case 1:
      return { $gte: scalar(random), $lt: scalar(random) };
    case 2:
      return { $in: Array.from({ length: 1 + random.below(4) }, () => scalar(random)) };
    case 3:
      return { [random.pick(['$ne', '$eq'])]: value(random, 'a') };
    case 4:
      return { $exists: random.pick([true, false]) };
    case 5:
      return { $regex: random.pick(['^a', '^ab', 'b', '^']) };
    case 6:
      return {
        $elemMatch: random.pick<Doc>([
          { d: scalar(random), e: scalar(random) },
          { $gt: scalar(random), $lt: scalar(random) },
        ]),
      };
    default:
      return scalar(random);
  }
};

const filterOf = (random: Random, depth = 0): Doc => {
  const filter: Doc = {};
  for (let i = 0; i <= random.below(3); i++) filter[random.pick(PATHS)] = condition(random);
  if (depth === 0 && random.below(5) === 0) filter.$or = [filterOf(random, 1), filterOf(random, 1)];
  if (depth === 0 && random.below(8) === 0) filter.$and = [filterOf(random, 1), filterOf(random, 1)];
  return filter;
};

const sortOf = (random: Random): Record<string, 1 | -1> => {
  const sort: Record<string, 1 | -1> = {};
  for (let i = 0; i <= random.below(2); i++) sort[random.pick(['a', 'b', 'c', 'd'])] = random.pick([1, -1]);
  return { ...sort, _id: random.pick([1, -1]) };
};

const updateOf = (random: Random): Doc => {
  const path = random.pick(['a', 'b', 'c', 'd', 'n.m']);
  return random.pick<Doc>([
    { $set: { [path]: value(random, path) } },
    { $unset: { [path]: 1 } },
    { $min: { [path]: scalar(random) } },
    { $max: { [path]: scalar(random) } },
    { $rename: { a: 'f' } },
  ]);
};

/** A row of a list: few values, so that pages have ties; `tags` is an array in most, and a page goes on at `at`. */
const listRow = (random: Random, id: number): Doc => {
  const tag = () => random.pick(['a', 'ab', 'abc', 'b', 'a\0', null, 1]);
  const row: Doc = { _id: id, kind: random.pick(['x', 'x\0', 'y', 2, null]), at: random.below(5) };
  if (random.below(9) > 0) row.tags = Array.from({ length: random.below(4) }, tag);
  if (random.below(9) > 0) row.gone = random.pick([null, 1]);
  return row;
};

const listFilter = (random: Random): Doc => {
  const some = (values: readonly unknown[]) => ({ $in: values.filter(() => random.below(2) > 0) });
  const tag = () => random.pick<unknown>(['a', 'ab', 'b', some(['a', 'abc', null]), { $gte: 'a', $lt: 'b' }]);
  const filter: Doc = {};
  if (random.below(4) > 0) filter.gone = random.pick<unknown>([null, 1, some([null, 1])]);
  if (random.below(3) > 0) filter.kind = random.pick<unknown>(['x', 'y', some(['x', 'x\0', 'y', 2, null])]);
  if (random.below(3) === 0) filter.at = random.pick<unknown>([2, { $gte: 1, $lt: 4 }, some([0, 1, 2, 3])]);
  if (random.below(3) > 0) filter.tags = tag();
  if (random.below(3) > 0) return filter;
  if (random.below(2) > 0) return { $and: [filter, { tags: tag() }] };
  return { ...filter, $or: [listFilter(random), listFilter(random)] };
};

describe('the planner against a full scan', () => {
  const folder = temporaryFolder();
  let store: RunningStore;
  let client: Client;
  const size = LONG ? 2000 : 200;

  beforeAll(async () => {
    store = await startStore({ port: 0, data: folder.path });
    client = await new MongoClient(store.url).connect();
    const random = randomOf(7);
    const docs = Array.from({ length: size }, (_, i) => document(random, i));
    for (const name of ['indexed', 'plain']) await client.db('t').collection<Doc>(name).insertMany(docs);
    const indexed = client.db('t').collection('indexed');
    await indexed.createIndex({ a: 1 });
    await indexed.createIndex({ b: -1, a: 1 });
    await indexed.createIndex({ 'c.d': 1, 'c.e': -1 });
    await indexed.createIndex({ d: 1 }, { sparse: true });
    await indexed.createIndex({ c: 1 }, { partialFilterExpression: { a: { $gt: 0 } } });
    await indexed.createIndex({ a: -1, d: 1 });
  });

  afterAll(async () => {
    await client.close();
    await store.stop();
    folder.remove();
  });

  it(`finds the same documents in the same order for ${LONG ? 3000 : 300} queries`, async () => {
    const random = randomOf(11);
    const collection = client.db('t').collection('indexed');
    let used = 0;
    for (let i = 0; i < (LONG ? 3000 : 300); i++) {
      const filter = filterOf(random);
      const sort = sortOf(random);
      const skip = random.below(3);
      const limit = random.pick([0, 1, 5]);
      const project = { projection: { _id: 1 } };
      const naive = await collection
        .find(filter, project)
        .hint({ $natural: 1 })
        .sort(sort)
        .skip(skip)
        .limit(limit)
        .toArray();
      const planned = await collection.find(filter, project).sort(sort).skip(skip).limit(limit).toArray();
      const what = JSON.stringify({ filter, sort, skip, limit });
      expect({ what, ids: planned.map(({ _id }) => _id) }).toEqual({
        what,
        ids: naive.map(({ _id }) => _id),
      });
      if (i % 20 === 0) {
        const unsorted = await collection.countDocuments(filter);
        const all = await collection.find(filter, project).hint({ $natural: 1 }).toArray();
        expect({ what, count: unsorted }).toEqual({ what, count: all.length });
        const plan = JSON.stringify(await collection.find(filter).explain('queryPlanner'));
        if (plan.includes('IXSCAN')) used++;
      }
    }
    expect(used).toBeGreaterThan(3);
  }, 1_200_000);

  it(`reads the same pages and counts of lists, ${LONG ? 3000 : 300} times`, async () => {
    const random = randomOf(31);
    const rows = client.db('t').collection<Doc>('rows');
    await rows.insertMany(Array.from({ length: size }, (_, i) => listRow(random, i)));
    await rows.createIndexes([
      { key: { gone: 1, kind: 1, at: 1, _id: 1 } },
      { key: { gone: 1, at: -1, _id: -1 } },
      { key: { kind: -1, at: 1, _id: -1 }, name: 'mixed' },
      { key: { tags: 1, kind: 1, at: 1, _id: 1 } },
      { key: { tags: 1, at: -1, _id: -1 }, partialFilterExpression: { gone: 1 } },
      { key: { kind: -1, _id: 1 }, unique: true },
      { key: { at: 1 } },
    ]);
    const stages = { SORT_MERGE: 0, OR: 0, COUNT_SCAN: 0 };
    for (let i = 0; i < (LONG ? 3000 : 300); i++) {
      const field = random.pick(['at', 'at', 'kind']);
      const way = random.pick([1, -1] as const);
      const sort = { [field]: way, _id: random.below(9) > 0 ? way : (-way as 1 | -1) };
      const [base, beyond] = [listFilter(random), way > 0 ? '$gt' : '$lt'];
      const [value, id] = [random.pick([1, 2, 'x']), random.below(size)];
      const after = { $or: [{ [field]: { [beyond]: value } }, { [field]: value, _id: { [beyond]: id } }] };
      const filter = random.below(2) > 0 ? base : { $and: [base, after] };
      const limit = random.pick([0, 1, 5, 20]);
      const what = JSON.stringify({ filter, sort, limit });
      const idsOf = (cursor: ReturnType<typeof rows.find>) => cursor.map(({ _id }) => _id).toArray();
      const page = (hint?: Doc) => {
        const cursor = rows
          .find(filter, { projection: { _id: 1 } })
          .sort(sort)
          .limit(limit);
        return idsOf(hint ? cursor.hint(hint) : cursor);
      };
      const matches = await idsOf(rows.find(filter).hint({ $natural: 1 }));
      expect({ what, ids: await page() }).toEqual({ what, ids: await page({ $natural: 1 }) });
      const found = await idsOf(rows.find(filter));
      expect({ what, length: found.length, ids: new Set(found) }).toEqual({
        what,
        length: matches.length,
        ids: new Set(matches),
      });
      const count = limit > 0 ? Math.min(limit, matches.length) : matches.length;
      const most = limit > 0 ? { limit } : {};
      expect({ what, count: await rows.countDocuments(filter, most) }).toEqual({ what, count });
      const command = { count: 'rows', query: filter, limit };
      expect({ what, n: (await client.db('t').command(command)).n as number }).toEqual({ what, n: count });
      const plans = [
        await rows.find(filter).sort(sort).limit(limit).explain('queryPlanner'),
        await rows.find(filter).explain('queryPlanner'),
        await client.db('t').command({ explain: command, verbosity: 'queryPlanner' }),
      ];
      for (const stage of ['SORT_MERGE', 'OR', 'COUNT_SCAN'] as const)
        if (JSON.stringify(plans).includes(`"stage":"${stage}"`)) stages[stage]++;
    }
    expect(Math.min(...Object.values(stages))).toBeGreaterThan(5);
  }, 1_200_000);

  it('updates and deletes the same documents with indexes and without', async () => {
    const random = randomOf(23);
    const [indexed, plain] = [client.db('t').collection('indexed'), client.db('t').collection('plain')];
    for (let i = 0; i < (LONG ? 1000 : 150); i++) {
      const filter = filterOf(random);
      const change = updateOf(random);
      const what = JSON.stringify({ filter, change });
      const run = async (collection: typeof indexed) => {
        try {
          const { matchedCount, modifiedCount } =
            i % 25 === 24
              ? {
                  matchedCount: (await collection.deleteMany({ ...filter, _id: { $lt: 20 + i } as never }))
                    .deletedCount,
                  modifiedCount: 0,
                }
              : await collection.updateMany(filter, change);
          return { what, matchedCount, modifiedCount };
        } catch (error) {
          return { what, code: (error as { code: number }).code };
        }
      };
      expect(await run(indexed)).toEqual(await run(plain));
    }
    const all = (collection: typeof indexed) => collection.find().sort({ _id: 1 }).toArray();
    expect(await all(indexed)).toEqual(await all(plain));
    await client.close();
    await store.stop();
    expect(await indexViolations(folder.path)).toEqual([]);
  }, 600_000);
});
