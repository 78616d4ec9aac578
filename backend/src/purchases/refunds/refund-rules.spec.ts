import { describe, expect, it } from 'vitest';
import type { Refund } from '../../payment-provider/payment-provider.js';
import type { RefundStatus, Status } from '../orders/order-rules.js';
import type { OrderRefund, Order } from '../orders/order.schema.js';
import {
  leftToRefund,
  refundedCents,
  refundsOf,
  refundStatusOf,
  withProviderRefunds,
} from './refund-rules.js';

const at = new Date(0);
const now = new Date(1);
/** A refund that was requested here. */
const own = (
  amountCents: number,
  status: OrderRefund['status'],
  more: Partial<OrderRefund> = {},
): OrderRefund => ({
  attempt: 1,
  amountCents,
  isRest: false,
  status,
  requestId: 'r1',
  at,
  by: 'admin',
  ...more,
});
type Has = Partial<Pick<Order, 'refunds' | 'refundStatus' | 'refundId' | 'refundAttempt' | 'timeline'>>;
const order = (has: Has = {}, status: Status = 'paid') => ({ totalCents: 10_000, status, ...has });
const made = (id: string, amount: number, more: Partial<Refund> = {}): Refund => ({
  id,
  amount,
  status: 'succeeded',
  failure: undefined,
  ...more,
});

describe('refundsOf', () => {
  it('is one refund of the whole payment where an order has a status of it and no list', () => {
    expect(refundsOf(order())).toEqual([]);
    const timeline = [{ at, what: 'refund-requested', by: 'admin' as const }];
    expect(
      refundsOf(order({ refundStatus: 'pending', refundAttempt: 2, refundId: 're_1', timeline })),
    ).toEqual([
      { attempt: 2, amountCents: 10_000, isRest: true, status: 'pending', refundId: 're_1', at, by: 'admin' },
    ]);
  });

  it('counts what succeeded, and leaves the rest', () => {
    const refunds = [own(3_000, 'succeeded'), own(2_000, 'failed'), own(1_000, 'pending')];
    expect([refundedCents(order({ refunds })), leftToRefund(order({ refunds }))]).toEqual([3_000, 7_000]);
    expect(leftToRefund(order({ refundStatus: 'succeeded' }))).toBe(0);
  });
});

describe('refundStatusOf', () => {
  it.each<[string, OrderRefund[], Status, RefundStatus | undefined]>([
    ['none', [], 'paid', undefined],
    ['one under way', [own(1_000, 'succeeded'), own(1_000, 'pending')], 'paid', 'pending'],
    ['a part', [own(1_000, 'succeeded')], 'shipped', 'partial'],
    ['parts of the whole', [own(4_000, 'succeeded'), own(6_000, 'succeeded')], 'paid', 'succeeded'],
    ['the last failed', [own(1_000, 'succeeded'), own(1_000, 'failed')], 'paid', 'failed'],
    ['one failed before another part', [own(1_000, 'failed'), own(1_000, 'succeeded')], 'paid', 'partial'],
    ['one failed before the whole', [own(1_000, 'failed'), own(10_000, 'succeeded')], 'paid', 'succeeded'],
    [
      'a part failed after the order was refunded',
      [own(4_000, 'failed'), own(6_000, 'succeeded')],
      'refunded',
      'failed',
    ],
  ])('%s', (_, refunds, status, expected) => {
    expect(refundStatusOf(refunds, { totalCents: 10_000, status })).toBe(expected);
  });
});

describe('withProviderRefunds', () => {
  it.each<[string, Has, Refund[], Partial<OrderRefund>[]]>([
    [
      'one of the provider alone',
      {},
      [made('re_1', 3_000)],
      [{ attempt: 0, refundId: 're_1', by: 'webhook', at: now }],
    ],
    ['none that failed and that the order never had', {}, [made('re_1', 3_000, { status: 'failed' })], []],
    [
      'the one with its id',
      { refunds: [own(3_000, 'pending', { refundId: 're_1' })] },
      [made('re_1', 3_000, { status: 'failed', failure: 'closed' })],
      [{ refundId: 're_1', status: 'failed', failure: 'closed', reason: undefined }],
    ],
    [
      'the one of its attempt, before its id is known',
      { refunds: [own(3_000, 'pending')] },
      [made('re_9', 3_000, { attempt: 1 })],
      [{ refundId: 're_9', status: 'succeeded', requestId: 'r1' }],
    ],
    [
      'not one of another attempt, nor of none',
      { refunds: [own(3_000, 'pending', { attempt: 2 })] },
      [made('re_8', 3_000), made('re_9', 3_000, { attempt: 1 })],
      [{ refundId: 're_8', attempt: 0 }, { refundId: 're_9', attempt: 0 }, { status: 'pending' }],
    ],
    [
      'the first for the whole refund of a late payment, and the others next to it',
      { refundStatus: 'pending', refundAttempt: 1 },
      [made('re_1', 4_000), made('re_2', 6_000)],
      [
        { refundId: 're_1', amountCents: 4_000, isRest: true },
        { refundId: 're_2', amountCents: 6_000 },
      ],
    ],
    [
      'each once, however often it is read',
      { refunds: [own(3_000, 'succeeded', { refundId: 're_1' })] },
      [made('re_1', 3_000), made('re_1', 3_000)],
      [{ refundId: 're_1', amountCents: 3_000 }],
    ],
  ])('records %s', (_, has, found, expected) => {
    const refunds = withProviderRefunds(order(has), found, 'webhook', now);
    expect(refunds).toHaveLength(expected.length);
    for (const [index, fields] of expected.entries())
      expect({ reason: undefined, ...refunds[index] }).toMatchObject(fields);
  });
});
