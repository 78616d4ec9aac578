import { describe, expect, it } from 'vitest';
import { stepped } from './quantity-steps';

const limits = { minimumOQ: 5, availableQ: 50 };

describe('a step of the quantity', () => {
  it.each([
    ['5', 1, 6],
    ['6', -1, 5],
    ['5', -1, 5],
    ['50', 1, 50],
    ['47', 5, 50],
    ['2', 1, 5],
    ['900', -1, 50],
    ['', 1, 5],
    ['many', -1, 5],
    ['7.5', 1, 8],
  ])('from %j by %d is %d', (typed, by, units) => {
    expect(stepped(typed, by, limits)).toBe(units);
  });
});
