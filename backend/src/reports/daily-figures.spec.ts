import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import type { OrderChanged } from '../outbox/domain-events.js';
import { orderEvent } from '../purchases/orders/order-events.js';
import type { OrderLine } from '../purchases/orders/order-line.schema.js';
import { amountsOf } from '../purchases/orders/order-lines.js';
import type { Status } from '../purchases/orders/order-states.js';
import type { Order } from '../purchases/orders/order.schema.js';
import type { Refund } from '../purchases/refunds/refund.schema.js';
import { countedChange, countedOrder } from './counted-order.js';
import {
  addFigures,
  addSales,
  bySales,
  figuresOf,
  NO_FIGURES,
  type Sales,
  salesOf,
} from './daily-figures.js';

const PRODUCT = new Types.ObjectId();
const line = (fields: Partial<OrderLine> = {}): OrderLine => ({
  productId: PRODUCT,
  name: 'Part',
  img: '/part.webp',
  unitCents: 500,
  quantity: 10,
  taxRate: 0,
  taxCents: 0,
  refunded: 0,
  shipped: 0,
  restocked: 0,
  ...fields,
});

/** A stored order of one line, unless it has others; no more of it than is counted or told in events. */
const order = ({ lines = [line()], pricesIncludeTax = true, delivery, ...fields }: Partial<Order>): Order =>
  ({
    _id: new Types.ObjectId(),
    userId: new Types.ObjectId(),
    createdAt: new Date(0),
    version: 0,
    status: 'paid',
    lines,
    delivery,
    pricesIncludeTax,
    ...amountsOf({ lines, pricesIncludeTax, delivery }),
    refunds: [],
    ...fields,
  }) as unknown as Order;

