import { describe, expect, it } from 'vitest';
import { type Doc, useStore } from './use-store.fixture.js';

/** What MongoDB has and this store does not: MongoDB's code for what it does not know, and the name. */
describe('what is not implemented', () => {
  const { db, things, client } = useStore();
  const aggregate = (...pipeline: Doc[]) => things().aggregate(pipeline).toArray();

  it.each<[name: string, run: () => Promise<unknown>, code: number]>([
    ['mapReduce', () => db().command({ mapReduce: 'x' }), 59],
    ['$where', () => things().find({ $where: 'true' }).toArray(), 2],
    [
      '$expr',
      () =>
        things()
          .find({ $expr: { $gt: ['$a', '$b'] } })
          .toArray(),
      2,
    ],
    [
      '$near',
      () =>
        things()
          .find({ a: { $near: [1, 1] } })
          .toArray(),
      2,
    ],
    ['$lookup', () => aggregate({ $lookup: { from: 'x', as: 'y', pipeline: [] } }), 40324],
    ['$project', () => aggregate({ $project: { a: 1 } }), 40324],
    ['$facet', () => aggregate({ $facet: { a: [] } }), 40324],
    ['$add', () => aggregate({ $group: { _id: { $add: ['$a', 1] } } }), 168],
    ['$cond', () => aggregate({ $group: { _id: 1, n: { $sum: { $cond: ['$a', 1, 0] } } } }), 168],
    ['$avg', () => aggregate({ $group: { _id: 1, n: { $avg: '$a' } } }), 15952],
    ['$bit', () => things().updateOne({}, { $bit: { a: { and: 1 } } }), 9],
    ['pipeline', () => things().updateOne({}, [{ $set: { a: 1 } }]), 238],
    ['$slice', () => things().findOne({}, { projection: { a: { $slice: 1 } } }), 238],
    ['$elemMatch', () => things().findOne({}, { projection: { a: { $elemMatch: { b: 1 } } } }), 238],
    ['a.$', () => things().findOne({ a: 1 }, { projection: { 'a.$': 1 } }), 238],
    ['b', () => things().findOne({}, { projection: { b: '$a' } }), 238],
    [
      'let',
      () =>
        things()
          .find({}, { let: { x: 1 } })
          .toArray(),
      238,
    ],
    ['text', () => things().createIndex({ a: 'text' }), 238],
    ['wildcard', () => things().createIndex({ '$**': 1 }), 238],
    ['hidden', () => things().createIndex({ a: 1 }, { hidden: true }), 238],
    ['collation', () => things().find().collation({ locale: 'de' }).toArray(), 238],
    ['validator', () => db().createCollection('x', { validator: { a: 1 } }), 238],
    ['capped', () => db().createCollection('x', { capped: true, size: 1 }), 238],
    ['tailable', () => db().command({ find: 'things', tailable: true }), 238],
    ['snapshot', () => things().find({}, { readConcern: 'snapshot' }).toArray(), 238],
    [
      'configureFailPoint',
      () => client().db('admin').command({ configureFailPoint: 'failCommand', mode: 'off' }),
      59,
    ],
  ])('names %s', async (name, run, code) => {
    await things().insertOne({ _id: 1, a: [1] });
    await expect(run()).rejects.toMatchObject({ code, message: expect.stringContaining(name) });
    expect(await things().find().toArray()).toEqual([{ _id: 1, a: [1] }]);
  });
});
