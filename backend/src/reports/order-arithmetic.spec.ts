import * as fc from 'fast-check';
import { Types } from 'mongoose';
import { describe, expect, it } from 'vitest';
import type { OrderLine } from '../purchases/orders/order-line.schema.js';
import { amountsOf, refundableUnits } from '../purchases/orders/order-lines.js';
import type { Delivery, Order } from '../purchases/orders/order.schema.js';
import {
  afterRefunds,
  leftToRefund,
  refundedCents,
  refundStatusOf,
  refundValue,
} from '../purchases/refunds/refund-rules.js';
import type { Refund } from '../purchases/refunds/refund.schema.js';
import { arithmeticViolation, refundedByAmountCents, standingCents } from './order-arithmetic.js';

type Sold = Pick<
  Order,
  | 'lines'
  | 'delivery'
  | 'pricesIncludeTax'
  | 'refunds'
  | 'totalCents'
  | 'status'
  | 'refundStatus'
  | 'refundAttempt'
>;

const ids = [1, 2, 3].map(() => new Types.ObjectId());
const line = (n: number, fields: Partial<OrderLine> = {}): OrderLine => ({
  productId: ids[n]!,
  name: 'Fan',
  img: '/fan.webp',
  unitCents: 333,
  quantity: 3,
  taxRate: 10,
  taxCents: 100,
  refunded: 0,
  shipped: 0,
  restocked: 0,
  ...fields,
});
const delivery: Delivery = { name: 'Parcel', priceCents: 500, taxCents: 50 };

/** Paid, of two lines of $10.99 and a delivery of $5.50, tax added to the prices. */
function sold(fields: Partial<Sold> = {}): Sold {
  const charged = { lines: [line(0), line(1)], delivery, pricesIncludeTax: false, ...fields };
  const { totalCents } = amountsOf(charged);
  return { refunds: [], status: 'paid', refundAttempt: 0, ...charged, totalCents };
}

type Wanted = Pick<Refund, 'lines' | 'ofDelivery'> & { amountCents?: number };

/** The order with one refund more, as the shop counts it. */
function refunded(order: Sold, wanted: Wanted, status: Refund['status'] = 'succeeded'): Sold {
  const isOfUnits = wanted.lines !== undefined || wanted.ofDelivery === true;
  const attempt = order.refunds.length + 1;
  const refund: Refund = {
    ...wanted,
    attempt,
    amountCents: wanted.amountCents ?? (isOfUnits ? refundValue(order, wanted) : leftToRefund(order)),
    isRemainder: !isOfUnits && wanted.amountCents === undefined,
    status,
    at: new Date(0),
    by: 'admin',
  };
  return { ...order, ...afterRefunds(order, [...order.refunds, refund]) };
}

/** The order with its latest refund failed after it had succeeded. */
function failedAfterAll(order: Sold): Sold {
  const found = order.refunds.map((one, n) =>
    n === order.refunds.length - 1 ? { ...one, status: 'failed' as const } : one,
  );
  return { ...order, ...afterRefunds(order, found) };
}

const paymentOf = (order: Sold) => ({ takenCents: order.totalCents, refundedCents: refundedCents(order) });
const violationOf = (order: Sold, off = { takenCents: 0, refundedCents: 0 }) => {
  const { takenCents, refundedCents: given } = paymentOf(order);
  return arithmeticViolation(order, {
    takenCents: takenCents + off.takenCents,
    refundedCents: given + off.refundedCents,
  });
};
const units = (n: number, quantity: number) => [{ productId: ids[n]!, quantity }];

describe('what stands of an order', () => {
  it.each<[string, Sold, standing: number, byAmount: number]>([
    ['all of it', sold(), 2_748, 0],
    ['less a unit with its tax', refunded(sold(), { lines: units(0, 1) }), 2_748 - 366, 0],
    [
      'less units in two refunds',
      refunded(refunded(sold(), { lines: units(0, 1) }), { lines: units(0, 2) }),
      1_649,
      0,
    ],
    ['less the delivery with its tax', refunded(sold(), { ofDelivery: true }), 2_198, 0],
    ['and an amount beside it', refunded(sold(), { amountCents: 700 }), 2_748, 700],
    ['nothing of it', refunded(sold(), { lines: [...units(0, 3), ...units(1, 3)], ofDelivery: true }), 0, 0],
    ['all that was left, as an amount', refunded(refunded(sold(), { lines: units(0, 3) }), {}), 1_649, 1_649],
    ['without a refund in progress', refunded(sold(), { lines: units(0, 1) }, 'pending'), 2_748, 0],
    ['with units whose refund failed', refunded(sold(), { lines: units(0, 1) }, 'failed'), 2_748, 0],
    ['where prices include tax', refunded(sold({ pricesIncludeTax: true }), { ofDelivery: true }), 1_998, 0],
  ])('%s', (_, order, standing, byAmount) => {
    expect([standingCents(order), refundedByAmountCents(order)]).toEqual([standing, byAmount]);
    expect(violationOf(order)).toBeUndefined();
  });

  it('is worth no less than what is left of it by amounts', () => {
    const order = refunded(refunded(sold(), { amountCents: 2_000 }), { lines: units(0, 3) });
    expect(order.refunds.at(-1)).toMatchObject({ amountCents: 748 });
    expect(violationOf(order)).toBeUndefined();
  });
});

