import { describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import type { OrderLine } from '../orders/order-line.schema.js';
import { amountsOf } from '../orders/order-lines.js';
import type { RefundStatus, Status } from '../orders/order-states.js';
import { NotToBeRefunded } from '../purchase-errors.js';
import type { Refund } from './refund.schema.js';
import {
  afterRefunds,
  leftToRefund,
  lostCents,
  refundedCents,
  refundStatusOf,
  refundValue,
} from './refund-rules.js';

const at = new Date(0);
const [a, b] = [new Types.ObjectId(), new Types.ObjectId()];

/** A line of ten units at $6 or of five at $8. */
const line = (fields: Partial<OrderLine> = {}): OrderLine => ({
  productId: a,
  name: 'Fan',
  img: '/fan.webp',
  unitCents: 600,
  quantity: 10,
  taxRate: 0,
  taxCents: 0,
  refunded: 0,
  shipped: 0,
  restocked: 0,
  ...fields,
});
const other = (fields: Partial<OrderLine> = {}): OrderLine =>
  line({ productId: b, name: 'SSD', unitCents: 800, quantity: 5, ...fields });

/** An order of $100 in two lines, paid unless told otherwise. */
const order = (fields: Partial<Parameters<typeof refundValue>[0] & { status: Status }> = {}) => {
  const charged = { lines: [line(), other()], pricesIncludeTax: true, ...fields };
  return { refunds: [], status: 'paid' as Status, ...charged, totalCents: amountsOf(charged).totalCents };
};

/** A refund that was requested here. */
const own = (amountCents: number, status: Refund['status'], more: Partial<Refund> = {}): Refund => ({
  attempt: 1,
  amountCents,
  isRemainder: false,
  status,
  requestId: 'r1',
  at,
  by: 'admin',
  ...more,
});

describe('what was refunded', () => {
  it('counts what succeeded, and leaves the rest', () => {
    const refunds = [own(3_000, 'succeeded'), own(2_000, 'failed'), own(1_000, 'pending')];
    expect([refundedCents({ refunds }), leftToRefund(order({ refunds }))]).toEqual([3_000, 7_000]);
    expect(leftToRefund(order())).toBe(10_000);
    expect(leftToRefund(order({ refunds: [own(10_000, 'succeeded')] }))).toBe(0);
    // the bank took a fee as well
    expect(leftToRefund(order({ refunds: [own(11_500, 'succeeded')] }))).toBe(0);
  });

  it('tells what the bank took back for a lost dispute', () => {
    const lost = own(4_000, 'succeeded', { isDispute: true });
    expect(lostCents({ refunds: [own(3_000, 'succeeded'), lost] })).toBe(4_000);
  });
});

describe('what a refund gives back', () => {
  const taxed = [line({ taxCents: 540 }), other({ taxCents: 361 })];
  const delivery = { name: 'Parcel', priceCents: 990, taxCents: 89 };
  const units = (productId: Types.ObjectId, quantity: number) => ({ productId, quantity });

  it.each<[string, Parameters<typeof refundValue>[1], Parameters<typeof order>[0], number]>([
    ['units', { lines: [units(a, 2)] }, {}, 1_200],
    ['units of two lines', { lines: [units(a, 2), units(b, 1)] }, {}, 2_000],
    [
      'units with their tax',
      { lines: [units(a, 5), units(b, 1)] },
      { lines: taxed, pricesIncludeTax: false },
      4_142,
    ],
    ['units, the tax being in the price', { lines: [units(a, 5)] }, { lines: taxed }, 3_000],
    ['the delivery', { ofDelivery: true }, { delivery }, 990],
    ['the delivery with its tax', { ofDelivery: true }, { delivery, pricesIncludeTax: false }, 1_079],
    ['units and the delivery', { lines: [units(b, 5)], ofDelivery: true }, { delivery }, 4_990],
    [
      'the delivery again after that failed',
      { ofDelivery: true },
      { delivery, refunds: [own(990, 'failed', { ofDelivery: true })] },
      990,
    ],
    ['units that had shipped', { lines: [units(a, 10)] }, { lines: [line({ shipped: 10 }), other()] }, 6_000],
    [
      'no more than is left of the payment',
      { lines: [units(a, 10)] },
      { refunds: [own(9_500, 'succeeded')] },
      500,
    ],
  ])('%s', (_, wanted, has, cents) => expect(refundValue(order(has), wanted)).toBe(cents));

  it.each<[string, Parameters<typeof refundValue>[1], Parameters<typeof order>[0], string]>([
    ['a product that is not in it', { lines: [units(new Types.ObjectId(), 1)] }, {}, 'no such product'],
    ['a product twice', { lines: [units(a, 1), units(a, 1)] }, {}, 'named twice'],
    ['more than there are', { lines: [units(a, 11)] }, {}, 'Of Fan, 10 can be refunded.'],
    [
      'more than were not refunded',
      { lines: [units(a, 8)] },
      { lines: [line({ refunded: 3 })] },
      'Of Fan, 7 can be refunded.',
    ],
    ['nothing', {}, {}, 'Nothing is given back'],
    ['no units', { lines: [units(a, 0)] }, {}, 'Of Fan, 10 can be refunded.'],
    ['less than none', { lines: [units(a, -1)] }, {}, 'Of Fan, 10 can be refunded.'],
    ['half a unit', { lines: [units(a, 0.5)] }, {}, 'Of Fan, 10 can be refunded.'],
    ['a delivery that it does not have', { ofDelivery: true }, {}, 'No delivery is left'],
    [
      'a delivery that was refunded',
      { ofDelivery: true },
      { delivery, refunds: [own(990, 'succeeded', { ofDelivery: true })] },
      'No delivery is left',
    ],
    [
      'a delivery that was refunded, though the bank sent that back: it is made again as that refund',
      { ofDelivery: true },
      { delivery, refunds: [own(990, 'failed', { ofDelivery: true, isApplied: true })] },
      'No delivery is left',
    ],
    [
      'a delivery that is being refunded',
      { ofDelivery: true },
      { delivery, refunds: [own(990, 'pending', { ofDelivery: true })] },
      'No delivery is left',
    ],
  ])('refuses %s', (_, wanted, has, why) => {
    expect(() => refundValue(order(has), wanted)).toThrow(NotToBeRefunded);
    expect(() => refundValue(order(has), wanted)).toThrow(why);
  });
});

describe('refundStatusOf', () => {
  const sentBack = own(1_200, 'failed', { lines: [{ productId: a, quantity: 2 }], isApplied: true });
  const again = (status: Refund['status']) => own(1_200, status, { attempt: 2, repeats: 1 });
  it.each<[string, Refund[], Status, RefundStatus | undefined]>([
    ['none', [], 'paid', undefined],
    ['one in progress', [own(1_000, 'succeeded'), own(1_000, 'pending')], 'paid', 'pending'],
    ['a part', [own(1_000, 'succeeded')], 'shipped', 'partial'],
    ['parts of the whole', [own(4_000, 'succeeded'), own(6_000, 'succeeded')], 'paid', 'succeeded'],
    ['the last failed', [own(1_000, 'succeeded'), own(1_000, 'failed')], 'paid', 'failed'],
    ['one failed before another part', [own(1_000, 'failed'), own(1_000, 'succeeded')], 'paid', 'partial'],
    ['one failed before the whole', [own(1_000, 'failed'), own(10_000, 'succeeded')], 'paid', 'succeeded'],
    ['units, sent back by the bank before another part', [sentBack, own(800, 'succeeded')], 'paid', 'failed'],
    [
      'the delivery, likewise, after another part',
      [own(800, 'succeeded', { attempt: 2 }), own(990, 'failed', { ofDelivery: true, isApplied: true })],
      'shipped',
      'failed',
    ],
    ['units that were made again', [sentBack, again('succeeded')], 'paid', 'partial'],
    ['units, without success', [sentBack, again('failed'), own(800, 'succeeded')], 'paid', 'failed'],
    [
      'an amount, sent back before another part',
      [own(1_000, 'failed', { isApplied: true }), own(1_000, 'succeeded')],
      'paid',
      'partial',
    ],
    [
      'a part failed after the order was refunded',
      [own(4_000, 'failed'), own(6_000, 'succeeded')],
      'refunded',
      'failed',
    ],
  ])('%s', (_, refunds, status, expected) => {
    expect(refundStatusOf(refunds, order({ status }))).toBe(expected);
  });

  it('is a part when all units were refunded and the delivery was not', () => {
    const delivery = { name: 'Parcel', priceCents: 990, taxCents: 0 };
    const refunds = [own(10_000, 'succeeded')];
    expect(refundStatusOf(refunds, order({ status: 'refunded', delivery }))).toBe('partial');
  });
});

describe('what an order becomes by its refunds', () => {
  const ofUnits = (productId: Types.ObjectId, quantity: number, status: Refund['status'] = 'succeeded') =>
    own(quantity * (productId === a ? 600 : 800), status, { lines: [{ productId, quantity }] });
  const shipped = [line({ shipped: 10 }), other()];
  type Units = [refunded: number, restocked: number];

  it.each<[string, Parameters<typeof order>[0], Refund[], Status, RefundStatus | undefined, Units, Units]>([
    ['some units', {}, [ofUnits(a, 4)], 'paid', 'partial', [4, 4], [0, 0]],
    ['some units, still pending', {}, [ofUnits(a, 4, 'pending')], 'paid', 'pending', [0, 0], [0, 0]],
    ['some units, without success', {}, [ofUnits(a, 4, 'failed')], 'paid', 'failed', [0, 0], [0, 0]],
    ['a line', {}, [ofUnits(b, 5)], 'paid', 'partial', [0, 0], [5, 5]],
    ['both lines', {}, [ofUnits(a, 10), ofUnits(b, 5)], 'refunded', 'succeeded', [10, 10], [5, 5]],
    ['an amount', {}, [own(2_500, 'succeeded')], 'paid', 'partial', [0, 0], [0, 0]],
    ['all that is left', {}, [own(10_000, 'succeeded')], 'refunded', 'succeeded', [10, 10], [5, 5]],
    [
      'the last line to ship, after the other had shipped',
      { lines: shipped },
      [ofUnits(b, 5)],
      'shipped',
      'partial',
      [0, 0],
      [5, 5],
    ],
    [
      'the last units to ship of a line that has shipped in part',
      { lines: [line({ shipped: 6 }), other({ shipped: 5 })] },
      [ofUnits(a, 4)],
      'shipped',
      'partial',
      [4, 4],
      [0, 0],
    ],
    [
      'units that are with the customer: they do not come back',
      { lines: shipped },
      [ofUnits(a, 3)],
      'paid',
      'partial',
      [3, 0],
      [0, 0],
    ],
    [
      'all, after some had shipped',
      { lines: shipped },
      [own(10_000, 'succeeded')],
      'refunded',
      'succeeded',
      [10, 0],
      [5, 5],
    ],
    [
      'a late payment of a cancelled order',
      { status: 'cancelled', lines: [line({ restocked: 10 }), other({ restocked: 5 })] },
      [own(10_000, 'succeeded')],
      'refunded',
      'succeeded',
      [10, 10],
      [5, 5],
    ],
    [
      'a late payment, without success',
      { status: 'cancelled', lines: [line({ restocked: 10 }), other({ restocked: 5 })] },
      [own(10_000, 'failed')],
      'cancelled',
      'failed',
      [0, 10],
      [0, 5],
    ],
  ])('%s', (_, has, refunds, status, refundStatus, first, second) => {
    const after = afterRefunds(order(has), refunds);
    expect([after.status, after.refundStatus]).toEqual([status, refundStatus]);
    expect(after.lines.map(({ refunded, restocked }) => [refunded, restocked])).toEqual([first, second]);
    // what was counted is not counted again
    expect(afterRefunds({ ...order(has), ...after }, after.refunds)).toEqual(after);
  });

  it('leaves what has failed after it had succeeded: refunded units stay refunded, and the failure is told', () => {
    const done = afterRefunds(order(), [ofUnits(a, 4)]);
    const failed = afterRefunds(
      { ...order(), ...done },
      done.refunds.map((refund) => ({ ...refund, status: 'failed' as const })),
    );
    expect([failed.status, failed.refundStatus, failed.lines[0]?.refunded]).toEqual(['paid', 'failed', 4]);
    // it is made after all
    const repeated = [...failed.refunds, own(2_400, 'succeeded', { attempt: 2, repeats: 1 })];
    const after = afterRefunds({ ...order(), ...failed }, repeated);
    expect([after.refundStatus, after.lines[0]?.refunded]).toEqual(['partial', 4]);
    // another refund is none of it
    const another = [...failed.refunds, own(800, 'succeeded', { attempt: 2 })];
    expect(afterRefunds({ ...order(), ...failed }, another).refundStatus).toBe('failed');
  });

  it('keeps a refunded order refunded when its refund fails late', () => {
    const done = afterRefunds(order(), [own(10_000, 'succeeded')]);
    const refunds = done.refunds.map((refund) => ({ ...refund, status: 'failed' as const }));
    const failed = afterRefunds({ ...order(), ...done }, refunds);
    expect([failed.status, failed.refundStatus]).toEqual(['refunded', 'failed']);
    expect(failed.lines.map(({ restocked }) => restocked)).toEqual([10, 5]);
  });
});
