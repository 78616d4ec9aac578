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

  it.each([
    ['8', 8, 16],
    ['16', -8, 8],
    ['12', 8, 16],
    ['12', -8, 8],
    ['20', -8, 16],
    ['40', 16, 48],
    ['4', 8, 8],
    ['900', -8, 48],
  ])('in packs of 8 from %j by %d is %d', (typed, by, units) => {
    expect(stepped(typed, by, { minimumOQ: 8, availableQ: 50, orderStep: 8 })).toBe(units);
  });
});
