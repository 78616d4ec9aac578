import { describe, expect, it } from '@jest/globals';
import { TimeLimit } from '../query/time-limit.js';
import { Decimal128, Double, Int32, Long } from '../values/types.js';
import { compileExpression } from './expression.js';
import { compilePipeline } from './stages.js';

const evaluate = (expression: unknown, root = {}): unknown => compileExpression(expression)(root);

describe('the aggregation', () => {
  it.each([
    [{ $group: { _id: null, all: { $push: '$text' } } }, '$group'],
    [{ $sort: { text: 1 } }, 'Sort'],
    [{ $facet: { all: [{ $match: {} }] } }, '$facet'],
  ])('refuses to keep more than 100 MB in %j', async (stage, name) => {
    const big = 'x'.repeat(8_000_000);
    const rows = (async function* () {
      for (let i = 0; i < 8; i++) yield await Promise.resolve({ _id: new Int32(i), text: big });
    })();
    const run = { time: new TimeLimit(), read: () => rows };
    await expect(
      compilePipeline([stage], {})(rows, run)[Symbol.asyncIterator]().next(),
    ).rejects.toMatchObject({ code: 292, message: expect.stringContaining(name) });
  });

  it('keeps the types of numbers', () => {
    expect(evaluate({ $add: [new Int32(2 ** 31 - 1), new Int32(1)] })).toEqual(Long.fromNumber(2 ** 31));
    expect(evaluate({ $divide: [new Int32(6), new Int32(3)] })).toEqual(new Double(2));
    expect(String(evaluate({ $add: [Decimal128.fromString('0.1'), new Int32(1)] }))).toBe('1.1');
    expect(evaluate({ $round: [new Double(2.5)] })).toEqual(new Double(2));
  });

  it('reads dates by the clock of their zone', () => {
    const date = new Date('2026-03-28T23:30:00Z');
    const day = { date, unit: 'day', timezone: 'Europe/Berlin' };
    expect(evaluate({ $dateTrunc: day })).toEqual(new Date('2026-03-28T23:00:00Z'));
    expect(evaluate({ $hour: { date, timezone: '-0330' } })).toEqual(new Int32(20));
    // A day over the change to summer time has 23 hours.
    const next = { startDate: date, unit: 'day', amount: new Int32(1), timezone: 'Europe/Berlin' };
    expect(evaluate({ $dateAdd: next })).toEqual(new Date('2026-03-29T22:30:00Z'));
  });

  it.each(['$pow', '$map', '$dateFromString'])('names %s that it does not have', (name) => {
    expect(() => evaluate({ [name]: [1] })).toThrow(name);
  });
});
