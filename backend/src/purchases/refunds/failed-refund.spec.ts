import { describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import type { RefundStatus, Status } from '../orders/order-states.js';
import { repetitionCents, repetitionOf } from './failed-refund.js';
import { isRepeatable, repeatedBy } from './owed-refunds.js';
import type { Refund } from './refund.schema.js';

const lines = [{ productId: new Types.ObjectId(), quantity: 4 }];

/** A refund of $40 that has failed, unless stated otherwise. */
const refund = (fields: Partial<Refund>): Refund => ({
  attempt: 1,
  amountCents: 4_000,
  isRemainder: false,
  status: 'failed',
  at: new Date(0),
  by: 'admin',
  ...fields,
});

/** A paid order of $100 with these refunds, of which one is owed or the last has failed. */
const order = (refunds: Refund[], fields: { status?: Status; refundStatus?: RefundStatus } = {}) => ({
  totalCents: 10_000,
  transactionId: 'pi_1',
  status: 'paid' as Status,
  refundStatus: 'failed' as RefundStatus,
  refunds,
  ...fields,
});
const other = (fields: Partial<Refund> = {}) =>
  refund({ attempt: 2, amountCents: 300, status: 'succeeded', isApplied: true, ...fields });

describe('what is made again', () => {
  it.each<[string, Refund[], object, number]>([
    ['an amount', [refund({})], { amountCents: 4_000, repeats: 1 }, 4_000],
    [
      'with its reason',
      [refund({ reason: 'Broken' })],
      { amountCents: 4_000, reason: 'Broken', repeats: 1 },
      4_000,
    ],
    ['units that were not counted', [refund({ lines })], { lines, repeats: 1 }, 4_000],
    [
      'with what becomes of them',
      [refund({ lines, ofDelivery: true, restock: false })],
      { lines, ofDelivery: true, restock: false, repeats: 1 },
      4_000,
    ],
    [
      'the delivery that was not counted',
      [refund({ ofDelivery: true })],
      { ofDelivery: true, repeats: 1 },
      4_000,
    ],
    [
      'the amount of units that count as refunded already',
      [refund({ lines, restock: true, isApplied: true })],
      { amountCents: 4_000, repeats: 1 },
      4_000,
    ],
    [
      'the amount of a delivery that counts as refunded already',
      [refund({ ofDelivery: true, isApplied: true })],
      { amountCents: 4_000, repeats: 1 },
      4_000,
    ],
    [
      'what is owed, whatever came after',
      [refund({ lines, isApplied: true }), other()],
      { amountCents: 4_000, repeats: 1 },
      4_000,
    ],
    [
      'the oldest that is owed',
      [
        refund({ lines, isApplied: true }),
        refund({ attempt: 2, lines, isApplied: true }),
        refund({ attempt: 3, repeats: 1, status: 'succeeded' }),
      ],
      { amountCents: 4_000, repeats: 2 },
      4_000,
    ],
    [
      'no more than is left',
      [refund({ lines, isApplied: true }), other({ amountCents: 7_500 })],
      { amountCents: 2_500, repeats: 1 },
      2_500,
    ],
    ['all that is left', [refund({ isRemainder: true, amountCents: 10_000 })], {}, 10_000],
    [
      'all that is left, with what becomes of its units',
      [other(), refund({ isRemainder: true, amountCents: 9_700, restock: false })],
      { restock: false },
      9_700,
    ],
  ])('%s', (_, refunds, wanted, cents) => {
    expect(repetitionOf(order(refunds))).toEqual(wanted);
    expect(repetitionCents(order(refunds))).toBe(cents);
  });

  it('is all that is left of an order that can be refunded as a whole only', () => {
    const refunds = [refund({ isApplied: true })];
    expect(repetitionOf(order(refunds, { status: 'refunded' }))).toEqual({});
    expect(repetitionCents(order(refunds, { status: 'refunded' }))).toBe(10_000);
    // but no more than is owed where that is known
    const owed = order([refund({ lines, isApplied: true }), other()], { status: 'refunded' });
    expect(repetitionOf(owed)).toMatchObject({ amountCents: 4_000, repeats: 1 });
  });

  it('is nothing of an order none of whose refunds failed', () => {
    expect(repetitionOf(order([other({ restock: false })], { refundStatus: 'partial' }))).toEqual({});
  });
});

describe('an owed refund', () => {
  const owed = refund({ lines, isApplied: true });

  it('is made again by exactly its amount', () => {
    expect(repeatedBy(4_000, [owed, other()])).toBe(1);
    expect(repeatedBy(3_999, [owed, other()])).toBeUndefined();
    expect(repeatedBy(300, [owed, other()])).toBeUndefined();
    expect(repeatedBy(4_000, [refund({ lines })])).toBeUndefined();
  });

  it('is made again once, and again when that fails', () => {
    const repeated = (status: Refund['status']) => [owed, refund({ attempt: 2, repeats: 1, status })];
    expect([isRepeatable(1, [owed]), isRepeatable(2, [owed]), isRepeatable(2, [owed, other()])]).toEqual([
      true,
      false,
      false,
    ]);
    for (const status of ['pending', 'succeeded'] as const) {
      expect(isRepeatable(1, repeated(status))).toBe(false);
      expect(repeatedBy(4_000, repeated(status))).toBeUndefined();
    }
    expect(isRepeatable(1, repeated('failed'))).toBe(true);
    expect(repeatedBy(4_000, repeated('failed'))).toBe(1);
  });
});
