import { describe, expect, it } from 'vitest';
import { changedPrices, priceRefusal } from './price-change.js';

const breaks = (...prices: [from: number, priceCents: number][]) =>
  prices.map(([from, priceCents]) => ({ from, priceCents }));

describe('changedPrices', () => {
  it.each([
    [2_000, { price: 9.99 }, 999],
    [2_000, { price: 1.1 }, 110],
    [2_000, { percent: 10 }, 2_200],
    [2_000, { percent: -10 }, 1_800],
    [999, { percent: 10 }, 1_099],
    [995, { percent: 10 }, 1_095],
    // 10.45 and 10.44
    [1_045, { percent: -10 }, 941],
    [1_005, { percent: 50 }, 1_508],
    [105, { percent: -50 }, 53],
    [333, { percent: 0.15 }, 333],
    [334, { percent: 0.15 }, 335],
    [1, { percent: -99 }, 1],
    [99_999_999, { percent: 1_000 }, 1_099_999_989],
  ])('%p with %j is %p', (cents, change, expected) => {
    expect(changedPrices({ priceCents: cents }, change)).toEqual({ priceCents: expected });
  });

  it('scales prices by quantity with a percentage, each rounded by itself, and leaves them with a price for all', () => {
    const prices = { priceCents: 2_000, breaks: breaks([10, 1_845], [50, 1_701]) };
    expect(changedPrices(prices, { percent: -10 })).toEqual({
      priceCents: 1_800,
      breaks: breaks([10, 1_661], [50, 1_531]),
    });
    expect(changedPrices(prices, { price: 30 })).toEqual({ ...prices, priceCents: 3_000 });
  });
});

describe('priceRefusal', () => {
  it('is of more than the highest price, and where nothing changes', () => {
    expect(priceRefusal({ priceCents: 99_999_999 }, { priceCents: 100_000_000 })).toMatch(
      /more than \$999999.99/,
    );
    expect(priceRefusal({ priceCents: 500 }, { priceCents: 500 })).toBe('It has this price already.');
    expect(priceRefusal({ priceCents: 500 }, { priceCents: 501 })).toBeUndefined();
  });

  it.each([
    [{ price: 17 }, 'From 10 units the price would be $18.00, not below $17.00.'],
    [{ price: 18 }, 'From 10 units the price would be $18.00, not below $18.00.'],
    [{ price: 18.01 }, undefined],
    [{ percent: -50 }, undefined],
    [{ percent: -99 }, undefined],
  ])('of %j for prices of $20.00, $18.00 and $17.00: %s', (change, expected) => {
    const prices = { priceCents: 2_000, breaks: breaks([10, 1_800], [50, 1_700]) };
    expect(priceRefusal(prices, changedPrices(prices, change))).toBe(expected);
  });

  it('is of prices that rounding would make the same', () => {
    const prices = { priceCents: 9, breaks: breaks([10, 8], [50, 7]) };
    expect(priceRefusal(prices, changedPrices(prices, { percent: -50 }))).toBe(
      'From 50 units the price would be $0.04, not below $0.04.',
    );
  });
});
