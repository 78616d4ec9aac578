import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { formatDollars, isWholeCents, shareOf, spreadCents, sumCents, toCents, toDollars } from './money.js';

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

describe('formatDollars', () => {
  it.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [99_999_999, '$999,999.99'],
    [-1_250, '-$12.50'],
  ])('writes %i cents as %s', (cents, text) => expect(formatDollars(cents)).toBe(text));
});

/** Up to more than an order may cost, and more units than it may have. */
const cents = fc.nat(1_000_000_000);
const units = fc.integer({ min: 1, max: 1_000_000 });

describe('shareOf', () => {
  it.each([
    [100, 1, 3, 33],
    [100, 2, 3, 67],
    [1, 1, 2, 1],
    [5, 1, 2, 3],
    [100, 0, 3, 0],
    [0, 1, 3, 0],
  ])('%i cents for %i units of %i are %i', (amount, some, all, share) =>
    expect(shareOf(amount, some, all)).toBe(share),
  );

  it('is half a cent from the exact part at most, rises with the units, and is all of it for all of them', () => {
    fc.assert(
      fc.property(cents, units, fc.nat(), (amount, all, n) => {
        const some = n % (all + 1);
        const share = shareOf(amount, some, all);
        expect(Number.isSafeInteger(share)).toBe(true);
        expect(Math.abs(share - (amount * some) / all)).toBeLessThanOrEqual(0.5 + 1e-6);
        if (some < all) expect(shareOf(amount, some + 1, all)).toBeGreaterThanOrEqual(share);
        expect([shareOf(amount, 0, all), shareOf(amount, all, all)]).toEqual([0, amount]);
      }),
    );
  });
});

describe('spreadCents', () => {
  it.each([
    [100, [1, 1, 1], [33, 34, 33]],
    [10, [1, 0, 3], [3, 0, 7]],
    [7, [0, 0], [7, 0]],
    [7, [], []],
    [0, [5, 5], [0, 0]],
  ])('spreads %i cents by %j as %j', (amount, weights, parts) =>
    expect(spreadCents(amount, weights)).toEqual(parts),
  );

  it('is exact in sum, never negative, less than a cent from the exact part, and nothing where nothing weighs', () => {
    const weights = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(cents, weights, (amount, given) => {
        const parts = spreadCents(amount, given);
        const total = sumCents(given);
        expect(sumCents(parts)).toBe(amount);
        for (const [n, part] of parts.entries()) {
          expect(part).toBeGreaterThanOrEqual(0);
          if (total > 0) expect(Math.abs(part - (amount * given[n]!) / total)).toBeLessThanOrEqual(1);
          if (total > 0 && given[n] === 0) expect(part).toBe(0);
        }
      }),
    );
  });
});
