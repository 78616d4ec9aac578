import { describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import type { OrderRefund } from '../purchases/orders/order.schema.js';
import { bySales, type CountedOrder, figuresOf, salesOf } from './daily-figures.js';

const order = (fields: Partial<CountedOrder>): CountedOrder => ({
  status: 'paid',
  totalCents: 5_000,
  orderQuantity: 10,
  productId: new Types.ObjectId(),
  ...fields,
});

const refund = (status: OrderRefund['status'], amountCents: number): OrderRefund => ({
  attempt: 1,
  amountCents,
  isRest: false,
  status,
  at: new Date(0),
  by: 'admin',
});
const PARTS = [
  refund('succeeded', 1_000),
  refund('failed', 700),
  refund('pending', 300),
  refund('succeeded', 500),
];

describe('what an order counts', () => {
  const counted = { orders: 1, paidOrders: 0, grossCents: 0, refundedCents: 0 };
  const paid = { orders: 1, paidOrders: 1, grossCents: 5_000, refundedCents: 0 };

  it.each([
    ['unpaid', {}, counted, undefined],
    ['cancelled', {}, counted, undefined],
    ['paid', {}, paid, { units: 10, cents: 5_000 }],
    ['shipped', {}, paid, { units: 10, cents: 5_000 }],
    ['paid', { refundStatus: 'pending' }, paid, { units: 10, cents: 5_000 }],
    [
      'shipped',
      { refundStatus: 'partial', refunds: PARTS },
      { ...paid, refundedCents: 1_500 },
      { units: 10, cents: 3_500 },
    ],
    ['refunded', { refundStatus: 'succeeded' }, { ...paid, refundedCents: 5_000 }, undefined],
    // one that failed after it seemed done: the money is still here
    ['refunded', { refundStatus: 'failed' }, paid, undefined],
    // paid after it was cancelled, and refunded soon
    ['cancelled', { refundStatus: 'pending' }, counted, undefined],
  ] as const)('%s %j', (status, fields, figures, sales) => {
    expect(figuresOf(order({ status, ...fields }))).toEqual(figures);
    expect(salesOf(order({ status, ...fields }))).toEqual(sales);
  });
});

it('products are ranked by what they brought, then by units, then by id', () => {
  const rows = [
    ['b', { units: 1, cents: 100 }],
    ['a', { units: 1, cents: 100 }],
    ['c', { units: 2, cents: 100 }],
    ['d', { units: 1, cents: 200 }],
  ] as const;
  expect(rows.toSorted(bySales).map(([id]) => id)).toEqual(['d', 'c', 'a', 'b']);
});
