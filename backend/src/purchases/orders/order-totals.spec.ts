import { describe, expect, it } from 'vitest';
import {
  NotEnoughStock,
  OrderTotalOutOfRange,
  PriceChanged,
  QUANTITY_RULE,
  QuantityBelowMinimum,
} from '../purchase-errors.js';
import { assertTotal, MAX_TOTAL_CENTS, MIN_TOTAL_CENTS, refusalOf } from './order-totals.js';

const offer = { priceCents: 1_999, minimumOQ: 5, availableQ: 100 };

describe('whether a quantity can be ordered', () => {
  it.each([
    ['the minimum', offer, 5, undefined],
    ['all there is, at the price that was seen', offer, 100, 1_999],
    ['the last minimum', { ...offer, availableQ: 5 }, 5, undefined],
  ] as const)('it can: %s', (_, given, quantity, seen) =>
    expect(refusalOf(given, quantity, seen)).toBeUndefined(),
  );

  it.each([
    ['below the minimum', offer, 4, undefined, QuantityBelowMinimum],
    ['below the minimum, at another price', offer, 4, 1, QuantityBelowMinimum],
    ['another price than was seen', offer, 5, 1_998, PriceChanged],
    ['another price, and too many', offer, 101, 1_998, PriceChanged],
    ['more than there is', offer, 101, 1_999, NotEnoughStock],
    ['less left than the minimum', { ...offer, availableQ: 4 }, 5, undefined, NotEnoughStock],
  ])('it cannot: %s', (_, given, quantity, seen, error) =>
    expect(refusalOf(given, quantity, seen)).toBeInstanceOf(error),
  );

  it('says the sentence of the specification, and what can be had', () => {
    expect(new NotEnoughStock(4)).toMatchObject({
      status: 409,
      message: QUANTITY_RULE,
      extra: { available: 4 },
    });
    expect(new QuantityBelowMinimum()).toMatchObject({ status: 422, message: QUANTITY_RULE });
    expect(new PriceChanged(1_999)).toMatchObject({ status: 409, extra: { price: 19.99 } });
  });
});

describe('the total of an order', () => {
  it.each([MIN_TOTAL_CENTS, 9_995, MAX_TOTAL_CENTS])('may be %i cents', (cents) =>
    expect(() => assertTotal(cents)).not.toThrow(),
  );

  it.each([MIN_TOTAL_CENTS - 1, 0, MAX_TOTAL_CENTS + 1])('may not be %i cents', (cents) =>
    expect(() => assertTotal(cents)).toThrow(OrderTotalOutOfRange),
  );

  it('is between half a dollar and a cent under a million', () => {
    expect([MIN_TOTAL_CENTS, MAX_TOTAL_CENTS]).toEqual([50, 99_999_999]);
    expect(new OrderTotalOutOfRange(MIN_TOTAL_CENTS, MAX_TOTAL_CENTS)).toMatchObject({
      status: 422,
      message: "An order's total must be between $0.50 and $999,999.99.",
    });
  });
});
