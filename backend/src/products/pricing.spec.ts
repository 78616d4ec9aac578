import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { availabilityOf } from './availability.js';
import { isInPacks, type Prices, pricingErrors, unitPriceAt, wholePacks } from './pricing.js';

/** The browser has the rule too; its spec reads the same cases. */
const { product, cases } = JSON.parse(
  readFileSync(new URL('pricing.cases.json', import.meta.url), 'utf8'),
) as { product: Prices; cases: { quantity: number; unitCents: number }[] };

describe('unitPriceAt', () => {
  it.each(cases)('of $quantity units is $unitCents', ({ quantity, unitCents }) => {
    expect(unitPriceAt(product, quantity)).toBe(unitCents);
  });

  it('is the base price without prices by quantity', () => {
    expect(unitPriceAt({ priceCents: 2_000 }, 1_000)).toBe(2_000);
  });
});

describe('packs', () => {
  it.each([
    [16, 8, true, 16],
    [17, 8, false, 16],
    [7, 8, false, 0],
    [0, 8, true, 0],
    [7, 1, true, 7],
    [7, undefined, true, 7],
  ])('%s units in packs of %s', (units, orderStep, whole, most) => {
    expect(isInPacks(units, { orderStep })).toBe(whole);
    expect(wholePacks(units, { orderStep })).toBe(most);
  });

  it('leave the availability as it is: the minimum order is of whole packs', () => {
    for (let availableQ = 0; availableQ < 100; availableQ += 1) {
      const inPacks = { availableQ: wholePacks(availableQ, { orderStep: 8 }), minimumOQ: 16 };
      const { availableQ: packs } = inPacks;
      const expected =
        packs < 16 ? (availableQ === 0 ? 'sold-out' : 'below-minimum') : availabilityOf(inPacks);
      expect(availabilityOf({ availableQ, minimumOQ: 16 })).toBe(expected);
    }
  });
});

describe('pricingErrors', () => {
  const base = { priceCents: 2_000, minimumOQ: 8 };
  const breaks = (...prices: [from: number, priceCents: number][]) =>
    prices.map(([from, priceCents]) => ({ from, priceCents }));

  it.each([
    ['no prices by quantity', {}],
    ['prices that fall', { breaks: breaks([9, 1_999], [10, 1_998]) }],
    ['packs', { orderStep: 8, breaks: breaks([16, 1_800], [80, 1]) }],
    ['a minimum of some packs', { orderStep: 4 }],
  ])('finds nothing wrong with %s', (_, fields) => {
    expect(pricingErrors({ ...base, ...fields })).toEqual({});
  });

  it.each([
    [{ orderStep: 5 }, { minimumOQ: 'Enter a multiple of 5, the units of a pack.' }],
    [{ breaks: breaks([8, 1_800]) }, { 'breaks.0.from': 'Enter more than the minimum order, 8.' }],
    [{ breaks: breaks([10, 1_800], [10, 1_700]) }, { 'breaks.1.from': 'Enter more than 10.' }],
    [{ breaks: breaks([10, 2_000]) }, { 'breaks.0.price': 'Enter a price below $20.00.' }],
    [{ breaks: breaks([10, 1_800], [20, 1_800]) }, { 'breaks.1.price': 'Enter a price below $18.00.' }],
    [
      { orderStep: 8, breaks: breaks([20, 2_100], [24, 1_800]) },
      {
        'breaks.0.from': 'Enter a multiple of 8, the units of a pack.',
        'breaks.0.price': 'Enter a price below $20.00.',
      },
    ],
  ])('of %j', (fields, errors) => {
    expect(pricingErrors({ ...base, ...fields })).toEqual(errors);
  });
});
