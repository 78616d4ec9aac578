import { describe, expect, it } from 'vitest';
import type { Doc } from '../values/bson.js';
import { Decimal128, Double, Int32, Long } from '../values/types.js';
import { compilePipeline } from './stages.js';

const run = async (pipeline: Doc[], docs: Iterable<Doc>): Promise<Doc[]> => {
  const rows = (async function* () {
    for (const doc of docs) yield await Promise.resolve(doc);
  })();
  const result: Doc[] = [];
  for await (const doc of compilePipeline(pipeline)(rows)) result.push(doc);
  return result;
};

describe('the aggregation', () => {
  it.each([
    [{ $group: { _id: '$text' } }, '$group'],
    [{ $sort: { text: 1 } }, 'Sort'],
  ])('refuses to keep more than 100 MB in %j', async (stage, name) => {
    const docs = Array.from({ length: 14 }, (_, i) => ({
      _id: new Int32(i),
      text: `${i}`.padEnd(8_000_000, 'x'),
    }));
    await expect(run([stage], docs)).rejects.toMatchObject({
      code: 292,
      message: expect.stringContaining(name),
    });
  });

  it.each([
    ['int32', [new Int32(2), new Int32(3)], new Int32(5)],
    ['int32 beyond its range', [new Int32(2 ** 31 - 1), new Int32(1)], Long.fromNumber(2 ** 31)],
    ['long beyond its range', [Long.MAX_VALUE, new Int32(1)], new Double(2 ** 63)],
    ['double', [new Double(0.5), new Int32(1)], new Double(1.5)],
    ['decimal', [Decimal128.fromString('0.1'), new Int32(1)], Decimal128.fromString('1.1')],
    ['what is no number', ['1', null, new Int32(1)], new Int32(1)],
    ['nothing', [], new Int32(0)],
  ])('sums %s', async (_name, values, total) => {
    const docs = [{}, ...values.map((n) => ({ n }))];
    expect(await run([{ $group: { _id: null, total: { $sum: '$n' } } }], docs)).toEqual([
      { _id: null, total },
    ]);
  });
});
