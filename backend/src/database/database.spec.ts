import { describe, expect, it } from '@jest/globals';
import { mongo } from 'mongoose';
import { isDatabaseGone } from './database.js';

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
