import { describe, expect, it } from 'vitest';
import { Decimal128, Double, Long, ObjectId } from './support.fixture.js';
import { type Doc, useStore } from './use-store.fixture.js';

describe('values, indexes and transactions as MongoDB documents them', () => {
  const { db, things, client } = useStore();

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

  // The drivers' specification tests, crud/tests/unified/create-null-ids: what the driver does not replace stays null.
  describe('an _id of null', () => {
    const filter = { _id: null } as never;
    it.each<[string, () => Promise<unknown>]>([
      ['insert', () => db().command({ insert: 'things', documents: [{ _id: null }] })],
      ['insertMany', () => things().insertMany([{ _id: null }], { forceServerObjectId: true })],
      [
        'bulkWrite',
        () => things().bulkWrite([{ insertOne: { document: { _id: null } } }], { forceServerObjectId: true }),
      ],
      ['updateOne', () => things().updateOne(filter, { $unset: { a: '' } }, { upsert: true })],
      ['updateMany', () => things().updateMany(filter, { $unset: { a: '' } }, { upsert: true })],
      ['replaceOne', () => things().replaceOne({}, filter, { upsert: true })],
      ['findOneAndUpdate', () => things().findOneAndUpdate(filter, { $set: { a: 1 } }, { upsert: true })],
    ])('is stored by %s and found by its type', async (_name, write) => {
      await write();
      for (const type of ['null', 10])
        expect(await things().countDocuments({ _id: { $type: type } })).toBe(1);
      expect(await things().countDocuments(filter)).toBe(1);
      const again = await db().command({ insert: 'things', documents: [{ _id: null }] });
      expect(again).toMatchObject({ n: 0, writeErrors: [{ code: 11000 }] });
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
          .explain('executionStats')) as unknown as {
          executionStats: { totalKeysExamined: number; totalDocsExamined: number; nReturned: number };
          queryPlanner: unknown;
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
    it('reads documents of its snapshot that a newer index does not have', async () => {
      await things().insertOne({ n: 1 });
      const session = client().startSession();
      session.startTransaction();
      expect(await things().countDocuments({}, { session })).toBe(1);
      await things().updateOne({ n: 1 }, { $set: { n: 2 } });
      await things().createIndex({ n: 1 });
      expect(await things().countDocuments({ n: 1 }, { session })).toBe(1);
      expect(await things().countDocuments({ n: 1 })).toBe(0);
      await session.abortTransaction();
      await session.endSession();
    });

    it('reads its snapshot and its own writes, and rolls back collections and indexes', async () => {
      await things().insertOne({ n: 1 });
      const session = client().startSession();
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
      const [one, two] = [client().startSession(), client().startSession()];
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
});
