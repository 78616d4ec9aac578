import { describe, expect, it } from 'vitest';
import { mongo } from 'mongoose';
import { isDatabaseGone, isDuplicateOf } from './database.js';

const serverError = (code: number) => new mongo.MongoServerError({ code, message: 'rejected' });

describe('a database that cannot be reached', () => {
  it.each([
    ['its connection breaks', new mongo.MongoNetworkError('closed')],
    ['it closes a connection during a write', Object.assign(new Error('EPIPE'), { code: 'EPIPE' })],
    ['it shuts down', serverError(11_600)],
    ['it is no longer the primary', serverError(10_107)],
  ])('is recognised when %s', (_, error) => {
    expect(isDatabaseGone(error)).toBe(true);
  });

  it.each([
    ['a duplicate key', serverError(11_000)],
    ['a write conflict', serverError(112)],
    ['an error of ours', new TypeError('x is not a function')],
    ['nothing', undefined],
  ])('is not seen in %s', (_, error) => {
    expect(isDatabaseGone(error)).toBe(false);
  });
});

describe('a duplicate key', () => {
  const duplicate = (fields: object) => new mongo.MongoServerError({ code: 11_000, message: '', ...fields });

  it.each([
    ['MongoDB', { keyPattern: { sku: 1 }, message: 'E11000 duplicate key error' }],
    [
      "MongoDB's bulk write",
      { message: 'E11000 duplicate key error collection: shop.products index: sku_1 dup key: { sku: "A" }' },
    ],
    ['DocumentDB', { message: "Duplicate key violation on the requested collection: Index 'sku_1'" }],
    ['an index of several fields', { message: "Index 'ownerId_1_sku_1'" }],
  ])('is of a field as %s says so', (_, fields) => {
    expect(isDuplicateOf('sku', duplicate(fields))).toBe(true);
    expect(isDuplicateOf('_id', duplicate(fields))).toBe(false);
    expect(isDuplicateOf('name', duplicate(fields))).toBe(false);
  });

  it('is no other error', () => {
    expect(isDuplicateOf('sku', duplicate({ code: 112, message: "Index 'sku_1'" }))).toBe(false);
  });
});
