import { describe, expect, it } from 'vitest';
import { changedPrice, priceRefusal } from './price-change.js';

describe('changedPrice', () => {
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
    expect(changedPrice(cents, change)).toBe(expected);
  });

  it('is refused above the highest price, and where it changes nothing', () => {
    expect(priceRefusal(99_999_999, 100_000_000)).toMatch(/more than \$999999.99/);
    expect(priceRefusal(500, 500)).toBe('It has this price already.');
    expect(priceRefusal(500, 501)).toBeUndefined();
  });
});
