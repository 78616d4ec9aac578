import { beforeEach, describe, expect, it } from 'vitest';
import { type Doc, useStore } from '../test/use-store.fixture.js';

describe('plans', () => {
  const { things, db, client } = useStore();

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

  it.each([1, -1] as const)('bounds numbers in a unique index of direction %s', async (way) => {
    await things().insertMany([NaN, -1, 0, 5, 255, 256, null].map((n) => ({ n })));
    await things().createIndex({ n: way }, { unique: true });
    const count = (condition: Doc) => things().countDocuments({ n: condition });
    expect(await Promise.all([{ $gt: 5 }, { $gte: 5 }, { $lt: 255 }, { $lte: 255 }].map(count))).toEqual([
      2, 3, 3, 4,
    ]);
    expect(await Promise.all([5, NaN, null, { $in: [0, 7] }].map(count))).toEqual([1, 1, 1, 1]);
  });

  it('goes on in a list where the last page ended', async () => {
    await things().insertMany(Array.from({ length: 500 }, (_, n) => ({ _id: n, user: n % 2, at: n >> 2 })));
    await things().createIndex({ user: 1, at: -1, _id: -1 });
    const page = { $or: [{ at: { $lt: 50 } }, { at: 50, _id: { $lt: 202 } }] };
    expect(await read({ $and: [{ user: 0 }, page] }, { at: -1, _id: -1 }, 10)).toMatchObject({
      read: 10,
      found: 10,
      plan: expect.not.stringContaining('SORT'),
    });
  });

  describe('a list of 1,000 rows', () => {
    const kinds = { $in: ['a', 'b', 'c', 'd'] };
    beforeEach(async () => {
      const kind = (n: number) => 'aaaaabbcd'[n % 9];
      const row = (_: unknown, n: number) => ({
        _id: n,
        kind: kind(n),
        at: n >> 6,
        tags: ['all', `t${n % 7}`],
      });
      await things().insertMany(Array.from({ length: 1000 }, row));
      await things().createIndexes([
        { key: { kind: 1, at: 1, _id: 1 } },
        { key: { tags: 1, kind: 1, at: 1, _id: 1 } },
      ]);
    });
    const explained = async (filter: Doc, sort: Record<string, 1 | -1>, limit = 20) => {
      const { executionStats: stats, queryPlanner } = (await things()
        .find(filter)
        .sort(sort)
        .limit(limit)
        .explain('executionStats')) as Doc;
      return { ...stats, plan: JSON.stringify(queryPlanner.winningPlan) };
    };

    it.each([1, -1] as const)('merges the ranges of several values, in direction %s', async (way) => {
      for (const filter of [{ kind: kinds }, { kind: kinds, tags: 'all' }]) {
        const { plan, ...stats } = await explained(filter, { at: way, _id: way });
        expect(stats).toMatchObject({ nReturned: 20, totalKeysExamined: 23, totalDocsExamined: 20 });
        expect(plan).toContain('"SORT_MERGE"');
        expect(plan).not.toContain('"SORT"');
      }
    });

    it.each([1, -1] as const)('goes on after a row among its equals, in direction %s', async (way) => {
      const beyond = way > 0 ? '$gt' : '$lt';
      const cursor = { $or: [{ at: { [beyond]: 8 } }, { at: 8, _id: { [beyond]: 540 } }] };
      for (const filter of [{ kind: kinds }, { kind: kinds, tags: 'all' }]) {
        const { plan, ...stats } = await explained({ $and: [filter, cursor] }, { at: way, _id: way });
        expect(stats).toMatchObject({ nReturned: 20, totalKeysExamined: 23, totalDocsExamined: 20 });
        expect(plan).not.toContain('"SORT"');
      }
    });

    it('merges the branches of an $or from different indexes', async () => {
      await things().createIndex({ n: 1, at: -1, _id: -1 });
      await things().updateMany({ _id: { $in: [5, 17, 999] } }, { $set: { n: 1 } });
      const sort = { at: 1, _id: 1 } as const;
      const { plan, ...stats } = await explained({ $or: [{ kind: 'd' }, { n: 1 }] }, sort);
      expect(stats).toMatchObject({ nReturned: 20, totalKeysExamined: 22, totalDocsExamined: 20 });
      expect(plan).not.toContain('"SORT"');
    });

    it('merges at most 200 ranges', async () => {
      const many = (length: number) => ({ kind: { $in: Array.from({ length }, (_, n) => `a${n}`) } });
      expect((await explained(many(200), { at: 1, _id: 1 })).plan).toContain('"SORT_MERGE"');
      expect((await explained(many(201), { at: 1, _id: 1 })).plan).toContain('"SORT"');
    });

    it('counts keys, and of several ranges no more than the limit', async () => {
      const counted = async (query: Doc, limit: number) => {
        const command = { explain: { count: 'things', query, limit }, verbosity: 'executionStats' };
        const { executionStats: stats, queryPlanner } = await db().command(command);
        expect(await things().countDocuments(query, limit > 0 ? { limit } : {})).toBe(stats.nReturned);
        const { inputStage } = queryPlanner.winningPlan;
        return [inputStage.stage, stats.nReturned, stats.totalKeysExamined, stats.totalDocsExamined];
      };
      expect(await counted({ kind: kinds }, 0)).toEqual(['COUNT_SCAN', 1000, 1000, 0]);
      expect(await counted({ kind: kinds }, 700)).toEqual(['COUNT_SCAN', 700, 700, 0]);
      expect(await counted({ kind: { $in: ['a', 'z'] }, tags: 't3' }, 0)).toEqual(['COUNT_SCAN', 80, 80, 0]);
      expect(await counted({ tags: { $in: ['all', 't1'] } }, 0)).toEqual(['IXSCAN', 1000, 1143, 1000]);
      const session = client().startSession();
      await session.withTransaction(async () => {
        await things().deleteMany({ _id: { $lt: 10 } }, { session });
        await things().insertOne({ kind: 'd', tags: [], at: -1 }, { session });
        expect(await things().countDocuments({ kind: kinds }, { session })).toBe(991);
        const page = things().find({ kind: kinds }, { session }).sort({ at: 1, _id: 1 }).limit(2);
        expect(await page.map(({ at }) => at).toArray()).toEqual([-1, 0]);
      });
    });

    it('takes an order with more entries before a sort of half as many', async () => {
      await things().createIndexes([{ key: { n: 1 } }, { key: { at: 1, _id: 1 } }]);
      await things().updateMany({ _id: { $lt: 600 } }, { $set: { n: 1 } });
      await things().updateMany({ _id: { $lt: 3 } }, { $set: { m: 1 } });
      expect(await explained({ n: 1 }, { at: 1, _id: 1 })).toMatchObject({ totalKeysExamined: 20 });
      await things().createIndex({ m: 1 });
      expect(await explained({ n: 1, m: 1 }, { at: 1, _id: 1 })).toMatchObject({ totalKeysExamined: 3 });
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

  it('reads many values one by one, and an $or by the indexes of all its branches', async () => {
    await things().insertMany(Array.from({ length: 3000 }, (_, n) => ({ _id: n, a: n, b: n % 1500 })));
    await things().createIndexes([{ key: { a: 1 } }, { key: { b: 1 } }]);
    expect(await read({ $or: [{ a: 5 }, { b: 7 }] })).toMatchObject({ read: 3, found: 3 });
    expect(await read({ $or: [{ a: 5 }, { c: 7 }] })).toMatchObject({ read: 3000, found: 1 });
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
