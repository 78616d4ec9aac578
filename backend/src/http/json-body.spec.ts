import { describe, expect, it } from '@jest/globals';
import { shapeOf } from './json-body.js';

describe('shapeOf', () => {
  it.each([
    ['7', 0, 1],
    ['{}', 1, 2],
    ['{"a":[1,2,{"b":3}],"c":"[[[{,,,"}', 3, 7],
    [String.raw`["\"[[[\\",[]]`, 2, 4],
    ['['.repeat(100_000), 100_000, 100_001],
    [`[${'1,'.repeat(50_000)}1]`, 1, 50_002],
    [']]]]', 0, 1],
  ])('of %.40s', (text, depth, values) => {
    expect(shapeOf(Buffer.from(text))).toEqual({ depth, values });
  });
});
