import { describe, expect, it } from 'vitest';
import { isWholeCents, toCents, toDollars } from './money.js';

describe('toDollars', () => {
  it.each([
    // a sum of 19.99 × 100, which a float has as 1998.9999999999998
    [151_850_298.9999999, 1_518_502.99],
    [1998.9999999999998, 19.99],
    [151_850_299, 1_518_502.99],
    [-12.000000001, -0.12],
    [0, 0],
  ])('makes of %s cents %s', (cents, dollars) => {
    expect(toDollars(cents)).toBe(dollars);
  });

  it('has at most two decimals for every amount, and toCents leads back', () => {
    for (let cents = 1; cents < 2e8; cents = Math.ceil(cents * 1.01)) {
      const dollars = toDollars(cents);
      expect(String(dollars)).toMatch(/^\d+(\.\d{1,2})?$/);
      expect([toCents(dollars), isWholeCents(dollars)]).toEqual([cents, true]);
    }
  });
});