describe('an order that does not add up', () => {
  it.each<[string, string | undefined, RegExp]>([
    ['more was taken', violationOf(sold(), { takenCents: 1, refundedCents: 0 }), /\$27\.49 was taken/],
    ['less was taken', violationOf(sold(), { takenCents: -1, refundedCents: 0 }), /leaves \$27\.47/],
    [
      'more was refunded',
      violationOf(refunded(sold(), { amountCents: 700 }), { takenCents: 0, refundedCents: 1 }),
      /\$7\.01 refunded, which leaves \$20\.47; \$27\.48 of the order stands, less \$7\.00/,
    ],
    [
      'a refund of units of another amount',
      violationOf({ ...sold(), refunds: refunded(sold(), { lines: units(0, 1), amountCents: 365 }).refunds }),
      /leaves \$23\.83; \$23\.82 of the order stands/,
    ],
    [
      'a line costs more than was paid for it',
      violationOf({ ...sold(), lines: [line(0), line(1, { unitCents: 334 })] }),
      /\$27\.51 of the order stands/,
    ],
  ])('is told: %s', (_, violation, text) => expect(violation).toMatch(text));

  it.each<[string, Sold]>([
    ['a refund is in progress', refunded(sold(), {}, 'pending')],
    ['a refund has failed after all', failedAfterAll(refunded(sold(), {}))],
  ])('is not told while %s', (_, order) =>
    expect(violationOf(order, { takenCents: 1, refundedCents: 0 })).toBeUndefined(),
  );
});

const anyLines = fc
  .array(
    fc.record({
      unitCents: fc.integer({ min: 1, max: 50_000 }),
      quantity: fc.integer({ min: 1, max: 40 }),
      taxCents: fc.nat(9_999),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((all) => all.map((fields, n) => line(n, fields)));
const anyDelivery = fc.option(
  fc.record({ name: fc.constant('Parcel'), priceCents: fc.nat(5_000), taxCents: fc.nat(900) }),
  { nil: undefined },
);
const anySteps = fc.array(
  fc.record({
    of: fc.constantFrom('units', 'delivery', 'amount', 'rest'),
    line: fc.nat(2),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
    ends: fc.constantFrom('succeeded', 'succeeded', 'failed', 'failed-after-all', 'pending'),
  }),
  { maxLength: 8 },
);

/** What a step asks for; undefined where there is no such thing left. */
function wantedOf(order: Sold, step: { of: string; line: number; part: number }): Wanted | undefined {
  const left = leftToRefund(order);
  if (left === 0 || order.refundStatus === 'pending') return undefined;
  if (step.of === 'rest') return {};
  if (step.of === 'amount') return { amountCents: Math.max(1, Math.floor(left * step.part)) };
  if (step.of === 'delivery')
    return order.delivery && !order.refunds.some((one) => one.ofDelivery && one.status !== 'failed')
      ? { ofDelivery: true }
      : undefined;
  const found = order.lines[step.line];
  const most = found ? refundableUnits(found) : 0;
  return most === 0 ? undefined : { lines: units(step.line, Math.max(1, Math.floor(most * step.part))) };
}

describe('every order', () => {
  it('adds up to the cent, whatever is refunded of it in whatever order, and in no other way', () => {
    fc.assert(
      fc.property(
        anyLines,
        anyDelivery,
        fc.boolean(),
        anySteps,
        (lines, charged, pricesIncludeTax, steps) => {
          let order = sold({ lines, delivery: charged, pricesIncludeTax });
          for (const step of steps) {
            const wanted = wantedOf(order, step);
            if (!wanted || (wanted.ofDelivery && charged!.priceCents + charged!.taxCents === 0)) continue;
            try {
              const status = step.ends === 'failed-after-all' ? 'succeeded' : step.ends;
              order = refunded(order, wanted, status);
            } catch {
              // nothing is given back by this refund
              continue;
            }
            if (step.ends === 'failed-after-all') order = failedAfterAll(order);
            expect(order.refundStatus).toBe(refundStatusOf(order.refunds, order));
            expect(violationOf(order)).toBeUndefined();
          }
          if (order.refundStatus === 'pending' || order.refundStatus === 'failed') return;
          for (const cents of [-1, 1]) {
            expect(violationOf(order, { takenCents: cents, refundedCents: 0 })).toBeDefined();
            expect(violationOf(order, { takenCents: 0, refundedCents: cents })).toBeDefined();
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
