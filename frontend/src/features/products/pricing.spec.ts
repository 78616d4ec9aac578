import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nextBreak, orderableUnits, priceText, totalAt, unitPriceAt } from './pricing';

/** The server's own cases. */
const { product: stored, cases } = JSON.parse(
  readFileSync(new URL('../../../../backend/src/products/pricing.cases.json', import.meta.url), 'utf8'),
) as {
  product: { priceCents: number; breaks: { from: number; priceCents: number }[] };
  cases: { quantity: number; unitCents: number }[];
};
const product = {
  price: stored.priceCents / 100,
  breaks: stored.breaks.map(({ from, priceCents }) => ({ from, price: priceCents / 100 })),
};

describe('the price at a quantity', () => {
  it.each(cases)('of $quantity is $unitCents cents', ({ quantity, unitCents }) => {
    expect(unitPriceAt(product, quantity)).toBe(unitCents / 100);
    expect(totalAt(product, quantity)).toBe((unitCents * quantity) / 100);
  });

  it('is the base price of what has no other', () => {
    expect(unitPriceAt({ price: 20 }, 1000)).toBe(20);
    expect(totalAt({ price: 1.1 }, 3)).toBe(3.3);
  });
});

describe('the next lower price', () => {
  it.each([
    [1, { from: 10, price: 18.5, more: 9 }],
    [10, { from: 50, price: 17, more: 40 }],
    [49, { from: 50, price: 17, more: 1 }],
    [50, undefined],
  ])('above %d units is %j', (quantity, next) => {
    expect(nextBreak(product, quantity)).toEqual(next);
  });

  it('is none of what has one price', () => expect(nextBreak({ price: 20 }, 1)).toBeUndefined());
});

it('names the lowest price', () => {
  expect(priceText(product)).toBe('from $17.00');
  expect(priceText({ price: 20 })).toBe('$20.00');
});

it.each([
  [100, 8, 96],
  [7, 8, 0],
  [100, undefined, 100],
])('of %d units in packs of %s, %d can be ordered', (availableQ, orderStep, units) => {
  expect(orderableUnits({ availableQ, orderStep })).toBe(units);
});
