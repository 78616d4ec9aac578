import { describe, expect, it } from '@jest/globals';
import { type Doc, useStore } from '../test/use-store.fixture.js';

describe('plans', () => {
  const { things } = useStore();

  const read = async (filter: Doc, sort: Record<string, 1 | -1> = {}, limit = 0) => {
    const cursor = things().find(filter).sort(sort).limit(limit);
    const { executionStats, queryPlanner } = (await cursor.explain('executionStats')) as unknown as {
      executionStats: { totalDocsExamined: number; nReturned: number };
      queryPlanner: { winningPlan: unknown };
    };
    const { totalDocsExamined: read, nReturned: found } = executionStats;
    return { read, found, plan: JSON.stringify(queryPlanner.winningPlan) };
  };

  it.each([1, -1] as const)('compares strings with a NUL inside in an index of direction %s', async (way) => {
    const names = ['', '\0', 'a', 'a\0', 'a\0b', 'a\x01', 'ab', 'b'];
    await things().insertMany(names.map((name, n) => ({ name, n })));
    await things().createIndex({ name: way, n: 1 });
    for (const [n, name] of names.entries()) {
      const found = async (condition: Doc) =>
        (await things().find({ name: condition }).sort({ n: 1 }).toArray()).map((each) => each.n as number);
      const all = names.map((_, i) => i);
      expect(await found({ $gt: name })).toEqual(all.slice(n + 1));
      expect(await found({ $gte: name })).toEqual(all.slice(n));
      expect(await found({ $lt: name })).toEqual(all.slice(0, n));
      expect(await found({ $lte: name })).toEqual(all.slice(0, n + 1));
      expect(await found({ $eq: name })).toEqual([n]);
    }
  });

  it('goes on in a list where the last page ended', async () => {
    await things().insertMany(Array.from({ length: 500 }, (_, n) => ({ _id: n, user: n % 2, at: n >> 2 })));
    await things().createIndex({ user: 1, at: -1, _id: -1 });
    const page = { $or: [{ at: { $lt: 50 } }, { at: 50, _id: { $lt: 202 } }] };
    expect(await read({ $and: [{ user: 0 }, page] }, { at: -1, _id: -1 }, 10)).toMatchObject({
      read: 11,
      found: 10,
      plan: expect.not.stringContaining('SORT'),
    });
  });

  it('reads the rarest of several values of an array', async () => {
    await things().insertMany(
      Array.from({ length: 400 }, (_, n) => ({ words: ['all', `even${n % 2}`, `w${n % 100}`] })),
    );
    await things().createIndex({ words: 1 });
    expect(await read({ words: { $all: ['all', 'even1', 'w7'] } })).toMatchObject({ read: 4, found: 4 });
    const prefixes = { $and: [{ words: /^even/ }, { words: /^w7$/ }, { words: /^al/ }] };
    expect(await read(prefixes)).toMatchObject({ read: 44, found: 4 });
  });

  it('reads many values one by one, and an $or over different fields as a whole', async () => {
    await things().insertMany(Array.from({ length: 3000 }, (_, n) => ({ _id: n, a: n, b: n % 1500 })));
    await things().createIndexes([{ key: { a: 1 } }, { key: { b: 1 } }]);
    expect(await read({ $or: [{ a: 5 }, { b: 7 }] })).toMatchObject({ read: 3000, found: 3 });
    const many = Array.from({ length: 1000 }, (_, n) => n * 2);
    expect(await read({ _id: { $in: many } })).toMatchObject({ read: 1000, found: 1000 });
    expect(await read({ a: { $in: many }, b: { $gte: 0 } })).toMatchObject({ read: 1000, found: 1000 });
  });

  it('uses a partial or sparse index only where it holds every match', async () => {
    await things().createIndex({ n: 1 }, { partialFilterExpression: { n: { $lt: 5 }, live: true } });
    await things().createIndex({ s: 1 }, { sparse: true });
    await things().createIndex({ p: 1 }, { partialFilterExpression: { p: { $exists: true } } });
    await things().insertMany([
      { n: 1, live: true, s: 1, p: 1 },
      { n: NaN, live: true, s: null, p: null },
      { n: 9, live: true },
      { n: 1, live: false },
      { n: 'text', live: true },
    ]);
    const used = async (filter: Doc) => {
      const { plan, found } = await read(filter);
      return [plan.includes('IXSCAN'), found];
    };
    expect(await used({ n: 1, live: true })).toEqual([true, 1]);
    expect(await used({ n: { $gte: 0, $lt: 4 }, live: true })).toEqual([true, 1]);
    expect(await used({ n: NaN, live: true })).toEqual([false, 1]);
    expect(await used({ n: { $lte: 9 }, live: true })).toEqual([false, 2]);
    expect(await used({ n: 1 })).toEqual([false, 2]);
    expect(await used({ n: 'text', live: true })).toEqual([false, 1]);
    for (const field of ['s', 'p']) {
      expect(await used({ [field]: { $exists: true } })).toEqual([true, 2]);
      expect(await used({ [field]: { $in: [1, 2] } })).toEqual([true, 1]);
      expect(await used({ [field]: null })).toEqual([false, 4]);
      expect(await used({ [field]: { $ne: 1 } })).toEqual([false, 4]);
    }
  });

  it('follows a hint, and refuses one to no index', async () => {
    await things().insertMany([
      { _id: 2, a: 1 },
      { _id: 1, a: 2 },
      { _id: 3, a: 2 },
    ]);
    await things().createIndex({ a: -1 }, { name: 'down' });
    const ids = async (hint: Doc, filter: Doc = {}) =>
      (await things().find(filter).hint(hint).toArray()).map(({ _id }) => _id as unknown);
    expect(await ids('down')).toEqual([1, 3, 2]);
    expect(await ids({ a: -1 }, { _id: { $gte: 2 } })).toEqual([3, 2]);
    expect(await ids('_id_', { a: 2 })).toEqual([1, 3]);
    expect(await ids({ _id: 1 })).toEqual([1, 2, 3]);
    expect(await ids({ $natural: -1 })).toEqual([3, 2, 1]);
    await expect(ids('up')).rejects.toMatchObject({ code: 2 });
  });
});
