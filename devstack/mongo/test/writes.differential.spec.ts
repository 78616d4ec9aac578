import { describe, expect, it } from 'vitest';
import { Long } from './support.fixture.js';
import { type Doc, REAL_URI, useStore } from './use-store.fixture.js';

/** What MongoDB's manual says, by the name of the page, with its examples; on a real MongoDB too (TEST_MONGODB_URI). */
describe('writes as MongoDB documents them', () => {
  const { things, db } = useStore(REAL_URI);

  // "db.collection.updateOne()" (upsert), "db.collection.findOneAndUpdate()", "findAndModify".
  it('upserts from the equalities of the filter, and returns the document before or after', async () => {
    const filter = { a: 1, 'b.c': { $eq: 2 }, d: { $gt: 5 }, $and: [{ e: { $in: [3] } }] };
    const { upsertedCount } = await things().updateOne(
      filter,
      { $set: { f: 4 }, $setOnInsert: { g: 5 } },
      { upsert: true },
    );
    expect(upsertedCount).toBe(1);
    expect(await things().findOne({}, { projection: { _id: 0 } })).toEqual({
      a: 1,
      b: { c: 2 },
      e: 3,
      f: 4,
      g: 5,
    });
    await things().deleteMany({});
    await things().insertMany([
      { _id: 1, n: 3 },
      { _id: 2, n: 1 },
    ]);
    const take = (options: Doc = {}) =>
      things().findOneAndUpdate({}, { $inc: { n: 10 } }, { sort: { n: 1 }, ...options });
    expect(await take()).toEqual({ _id: 2, n: 1 });
    expect(await take({ returnDocument: 'after' })).toEqual({ _id: 1, n: 13 });
    expect(await take({ returnDocument: 'after', projection: { n: 1, _id: 0 } })).toEqual({ n: 21 });
    expect(
      await things().findOneAndReplace({ _id: 3 }, { n: 0 }, { upsert: true, returnDocument: 'after' }),
    ).toEqual({ _id: 3, n: 0 });
    expect(await things().findOneAndDelete({ n: 0 })).toEqual({ _id: 3, n: 0 });
    expect(await things().findOneAndDelete({ n: 0 })).toBeNull();
    expect(await things().updateMany({}, { $set: { n: 13 } })).toMatchObject({
      matchedCount: 2,
      modifiedCount: 1,
    });
    expect(await things().deleteMany({ n: 13 })).toMatchObject({ deletedCount: 2 });
  });

  // "Upsert with Operator Expressions": a field that the filter gives two values has none.
  it.each<[Doc]>([
    [{ a: { $all: [1, 2] } }],
    [{ a: { $eq: 1, $all: [2] } }],
    [{ $and: [{ a: 1 }, { a: 2 }] }],
    [{ a: { b: 1 }, 'a.c': 2 }],
  ])('inserts nothing by an upsert with %j', async (filter) => {
    const upsert = things().updateOne(filter, { $set: { n: 1 } }, { upsert: true });
    await expect(upsert).rejects.toMatchObject({ code: 54 });
    expect(await things().countDocuments()).toBe(0);
  });

  it.each<[Doc, Doc]>([
    [{ a: { $all: [1] } }, { a: 1 }],
    [{ a: { $in: [1, 2] } }, {}],
    [{ a: { $all: [/x/] }, b: { $in: [/x/] } }, {}],
    [{ a: { $all: [{ $elemMatch: { $gt: 1 } }] } }, {}],
  ])('upserts with %j: %j', async (filter, fields) => {
    await things().updateOne(filter, { $set: { n: 1 } }, { upsert: true });
    expect(await things().findOne({}, { projection: { _id: 0 } })).toEqual({ ...fields, n: 1 });
  });

  const deep = (levels: number): Doc =>
    Array.from({ length: levels - 1 }).reduce<Doc>((inner) => ({ a: inner }), {});
  it.each<[string, () => Promise<unknown>, number]>([
    ['$inc of a string', () => things().updateOne({}, { $inc: { text: 1 } }), 14],
    ['$inc beyond 64 bits', () => things().updateOne({}, { $inc: { n: Long.MAX_VALUE } }), 2],
    ['$inc by a string', () => things().updateOne({}, { $inc: { n: 'x' } as never }), 14],
    ['$push onto a number', () => things().updateOne({}, { $push: { n: 1 } as never }), 2],
    ['$pop by 2', () => things().updateOne({}, { $pop: { list: 2 } as never }), 9],
    ['a path through a number', () => things().updateOne({}, { $set: { 'n.b': 1 } }), 28],
    ['another _id', () => things().updateOne({}, { $set: { _id: 9 } }), 66],
    ['two updates of one path', () => things().updateOne({}, { $set: { x: 1 }, $inc: { 'x.y': 1 } }), 40],
    ['an unknown operator', () => things().updateOne({}, { $nonsense: { a: 1 } }), 9],
    ['a duplicate _id', () => things().insertOne({ _id: 1 }), 11000],
    ['a positional operator without a match', () => things().updateOne({}, { $set: { 'list.$': 1 } }), 2],
    [
      'an unused array filter',
      () => things().updateOne({}, { $set: { a: 1 } }, { arrayFilters: [{ x: 1 }] }),
      9,
    ],
    [
      'a multi replacement',
      () =>
        db()
          .command({ update: 'things', updates: [{ q: {}, u: { a: 1 }, multi: true }] })
          .then(({ writeErrors }) => Promise.reject((writeErrors as Error[])[0]!)),
      9,
    ],
    ['a document of 190 levels', () => things().insertOne(deep(190)), 15],
  ])('refuses %s', async (_what, run, code) => {
    await things().insertOne({ _id: 1, text: 'x', n: 1, list: [1] });
    await expect(run()).rejects.toMatchObject({ code });
    expect(await things().find().toArray()).toEqual([{ _id: 1, text: 'x', n: 1, list: [1] }]);
  });
});
