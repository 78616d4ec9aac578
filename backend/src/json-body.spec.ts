import { describe, expect, it } from '@jest/globals';
import { isShallow } from './json-body.js';

const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = i % 2 ? { a: value } : [value];
  return value;
};

describe('isShallow', () => {
  it.each([
    [0, true],
    [1, true],
    [32, true],
    [33, false],
    [100_000, false],
  ])('depth %d: %p', (depth, expected) => {
    expect(isShallow(nested(depth), 32)).toBe(expected);
  });
});
