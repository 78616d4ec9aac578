import { describe, expect, it } from 'vitest';
import mongoose from 'mongoose';
import { Decimal128, Long, ObjectId } from './support.fixture.js';
import { type Doc, REAL_URI, useStore } from './use-store.fixture.js';

/** What MongoDB's manual says, by the name of the page, with its examples; on a real MongoDB too (TEST_MONGODB_URI). */
describe('queries as MongoDB documents them', () => {
  const { things, db } = useStore(REAL_URI);

  // "Comparison/Sort Order": MinKey, null, numbers, strings, objects, arrays, binary, ObjectId, boolean, date, regex.
  it('sorts types in their order, arrays by their smallest or largest element, and a missing field as null', async () => {
    const values = [undefined, -1, [0, 9], 1, 'a', { a: 1 }, new ObjectId(), false, new Date(0), /a/];
    await things().insertMany(values.map((v, _id) => (v === undefined ? { _id } : { _id, v })));
    const ids = async (order: 1 | -1) =>
      (await things().find().sort({ v: order, _id: 1 }).toArray()).map(({ _id }) => _id as number);
    expect(await ids(1)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(await ids(-1)).toEqual([9, 8, 7, 6, 5, 4, 2, 3, 1, 0]);
    // Comparisons are for values of one type.
    expect(await things().countDocuments({ v: { $gt: 0 } })).toBe(2);
    expect(
      (await things().find().sort({ _id: -1 }).skip(2).limit(3).toArray()).map(({ _id }) => _id as number),
    ).toEqual([7, 6, 5]);
  });

  const JOURNAL = {
    _id: 1,
    item: 'journal',
    status: 'A',
    size: { h: 14, uom: 'cm' },
    instock: [
      { w: 'A', qty: 5 },
      { w: 'C', qty: 15 },
    ],
  };
  // "Project Fields to Return from Query".
  it.each<[Doc, Doc]>([
    [
      { item: 1, status: 1 },
      { _id: 1, item: 'journal', status: 'A' },
    ],
    [{ item: 1, _id: 0 }, { item: 'journal' }],
    [{ _id: 1 }, { _id: 1 }],
    [
      { _id: 0, status: 0, instock: 0 },
      { item: 'journal', size: { h: 14, uom: 'cm' } },
    ],
    [
      { item: 1, 'size.uom': 1 },
      { _id: 1, item: 'journal', size: { uom: 'cm' } },
    ],
    [{ size: { uom: 1 } }, { _id: 1, size: { uom: 'cm' } }],
    [
      { 'size.uom': 0, status: 0, instock: 0 },
      { _id: 1, item: 'journal', size: { h: 14 } },
    ],
    [{ 'instock.qty': 1 }, { _id: 1, instock: [{ qty: 5 }, { qty: 15 }] }],
    [
      { 'instock.qty': 0, size: 0 },
      { _id: 1, item: 'journal', status: 'A', instock: [{ w: 'A' }, { w: 'C' }] },
    ],
    [
      { item: 1, 'status.x': 1 },
      { _id: 1, item: 'journal' },
    ],
  ])('projects %j', async (projection, expected) => {
    await things().insertOne(JOURNAL);
    const found = await things().findOne({}, { projection });
    expect(found).toEqual(expected);
    expect(Object.keys(found)).toEqual(Object.keys(expected));
  });

  it('projects fields of every type, one by one', async () => {
    const { Binary, BSONRegExp, Code, MaxKey, MinKey, Timestamp } = mongoose.mongo.BSON;
    const id = new ObjectId();
    const doc = {
      _id: id,
      double: 1.5,
      text: 'grün\0x',
      empty: '',
      doc: { text: 'a' },
      list: [1, 'b', [null]],
      grün: 1,
      binary: new Binary(Buffer.from('abc'), 4),
      id,
      yes: true,
      date: new Date(5),
      none: null,
      regex: new BSONRegExp('^a', 'im'),
      plain: new BSONRegExp('', ''),
      code: new Code('f()'),

      scoped: new Code('f()', { a: 1 }),
      int: 7,
      time: new Timestamp({ t: 1, i: 2 }),
      min: new MinKey(),
      long: Long.fromString('12345678901'),
      decimal: Decimal128.fromString('0.10'),
      max: new MaxKey(),
    };
    await things().insertOne(doc);
    const bytesOf = async (projection: Doc) =>
      (await things().findOne({}, { projection, raw: true })) as unknown as Uint8Array;
    const { serialize } = mongoose.mongo.BSON;
    for (const name of Object.keys(doc).slice(1) as (keyof typeof doc)[]) {
      const { [name]: left, ...others } = doc;
      const kept = { _id: id, [name]: left };
      expect([name, Buffer.from(await bytesOf({ [name]: 1 }))]).toEqual([name, Buffer.from(serialize(kept))]);
      expect([name, Buffer.from(await bytesOf({ [name]: 0 }))]).toEqual([
        name,
        Buffer.from(serialize(others)),
      ]);
    }
  });

  // "distinct", "$group", "$count" of countDocuments, "$sort + $skip + $limit".
  it('groups, sums and lists distinct values', async () => {
    await things().insertMany([
      { _id: 1, item: 'abc', price: 10, quantity: 2, sizes: ['S', 'M'] },
      { _id: 2, item: 'jkl', price: 20, quantity: 1, sizes: ['M'] },
      { _id: 3, item: 'xyz', price: 5, quantity: 10 },
      { _id: 4, item: 'abc', price: 10, quantity: 10, sizes: ['L'] },
    ]);
    const run = (...pipeline: Doc[]) => things().aggregate(pipeline).toArray();
    const byItem = { $group: { _id: '$item', total: { $sum: '$quantity' }, n: { $sum: 1 } } };
    expect(await run(byItem, { $match: { total: { $gte: 10 } } }, { $sort: { total: -1 } })).toEqual([
      { _id: 'abc', total: 12, n: 2 },
      { _id: 'xyz', total: 10, n: 1 },
    ]);
    expect(await run({ $match: { price: { $gt: 5 } } }, { $group: { _id: null, n: { $sum: 1 } } })).toEqual([
      { _id: null, n: 3 },
    ]);
    expect(
      await run(
        { $group: { _id: { item: '$item', price: '$price' } } },
        { $sort: { _id: 1 } },
        { $limit: 1 },
      ),
    ).toEqual([{ _id: { item: 'abc', price: 10 } }]);
    expect(
      (await run({ $sort: { _id: -1 } }, { $skip: 1 }, { $limit: 2 })).map(({ _id }) => _id as number),
    ).toEqual([3, 2]);
    expect(await things().countDocuments({}, { skip: 1, limit: 2 })).toBe(2);
    expect(await things().estimatedDocumentCount()).toBe(4);
    expect(new Set(await things().distinct('item'))).toEqual(new Set(['abc', 'jkl', 'xyz']));
    const sizes = await things().distinct('sizes', { price: 10 });
    expect(new Set(sizes)).toEqual(new Set(['L', 'M', 'S']));
  });

  it.each<[string, () => Promise<unknown>, number]>([
    ['an unknown operator', () => things().findOne({ a: { $nonsense: 1 } }), 2],
    ['an unknown top level operator', () => things().findOne({ $nonsense: 1 }), 2],
    [
      'an unknown stage',
      () =>
        things()
          .aggregate([{ $nonsense: 1 }])
          .toArray(),
      40324,
    ],
    [
      'an unknown expression',
      () =>
        things()
          .aggregate([{ $group: { _id: { $nonsense: 1 } } }])
          .toArray(),
      168,
    ],
    [
      'an unknown accumulator',
      () =>
        things()
          .aggregate([{ $group: { _id: 1, n: { $nonsense: 1 } } }])
          .toArray(),
      15952,
    ],
    ['$in without a list', () => things().findOne({ a: { $in: 1 } }), 2],
    ['$or without branches', () => things().findOne({ $or: [] }), 2],
    ['a divisor of 0', () => things().findOne({ a: { $mod: [0, 1] } }), 2],
    ['a mixed projection', () => things().findOne({}, { projection: { a: 1, b: 0 } }), 31254],
    ['a sort order of 2', () => db().command({ find: 'things', sort: { a: 2 } }), 15975],
    ['an unknown command', () => db().command({ nonsense: 1 }), 59],
    ['an unknown field of a command', () => db().command({ find: 'things', nonsense: 1 }), 40415],
    ['a hint to no index', () => things().find({ a: 1 }).hint('none').toArray(), 2],
  ])('refuses %s', async (_what, run, code) => {
    await things().insertOne({ a: 1 });
    await expect(run()).rejects.toMatchObject({ code });
  });
});
