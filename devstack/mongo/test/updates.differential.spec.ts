import { describe, expect, it } from 'vitest';
import mongoose from 'mongoose';
import { Decimal128, Double, Int32, Long } from './support.fixture.js';
import { type Doc, REAL_URI, useStore } from './use-store.fixture.js';

const quiz = (wk: number, score: number) => ({ wk, score });
const QUIZZES = [quiz(1, 10), quiz(2, 8), quiz(3, 5), quiz(4, 6)];
const grade = (grade: number, mean: number) => ({ grade, mean });

/** What MongoDB's manual says, by the name of the page, with its examples; on a real MongoDB too (TEST_MONGODB_URI). */
describe('updates as MongoDB documents them', () => {
  const { things, typed } = useStore(REAL_URI);

  it.each<[page: string, before: Doc, update: Doc, after: Doc, filter?: Doc, options?: Doc]>([
    [
      '$set',
      { d: { make: 'a' }, t: ['x', 'y'] },
      { $set: { q: 500, 'd.make': 'b', 't.1': 'z' } },
      { d: { make: 'b' }, t: ['x', 'z'], q: 500 },
    ],
    ['$set', { t: ['x'] }, { $set: { 't.3': 'z', 'n.m': 1 } }, { t: ['x', null, null, 'z'], n: { m: 1 } }],
    ['$unset', { a: 1, b: { c: 1, d: 2 } }, { $unset: { a: '', 'b.c': '' } }, { b: { d: 2 } }],
    ['$unset', { a: [1, 2, 3] }, { $unset: { 'a.1': '' } }, { a: [1, null, 3] }],
    [
      '$inc',
      { q: 10, m: { orders: 2 } },
      { $inc: { q: -2, 'm.orders': 1, fresh: 5 } },
      { q: 8, m: { orders: 3 }, fresh: 5 },
    ],
    ['$mul', { price: 10.5, q: 25 }, { $mul: { price: 2, q: 2, none: 100 } }, { price: 21, q: 50, none: 0 }],
    ['$min', { low: 200 }, { $min: { low: 150, other: 1 } }, { low: 150, other: 1 }],
    ['$min', { low: 200 }, { $min: { low: 250 } }, { low: 200 }],
    ['$max', { high: 800 }, { $max: { high: 950 } }, { high: 950 }],
    ['$max', { high: 800 }, { $max: { high: 750 } }, { high: 800 }],
    [
      '$rename',
      { nmae: { first: 'g' }, a: 1 },
      { $rename: { nmae: 'name', a: 'b', none: 'x' } },
      { b: 1, name: { first: 'g' } },
    ],
    [
      '$rename',
      { name: { first: 'g' } },
      { $rename: { 'name.first': 'name.fname' } },
      { name: { fname: 'g' } },
    ],
    ['$setOnInsert', { a: 1 }, { $set: { a: 2 }, $setOnInsert: { b: 1 } }, { a: 2 }],
    ['$push', { scores: [44, 78] }, { $push: { scores: 89 } }, { scores: [44, 78, 89] }],
    [
      '$push',
      { scores: [44] },
      { $push: { scores: [1, 2], fresh: 1 } },
      { scores: [44, [1, 2]], fresh: [1] },
    ],
    ['$each', { scores: [44] }, { $push: { scores: { $each: [90, 92] } } }, { scores: [44, 90, 92] }],
    [
      '$position',
      { s: [100] },
      { $push: { s: { $each: [50, 60, 70], $position: 0 } } },
      { s: [50, 60, 70, 100] },
    ],
    [
      '$position',
      { s: [50, 60, 20, 30, 70, 100] },
      { $push: { s: { $each: [90, 80], $position: -2 } } },
      { s: [50, 60, 20, 30, 90, 80, 70, 100] },
    ],
    [
      '$slice',
      { s: [40, 50, 60] },
      { $push: { s: { $each: [80, 78, 86], $slice: -5 } } },
      { s: [50, 60, 80, 78, 86] },
    ],
    ['$slice', { s: [89, 90] }, { $push: { s: { $each: [100, 20], $slice: 3 } } }, { s: [89, 90, 100] }],
    ['$slice', { s: [50, 60, 80, 78, 86] }, { $push: { s: { $each: [], $slice: -2 } } }, { s: [78, 86] }],
    [
      '$sort',
      { tests: [89, 70, 89, 50] },
      { $push: { tests: { $each: [40, 60], $sort: 1 } } },
      { tests: [40, 50, 60, 70, 89, 89] },
    ],
    [
      '$push',
      { quizzes: QUIZZES },
      {
        $push: { quizzes: { $each: [quiz(5, 8), quiz(6, 7), quiz(7, 6)], $sort: { score: -1 }, $slice: 3 } },
      },
      { quizzes: [quiz(1, 10), quiz(2, 8), quiz(5, 8)] },
    ],
    [
      '$addToSet',
      { letters: ['a', 'b'] },
      { $addToSet: { letters: ['c', 'd'] } },
      { letters: ['a', 'b', ['c', 'd']] },
    ],
    [
      '$addToSet',
      { tags: ['x', 'y'] },
      { $addToSet: { tags: { $each: ['y', 'z'] }, fresh: 1 } },
      { tags: ['x', 'y', 'z'], fresh: [1] },
    ],
    ['$pop', { scores: [8, 9, 10] }, { $pop: { scores: -1 } }, { scores: [9, 10] }],
    ['$pop', { scores: [9, 10] }, { $pop: { scores: 1 } }, { scores: [9] }],
    [
      '$pull',
      { f: ['apples', 'pears', 'oranges', 'grapes'], v: ['carrots', 'celery', 'carrots'] },
      { $pull: { f: { $in: ['apples', 'oranges'] }, v: 'carrots' } },
      { f: ['pears', 'grapes'], v: ['celery'] },
    ],
    ['$pull', { votes: [3, 5, 6, 7, 7, 8] }, { $pull: { votes: { $gte: 6 } } }, { votes: [3, 5] }],
    [
      '$pull',
      {
        r: [
          { item: 'A', score: 5 },
          { item: 'B', score: 8 },
        ],
      },
      { $pull: { r: { score: 8, item: 'B' } } },
      { r: [{ item: 'A', score: 5 }] },
    ],
    ['$pullAll', { scores: [0, 2, 5, 5, 1, 0] }, { $pullAll: { scores: [0, 5] } }, { scores: [2, 1] }],
    [
      '$ (update)',
      { grades: [85, 80, 80] },
      { $set: { 'grades.$': 82 } },
      { grades: [85, 82, 80] },
      { grades: 80 },
    ],
    [
      '$ (update)',
      { g: [{ grade: 80 }, { grade: 85 }] },
      { $set: { 'g.$.std': 6 } },
      { g: [{ grade: 80 }, { grade: 85, std: 6 }] },
      { 'g.grade': 85 },
    ],
    [
      '$ (update)',
      { g: [{ x: 1 }] },
      { $set: { 'g.$.y': 1 }, $inc: { 'g.$.x': 1 } },
      { g: [{ x: 2, y: 1 }] },
      { 'g.x': 1 },
    ],
    ['$[]', { grades: [85, 82, 80] }, { $inc: { 'grades.$[]': 10 } }, { grades: [95, 92, 90] }],
    ['$[]', { g: [{ s: 8 }, { s: 7 }] }, { $inc: { 'g.$[].s': -2 } }, { g: [{ s: 6 }, { s: 5 }] }],
    [
      '$[<identifier>]',
      { g: [95, 102, 90] },
      { $set: { 'g.$[element]': 100 } },
      { g: [95, 100, 90] },
      {},
      { arrayFilters: [{ element: { $gte: 100 } }] },
    ],
    [
      '$[<identifier>]',
      { g: [grade(80, 75), grade(85, 100)] },
      { $set: { 'g.$[elem].mean': 0 } },
      { g: [grade(80, 75), grade(85, 0)] },
      {},
      { arrayFilters: [{ 'elem.grade': { $gte: 85 } }] },
    ],
    ['db.collection.replaceOne', { a: 1, b: 2 }, { c: 3 }, { c: 3 }],
  ])('%s: %#', async (...row) => {
    const [page, before, update, after, filter = {}, options] = row;
    await things().insertOne({ _id: 1, ...before });
    const replaces = !Object.keys(update)[0]!.startsWith('$');
    await (replaces ? things().replaceOne(filter, update) : things().updateOne(filter, update, options));
    expect({ page, update, found: await things().findOne() }).toEqual({
      page,
      update,
      found: { _id: 1, ...after },
    });
  });

  it('$currentDate: sets a date or a timestamp', async () => {
    await things().insertOne({ _id: 1 });
    await things().updateOne(
      {},
      { $currentDate: { a: true, 'b.c': { $type: 'timestamp' }, d: { $type: 'date' } } as never },
    );
    const found = await things().findOne();
    expect([found.a, found.d]).toEqual([expect.any(Date), expect.any(Date)]);
    expect(found.b.c).toBeInstanceOf(mongoose.mongo.Timestamp);
  });

  it('$inc and $mul: keep the wider type of two numbers, and what they need not change', async () => {
    const [double, keep] = [new Double(5), new Double(7)];
    const decimal = Decimal128.fromString('0.10');
    await things().insertOne({ _id: 1, int: 2147483647, double, decimal, long: Long.fromNumber(1), keep });
    await things().updateOne(
      {},
      { $inc: { int: 1, double: 1, decimal: 1 }, $mul: { long: new Int32(2), none: Long.fromNumber(3) } },
    );
    expect(await typed()).toEqual([
      {
        _id: new Int32(1),
        int: Long.fromNumber(2147483648),
        double: new Double(6),
        decimal: Decimal128.fromString('1.10'),
        long: Long.fromNumber(2),
        keep,
        none: Long.fromNumber(0),
      },
    ]);
  });

  // MongoDB's manual, "Update Operators" (Behavior): fields are processed by name, numeric names by value.
  it.each<[Doc, string[]]>([
    [{ $set: { c: 1, a: 1, b: 1 } }, ['_id', 'z', 'a', 'b', 'c']],
    [
      { $set: { b: 1 }, $inc: { a: 1 }, $push: { c: 1 }, $max: { 'A.x': 1 } },
      ['_id', 'z', 'A', 'a', 'b', 'c'],
    ],
    [{ $set: { c: 1, a10: 1, a9: 1, z: 2 } }, ['_id', 'z', 'a10', 'a9', 'c']],
    [
      { $currentDate: { d: true }, $mul: { b: 2 }, $addToSet: { c: 1 }, $min: { a: 1 } },
      ['_id', 'z', 'a', 'b', 'c', 'd'],
    ],
    [{ $rename: { z: 'n' }, $set: { m: 1, o: 1 } }, ['_id', 'm', 'n', 'o']],
  ])('%j adds its fields in this order: %j', async (update, fields) => {
    await things().insertOne({ _id: 1, z: 1 });
    await things().updateOne({}, update);
    expect(Object.keys(await things().findOne())).toEqual(fields);
  });

  it('orders the fields of embedded documents and upserts alike', async () => {
    await things().updateOne(
      { _id: 1 },
      { $setOnInsert: { b: 1, 'n.2.y': 1 }, $set: { 'n.2.x': 1, a: 1 } },
      { upsert: true },
    );
    const found = (await things().findOne())!;
    expect([Object.keys(found), Object.keys(found.n['2'])]).toEqual([
      ['_id', 'a', 'b', 'n'],
      ['x', 'y'],
    ]);
  });
  // "Update Operators", Behavior: fields by name, numeric names by value.
  it('adds the fields of an update by their names', async () => {
    await things().insertOne({ _id: 1, z: 1, list: [] });
    await things().updateOne(
      {},
      { $set: { c: 1, a: 1, 'list.2': 'two' }, $inc: { b: 1 }, $push: { 'list.10': 'ten' } as never },
    );
    const found = await things().findOne();
    expect(Object.keys(found)).toEqual(['_id', 'z', 'list', 'a', 'b', 'c']);
    expect(found.list).toEqual([null, null, 'two', ...Array<null>(7).fill(null), ['ten']]);
  });
});
