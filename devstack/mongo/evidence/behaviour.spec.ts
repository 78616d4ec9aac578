import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type RunningStore, startStore } from '../wire/server.js';
import {
  type Client,
  Decimal128,
  Double,
  Int32,
  Long,
  MongoClient,
  ObjectId,
  temporaryFolder,
} from './support.fixture.js';

// Untyped documents: these tests are about values that no schema would allow.
type Doc = any;

describe('the store as MongoDB documents it', () => {
  const folder = temporaryFolder();
  let store: RunningStore;
  let client: Client;
  const db = () => client.db('t');
  const things = () => db().collection<Doc>('things');

  beforeAll(async () => {
    store = await startStore({ port: 0, data: folder.path, ttlSeconds: 1 });
    client = await new MongoClient(store.url).connect();
  });
  beforeEach(async () => {
    await db().dropDatabase();
  });
  afterAll(async () => {
    await client.close();
    await store.stop();
    folder.remove();
  });

  const typed = (filter: Doc = {}) =>
    things().find(filter, { promoteValues: false }).sort({ _id: 1 }).toArray();

  describe('numbers', () => {
    it('sorts every BSON type in its place, numbers by value', async () => {
      const ordered = [
        null,
        new Double(NaN),
        new Double(-Infinity),
        Decimal128.fromString('-1E+400'),
        Long.fromString('-9007199254740993'),
        -1,
        0,
        Decimal128.fromString('0.1'),
        new Double(0.1),
        1,
        Long.fromString('9007199254740992'),
        Long.fromString('9007199254740993'),
        Decimal128.fromString('9007199254740993.5'),
        new Double(Infinity),
        '',
        'a',
        { a: 1 },
        new ObjectId('000000000000000000000001'),
        false,
        true,
        new Date(0),
      ];
      const docs = ordered.map((value, i) => ({ _id: i, value }));
      await things().insertMany(docs.toReversed());
      for (const indexed of [false, true]) {
        if (indexed) await things().createIndex({ value: 1 });
        const up = await things().find().sort({ value: 1 }).toArray();
        expect(up.map(({ _id }) => _id)).toEqual(docs.map(({ _id }) => _id));
        const down = await things().find().sort({ value: -1 }).toArray();
        expect(down.map(({ _id }) => _id)).toEqual(docs.map(({ _id }) => _id).toReversed());
      }
    });

    it('adds and multiplies in the wider type and keeps what it need not change', async () => {
      await things().insertOne({
        _id: 1,
        int: 2147483647,
        double: new Double(5),
        long: Long.fromNumber(1),
        decimal: Decimal128.fromString('0.10'),
        keep: new Double(7),
      });
      await things().updateOne({ _id: 1 }, { $inc: { int: 1, double: 1, long: 1, decimal: 1 } });
      expect(await typed()).toEqual([
        {
          _id: new Int32(1),
          int: Long.fromNumber(2147483648),
          double: new Double(6),
          long: Long.fromNumber(2),
          decimal: Decimal128.fromString('1.10'),
          keep: new Double(7),
        },
      ]);
      await expect(things().updateOne({}, { $inc: { long: Long.MAX_VALUE } })).rejects.toMatchObject({
        code: 2,
      });
      await expect(things().updateOne({}, { $inc: { int: 'x' } as never })).rejects.toMatchObject({
        code: 14,
      });
    });

    it('finds equal numbers of other types, and takes them for duplicates', async () => {
      await things().createIndex({ n: 1 }, { unique: true });
      await things().insertOne({ n: 5 });
      expect(await things().countDocuments({ n: Decimal128.fromString('5.0') })).toBe(1);
      await expect(things().insertOne({ n: Long.fromNumber(5) })).rejects.toMatchObject({
        code: 11000,
        keyPattern: { n: 1 },
      });
    });
  });

  describe('indexes', () => {
    it('explains what it reads', async () => {
      await things().insertMany(
        Array.from({ length: 500 }, (_, i) => ({ group: i % 10, n: i, tags: [`t${i % 50}`, 'all'] })),
      );
      await things().createIndex({ group: 1, n: -1 });
      await things().createIndex({ tags: 1 });
      const cost = async (filter: Doc, sort: Record<string, 1 | -1>, limit: number) => {
        const { executionStats, queryPlanner } = (await things()
          .find(filter)
          .sort(sort)
          .limit(limit)
          .explain('executionStats')) as Doc & {
          executionStats: { totalKeysExamined: number; totalDocsExamined: number; nReturned: number };
          queryPlanner: Doc;
        };
        const { totalKeysExamined, totalDocsExamined, nReturned } = executionStats;
        const stages = [...JSON.stringify(queryPlanner).matchAll(/"stage":"(\w+)"/g)].map(
          ([, stage]) => stage,
        );
        return { totalKeysExamined, totalDocsExamined, nReturned, stages };
      };
      expect(await cost({ group: 3 }, { n: -1 }, 5)).toEqual({
        totalKeysExamined: 5,
        totalDocsExamined: 5,
        nReturned: 5,
        stages: ['LIMIT', 'FETCH', 'IXSCAN'],
      });
      expect(await cost({ group: 3, n: { $lt: 100 } }, { n: 1 }, 50)).toMatchObject({
        totalDocsExamined: 10,
        nReturned: 10,
      });
      expect(await cost({ tags: 't7' }, { n: 1 }, 50)).toMatchObject({
        totalDocsExamined: 10,
        nReturned: 10,
        stages: ['LIMIT', 'SORT', 'FETCH', 'IXSCAN'],
      });
      expect(await cost({ n: 3 }, { n: 1 }, 50)).toMatchObject({
        totalDocsExamined: 500,
        totalKeysExamined: 0,
        stages: ['LIMIT', 'SORT', 'COLLSCAN'],
      });
    });

    it('removes what has expired', async () => {
      await things().createIndex({ at: 1 }, { expireAfterSeconds: 3600 });
      await things().insertMany([{ at: new Date(0) }, { at: new Date() }, { at: 'never' }, {}]);
      const until = Date.now() + 5000;
      while ((await things().countDocuments()) > 3 && Date.now() < until)
        await new Promise((resolve) => setTimeout(resolve, 100));
      expect(await things().countDocuments()).toBe(3);
    });

    it('keeps partial and sparse unique indexes to their documents', async () => {
      await things().createIndex({ a: 1 }, { unique: true, sparse: true });
      await things().createIndex({ b: 1 }, { unique: true, partialFilterExpression: { live: true } });
      await things().insertMany([{}, {}, { b: 1, live: false }, { b: 1, live: false }, { b: 1, live: true }]);
      await expect(things().insertOne({ b: 1, live: true })).rejects.toMatchObject({
        code: 11000,
        keyValue: { b: 1 },
      });
      expect(await things().countDocuments({ b: 1 })).toBe(3);
      await expect(things().createIndex({ live: 1 }, { unique: true })).rejects.toMatchObject({
        code: 11000,
      });
      expect((await things().indexes()).map(({ name }) => name)).toEqual(['_id_', 'a_1', 'b_1']);
    });
  });

  describe('transactions', () => {
    it('reads its snapshot and its own writes, and rolls back collections and indexes', async () => {
      await things().insertOne({ n: 1 });
      const session = client.startSession();
      session.startTransaction();
      expect(await things().countDocuments({}, { session })).toBe(1);
      await things().insertOne({ n: 2 });
      expect(await things().countDocuments({}, { session })).toBe(1);
      await things().insertOne({ n: 3 }, { session });
      expect((await things().find({}, { session }).sort({ n: -1 }).toArray()).map(({ n }) => n)).toEqual([
        3, 1,
      ]);
      await db().createCollection('fresh', { session });
      await db().collection('fresh').createIndex({ x: 1 }, { session });
      await db().collection('fresh').insertOne({ x: 1 }, { session });
      await session.abortTransaction();
      expect(await things().distinct('n')).toEqual([1, 2]);
      expect((await db().listCollections().toArray()).map(({ name }) => name)).toEqual(['things']);
      await session.withTransaction(async () => {
        await db().createCollection('fresh', { session });
        await db().collection('fresh').createIndex({ x: 1 }, { session, unique: true });
        await db().collection('fresh').insertOne({ x: 1 }, { session });
      });
      await expect(db().collection('fresh').insertOne({ x: 1 })).rejects.toMatchObject({ code: 11000 });
      await session.endSession();
    });

    it('fails the second writer of a document, and makes a plain write wait', async () => {
      await things().insertOne({ _id: 1, n: 0 });
      const [one, two] = [client.startSession(), client.startSession()];
      one.startTransaction();
      two.startTransaction();
      await things().updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session: one });
      const lost = things().updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session: two });
      await expect(lost).rejects.toMatchObject({
        code: 112,
        codeName: 'WriteConflict',
        errorLabels: ['TransientTransactionError'],
      });
      await expect(two.commitTransaction()).rejects.toMatchObject({ code: 251 });
      let waited = false;
      const plain = things()
        .updateOne({ _id: 1 }, { $inc: { n: 10 } })
        .then(() => (waited = true));
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(waited).toBe(false);
      await one.commitTransaction();
      await plain;
      expect(await things().findOne()).toMatchObject({ n: 11 });
      await Promise.all([one.endSession(), two.endSession()]);
    });
  });

  describe('updates', () => {
    const apply = async (
      doc: Doc,
      update: Doc | Doc[],
      filter: Doc = {},
      options: Doc = {},
    ): Promise<Doc> => {
      await things().deleteMany({});
      await things().insertOne({ _id: 1, ...doc });
      await things().updateOne(filter, update, options);
      const { _id, ...rest } = (await things().findOne())!;
      expect(_id).toBe(1);
      return rest;
    };

    it.each<[string, Doc, Doc | Doc[], Doc, Doc?, Doc?]>([
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
        () => client.db('admin').command({ configureFailPoint: 'failCommand', mode: 'off' }),
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