const refund = (status: Refund['status'], amountCents: number): Refund => ({
  attempt: 1,
  amountCents,
  isRemainder: false,
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

const ADMIN = { by: 'admin' } as const;
/** What an event says of an order that was changed. */
const changeOf = (before: Order | undefined, after: Order): OrderChanged =>
  orderEvent('updated', before, after, ADMIN).payload;

describe('what an order counts', () => {
  const counted = { orders: 1, paidOrders: 0, grossCents: 0, refundedCents: 0 };
  const paid = { orders: 1, paidOrders: 1, grossCents: 5_000, refundedCents: 0 };

  it.each([
    ['unpaid', [], counted, undefined],
    ['cancelled', [], counted, undefined],
    ['paid', [], paid, { units: 10, cents: 5_000 }],
    ['shipped', [], paid, { units: 10, cents: 5_000 }],
    ['paid', [refund('pending', 5_000)], paid, { units: 10, cents: 5_000 }],
    ['shipped', PARTS, { ...paid, refundedCents: 1_500 }, { units: 10, cents: 3_500 }],
    ['refunded', [refund('succeeded', 5_000)], { ...paid, refundedCents: 5_000 }, undefined],
    // one that failed after it seemed done: the money is still here
    ['refunded', [refund('failed', 5_000)], paid, undefined],
    // paid after it was cancelled, and refunded soon
    ['cancelled', [refund('pending', 5_000)], counted, undefined],
  ] as [Status, Refund[], object, Sales | undefined][])('%s %j', (status, refunds, figures, sales) => {
    const stored = order({ status, refunds });
    const after = changeOf(order({}), stored);
    const before = changeOf(stored, order({}));
    // the same of a stored order and of an event, after the change and before it
    for (const one of [countedOrder(stored), countedChange(after).after, countedChange(before).before!]) {
      expect(figuresOf(one)).toEqual(figures);
      expect(salesOf(one)).toEqual(sales ? [[String(PRODUCT), sales]] : []);
    }
    expect(countedChange(changeOf(undefined, stored)).before).toBeUndefined();
  });

  const [a, b, c] = [1, 2, 3].map(() => new Types.ObjectId());
  it.each<[string, number, number[]]>([
    ['nothing', 0, [1_000, 2_000, 1]],
    ['less than its refunded units', 300, [700, 2_000, 1]],
    ['its refunded units', 400, [600, 2_000, 1]],
    ['its refunded units, and an amount of what is left of all', 400 + 1_300, [300, 1_000, 1]],
    ['more than the lines cost: the delivery as well', 3_901, [0, 0, 0]],
  ])('is of each product what its line cost, with its tax, less %s', (_, refundedCents, cents) => {
    const stored = order({
      status: 'shipped',
      lines: [
        line({ productId: a!, unitCents: 100, quantity: 10, refunded: 4 }),
        line({ productId: b!, unitCents: 1_500, quantity: 1, taxCents: 500 }),
        line({ productId: c!, unitCents: 1, quantity: 1 }),
      ],
      pricesIncludeTax: false,
      delivery: { name: 'Parcel', priceCents: 900, taxCents: 0 },
      refunds: [refund('succeeded', refundedCents)],
    });
    expect(figuresOf(countedOrder(stored))).toEqual({ ...paid, grossCents: 3_901, refundedCents });
    const sales = salesOf(countedOrder(stored));
    expect(sales).toEqual([
      [String(a), { units: 6, cents: cents[0] }],
      [String(b), { units: 1, cents: cents[1] }],
      [String(c), { units: 1, cents: cents[2] }],
    ]);
    expect(salesOf(countedChange(changeOf(order({}), stored)).after)).toEqual(sales);
  });
});

describe('what the lines of an order sold', () => {
  it('is exact in sum, whatever was refunded', () => {
    const anyLine = fc.record({
      unitCents: fc.integer({ min: 1, max: 100_000 }),
      quantity: fc.integer({ min: 1, max: 50 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    const any = fc.tuple(fc.array(anyLine, { minLength: 1, maxLength: 20 }), fc.nat(20_000_000));
    fc.assert(
      fc.property(any, ([rows, wanted]) => {
        const lines = rows.map(({ share, ...row }) =>
          line({ ...row, productId: new Types.ObjectId(), refunded: Math.floor(row.quantity * share) }),
        );
        const { totalCents } = amountsOf({ lines, pricesIncludeTax: true });
        const refunded = Math.min(wanted, totalCents);
        const one = countedOrder(order({ lines, refunds: [refund('succeeded', refunded)] }));
        const sales = salesOf(one);
        expect(sales.reduce((sum, [, { cents }]) => sum + cents, 0)).toBe(totalCents - refunded);
        for (const [n, [, { units, cents }]] of sales.entries()) {
          expect(units).toBe(lines[n]!.quantity - lines[n]!.refunded);
          expect(cents).toBeGreaterThanOrEqual(0);
          expect(cents).toBeLessThanOrEqual(one.lines[n]!.totalCents);
        }
      }),
    );
  });
});

describe('sums', () => {
  it('take away what they added', () => {
    const one = countedOrder(order({ refunds: PARTS }));
    const figures = figuresOf(one);
    expect(addFigures(addFigures(NO_FIGURES, figures), figures, -1)).toEqual(NO_FIGURES);
    const sales = new Map<string, Sales>([['other', { units: 1, cents: 1 }]]);
    addSales(sales, salesOf(one));
    addSales(sales, salesOf(one));
    expect(sales.get(String(PRODUCT))).toEqual({ units: 20, cents: 7_000 });
    addSales(sales, salesOf(one), -1);
    addSales(sales, salesOf(one), -1);
    expect([...sales.keys()]).toEqual(['other']);
  });

  it('rank products by what they brought, then by units, then by id', () => {
    const rows = [
      ['b', { units: 1, cents: 100 }],
      ['a', { units: 1, cents: 100 }],
      ['c', { units: 2, cents: 100 }],
      ['d', { units: 1, cents: 200 }],
    ] as const;
    expect(rows.toSorted(bySales).map(([id]) => id)).toEqual(['d', 'c', 'a', 'b']);
  });
});
