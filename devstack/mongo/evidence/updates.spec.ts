import { describe, expect, it } from '@jest/globals';
import { type Doc, useStore } from './use-store.fixture.js';

describe('updates, refusals and dashboards as MongoDB documents them', () => {
  const { db, things, client } = useStore();

  describe('updates', () => {
    const apply = async (doc: Doc, update: Doc, filter: Doc = {}, options: Doc = {}): Promise<Doc> => {
      await things().deleteMany({});
      await things().insertOne({ _id: 1, ...doc });
      await things().updateOne(filter, update, options);
      const { _id, ...rest } = (await things().findOne())!;
      expect(_id).toBe(1);
      return rest;
    };

    it.each<[string, Doc, Doc, Doc, Doc?, Doc?]>([
      [
        '$push with all its parts',
        { a: [3, 1] },
        { $push: { a: { $each: [2, 5], $position: 0, $sort: -1, $slice: 3 } } },
        { a: [5, 3, 2] },
      ],
      ['$addToSet', { a: [1] }, { $addToSet: { a: { $each: [1, 2, 2] } } }, { a: [1, 2] }],
      ['$pull by condition', { a: [1, 5, 9] }, { $pull: { a: { $gte: 5 } } }, { a: [1] }],
      [
        '$pull of documents',
        { a: [{ x: 1, y: 1 }, { x: 2 }] },
        { $pull: { a: { x: 1 } } },
        { a: [{ x: 2 }] },
      ],
      [
        '$pop and $pullAll',
        { a: [1, 2], b: [1, 2, 1] },
        { $pop: { a: -1 }, $pullAll: { b: [1] } },
        { a: [2], b: [2] },
      ],
      [
        '$min $max $mul',
        { a: 5, b: 5, c: 5 },
        { $min: { a: 3 }, $max: { b: 3 }, $mul: { c: 2, d: 2 } },
        { a: 3, b: 5, c: 10, d: 0 },
      ],
      [
        'positional $',
        { a: [{ x: 1 }, { x: 2 }] },
        { $set: { 'a.$.y': 7 } },
        { a: [{ x: 1 }, { x: 2, y: 7 }] },
        { 'a.x': 2 },
      ],
      ['$[]', { a: [{ x: 1 }, { x: 2 }] }, { $inc: { 'a.$[].x': 1 } }, { a: [{ x: 2 }, { x: 3 }] }],
      [
        '$[id]',
        { a: [1, 5, 9] },
        { $set: { 'a.$[big]': 0 } },
        { a: [1, 0, 0] },
        {},
        { arrayFilters: [{ big: { $gt: 3 } }] },
      ],
      ['a pipeline', { a: 2 }, [{ $set: { b: { $multiply: ['$a', 3] } } }, { $unset: 'a' }], { b: 6 }],
      [
        'two positional paths',
        { a: [{ x: 1 }] },
        { $set: { 'a.$.y': 1 }, $inc: { 'a.$.x': 1 } },
        { a: [{ x: 2, y: 1 }] },
        { 'a.x': 1 },
      ],
    ])('%s', async (...row) => {
      const [, doc, update, expected, filter, options] = row;
      expect(await apply(doc, update, filter, options)).toEqual(expected);
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
      // In numeric order nothing is filled up that comes later: "a.2" before "a.10".
      await things().updateOne({}, { $unset: { n: 1 }, $set: { a: [] } });
      await things().updateOne(
        {},
        { $set: { 'a.2': 'two' }, $setOnInsert: { x: 1 }, $push: { 'a.10': 'ten' } as never },
      );
      expect((await things().findOne())!.a).toEqual([
        null,
        null,
        'two',
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        ['ten'],
      ]);
    });

    it('seeds an upsert from the filter', async () => {
      const filter = { a: 1, 'b.c': { $eq: 2 }, d: { $gt: 5 }, $and: [{ e: { $in: [3] } }] };
      await things().updateOne(filter, { $set: { f: 4 }, $setOnInsert: { g: 5 } }, { upsert: true });
      expect(await things().findOne({}, { projection: { _id: 0 } })).toEqual({
        a: 1,
        b: { c: 2 },
        e: 3,
        f: 4,
        g: 5,
      });
      await expect(things().updateOne({}, { $set: { x: 1 }, $inc: { 'x.y': 1 } })).rejects.toMatchObject({
        code: 40,
      });
      await expect(things().updateOne({}, { $push: { a: 1 } as never })).rejects.toMatchObject({ code: 2 });
      await expect(things().updateOne({}, { $set: { 'a.b': 1 } })).rejects.toMatchObject({ code: 28 });
      await expect(things().updateOne({}, { $set: { _id: 9 } })).rejects.toMatchObject({ code: 66 });
    });
  });

  describe('honesty', () => {
    it.each<[string, () => Promise<unknown>, number, string]>([
      ['a command', () => db().command({ mapReduce: 'x' }), 59, 'mapReduce'],
      [
        'a stage',
        () =>
          things()
            .aggregate([{ $graphLookup: {} }])
            .toArray(),
        238,
        '$graphLookup',
      ],
      [
        'an unknown stage',
        () =>
          things()
            .aggregate([{ $nonsense: {} }])
            .toArray(),
        40324,
        '$nonsense',
      ],
      ['an operator', () => things().find({ $where: 'true' }).toArray(), 238, '$where'],
      [
        'an unknown operator',
        () =>
          things()
            .find({ a: { $nonsense: 1 } })
            .toArray(),
        2,
        '$nonsense',
      ],
      ['an update operator', () => things().updateOne({}, { $nonsense: { a: 1 } }), 9, '$nonsense'],
      [
        'an expression',
        () =>
          things()
            .aggregate([{ $set: { a: { $nonsense: 1 } } }])
            .toArray(),
        168,
        '$nonsense',
      ],
      ['an index type', () => things().createIndex({ a: 'text' }), 238, 'text'],
      ['a collation', () => things().find().collation({ locale: 'de' }).toArray(), 238, 'collation'],
      ['an option', () => db().command({ find: 'things', nonsense: 1 }), 40415, 'nonsense'],
      [
        'a fail point outside tests',
        () => client().db('admin').command({ configureFailPoint: 'failCommand', mode: 'off' }),
        59,
        'configureFailPoint',
      ],
    ])('names %s that it does not have', async (_what, run, code, text) => {
      await expect(run()).rejects.toMatchObject({ code, message: expect.stringContaining(text) });
    });
  });

  it('answers a dashboard', async () => {
    await things().insertMany([
      { at: new Date('2026-03-01T23:30:00Z'), cents: 1000, state: 'paid', who: 1 },
      { at: new Date('2026-03-02T10:00:00Z'), cents: 250, state: 'paid', who: 2 },
      { at: new Date('2026-04-05T10:00:00Z'), cents: 99, state: 'unpaid', who: 1 },
    ]);
    await db()
      .collection<Doc>('people')
      .insertMany([
        { _id: 1, name: 'Ada' },
        { _id: 2, name: 'Bob' },
      ]);
    const [result] = await things()
      .aggregate([
        {
          $facet: {
            days: [
              {
                $group: {
                  _id: { $dateToString: { date: '$at', format: '%Y-%m-%d', timezone: 'Europe/Berlin' } },
                  cents: { $sum: '$cents' },
                  average: { $avg: '$cents' },
                },
              },
              { $sort: { _id: 1 } },
            ],
            states: [{ $sortByCount: '$state' }],
            names: [
              { $match: { state: 'paid' } },
              { $lookup: { from: 'people', localField: 'who', foreignField: '_id', as: 'person' } },
              { $unwind: '$person' },
              {
                $replaceRoot: {
                  newRoot: {
                    name: { $toUpper: '$person.name' },
                    price: { $round: [{ $divide: ['$cents', 100] }, 1] },
                  },
                },
              },
              { $sort: { name: 1 } },
            ],
            count: [{ $count: 'n' }],
          },
        },
      ])
      .toArray();
    expect(result).toEqual({
      days: [
        { _id: '2026-03-02', cents: 1250, average: 625 },
        { _id: '2026-04-05', cents: 99, average: 99 },
      ],
      states: [
        { _id: 'paid', count: 2 },
        { _id: 'unpaid', count: 1 },
      ],
      names: [
        { name: 'ADA', price: 10 },
        { name: 'BOB', price: 2.5 },
      ],
      count: [{ n: 3 }],
    });
  });
});
