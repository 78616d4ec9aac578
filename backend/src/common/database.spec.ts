import { describe, expect, it } from '@jest/globals';
import { mongo } from 'mongoose';
import { isDatabaseGone } from './database.js';

const answered = (code: number) => new mongo.MongoServerError({ code, message: 'refused' });

describe('a database that cannot be reached', () => {
  it.each([
    ['its connection breaks', new mongo.MongoNetworkError('closed')],
    ['it closes a connection in the moment of a write', Object.assign(new Error('EPIPE'), { code: 'EPIPE' })],
    ['it shuts down', answered(11_600)],
    ['another takes its place', answered(10_107)],
  ])('is told from the error when %s', (_, error) => {
    expect(isDatabaseGone(error)).toBe(true);
  });

  it.each([
    ['a duplicate key', answered(11_000)],
    ['a write conflict', answered(112)],
    ['a fault of ours', new TypeError('x is not a function')],
    ['nothing', undefined],
  ])('is not seen in %s', (_, error) => {
    expect(isDatabaseGone(error)).toBe(false);
  });
});
