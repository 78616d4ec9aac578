import { describe, expect, it } from 'vitest';
import type { OrderDetail, OrderLine } from '../../../api/types';
import { deliveryValue, leftOf, owedRefund, refundValue, valueOfUnits } from './refund-value';

const line = (fields: Partial<OrderLine>): OrderLine => ({
  productId: 'a',
  name: 'Keel SSD',
  img: '',
  price: 10,
  quantity: 3,
  taxRate: 0,
  tax: 0,
  total: 10,
  shipped: 0,
  refunded: 0,
  outstanding: 3,
  ...fields,
});
const order = (fields: Partial<OrderDetail> = {}) => ({
  lines: [line({}), line({ productId: 'b', quantity: 2, total: 4.99 })],
  total: 20,
  refunded: 0,
  refunds: [],
  pricesIncludeTax: true,
  delivery: { name: 'Express', price: 5.01, tax: 0.8 },
  ...fields,
});

describe('what units are worth', () => {
  it.each([
    [{ total: 10, quantity: 3, refunded: 0 }, 1, 3.33],
    [{ total: 10, quantity: 3, refunded: 1 }, 1, 3.34],
    [{ total: 10, quantity: 3, refunded: 2 }, 1, 3.33],
    [{ total: 10, quantity: 3, refunded: 0 }, 3, 10],
    [{ total: 0.01, quantity: 2, refunded: 0 }, 1, 0.01],
    [{ total: 0.01, quantity: 2, refunded: 1 }, 1, 0],
    [{ total: 999_999.99, quantity: 7, refunded: 3 }, 4, 571_428.57],
    [{ total: 0.29, quantity: 1, refunded: 0 }, 1, 0.29],
    [{ total: 10, quantity: 3, refunded: 0 }, 0, 0],
  ])('%j, %i more: %f dollars', (of, units, dollars) => {
    expect(valueOfUnits(of, units)).toBe(dollars);
  });

  it('is together what the line costs, however it is divided', () => {
    for (let quantity = 1; quantity <= 40; quantity += 1) {
      const cents = Array.from({ length: quantity }, (_, refunded) =>
        Math.round(valueOfUnits({ total: 7.77, quantity, refunded }, 1) * 100),
      );
      expect(cents.reduce((sum, part) => sum + part, 0)).toBe(777);
    }
  });
});

describe('the delivery', () => {
  it.each([
    [{}, 5.01],
    [{ pricesIncludeTax: false }, 5.81],
    [{ delivery: undefined }, 0],
    [{ refunds: [{ amount: 5.01, status: 'succeeded', ofDelivery: true, at: '', by: 'admin' }] }, 0],
    [{ refunds: [{ amount: 5.01, status: 'failed', ofDelivery: true, at: '', by: 'admin' }] }, 5.01],
    // the bank has sent it back: it stays refunded, and its amount is owed
    [
      {
        refunds: [
          {
            amount: 5.01,
            status: 'failed',
            ofDelivery: true,
            isApplied: true,
            isOwed: true,
            at: '',
            by: 'admin',
          },
        ],
      },
      0,
    ],
    [{ refunds: [{ amount: 5.01, status: 'succeeded', at: '', by: 'admin' }] }, 5.01],
  ] as [Partial<OrderDetail>, number][])('of %j gives back %f dollars', (fields, dollars) => {
    expect(deliveryValue(order(fields))).toBe(dollars);
  });
});

describe('what a refund gives back', () => {
  it.each([
    [[1, 1], false, 5.83],
    [[3, 2], true, 20],
    [[], true, 5.01],
    [[], false, 0],
  ])('of the units %j, with the delivery: %s', (units, ofDelivery, dollars) => {
    expect(refundValue(order(), units, ofDelivery)).toBe(dollars);
  });

  it('is no more than is left', () => {
    const partly = order({ refunded: 19.9 });
    expect(leftOf(partly)).toBe(0.1);
    expect(refundValue(partly, [1], false)).toBe(0.1);
  });
});

describe('what is owed', () => {
  const refund = { amount: 5.01, status: 'failed', isApplied: true, at: '', by: 'admin' } as const;

  it('is the oldest refund that the bank has sent back and that was not made again', () => {
    const oldest = { ...refund, amount: 3, isOwed: true };
    expect(owedRefund({ refunds: [refund, oldest, { ...refund, isOwed: true }] })).toBe(oldest);
  });

  it('is nothing of refunds that failed at once, or were made again', () => {
    expect(owedRefund({ refunds: [refund, { ...refund, status: 'succeeded' }] })).toBeUndefined();
  });
});
