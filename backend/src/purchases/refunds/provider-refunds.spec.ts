import { describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import type { Refund as ProviderRefund } from '../../payment-provider/payment-provider.js';
import { haveBecome, withProviderRefunds } from './provider-refunds.js';
import type { Refund } from './refund.schema.js';

const at = new Date(0);
const now = new Date(1);
const a = new Types.ObjectId();

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

const made = (id: string, amount: number, more: Partial<ProviderRefund> = {}): ProviderRefund => ({
  id,
  amount,
  status: 'succeeded',
  failure: undefined,
  ...more,
});

describe('withProviderRefunds', () => {
  it.each<[string, Refund[], ProviderRefund[], Partial<Refund>[]]>([
    [
      'one of the provider alone',
      [],
      [made('re_1', 3_000)],
      [{ attempt: 0, refundId: 're_1', by: 'webhook', at: now, isRemainder: false }],
    ],
    ['none that failed and that the order never had', [], [made('re_1', 3_000, { status: 'failed' })], []],
    [
      'the one with its id',
      [own(3_000, 'pending', { refundId: 're_1' })],
      [made('re_1', 3_000, { status: 'failed', failure: 'closed' })],
      [{ refundId: 're_1', status: 'failed', failure: 'closed' }],
    ],
    [
      'the one of its attempt, before its id is known',
      [own(3_000, 'pending')],
      [made('re_9', 3_000, { attempt: 1 })],
      [{ refundId: 're_9', status: 'succeeded', requestId: 'r1' }],
    ],
    [
      'not one of another attempt, nor of none: those come before it',
      [own(3_000, 'pending', { attempt: 2 })],
      [made('re_8', 3_000), made('re_9', 3_000, { attempt: 1 })],
      [
        { refundId: 're_8', attempt: 0 },
        { refundId: 're_9', attempt: 0 },
        { status: 'pending', attempt: 2 },
      ],
    ],
    [
      'the first for the whole refund of a late payment, and the others next to it',
      [own(10_000, 'pending', { requestId: undefined, isRemainder: true })],
      [made('re_1', 4_000), made('re_2', 6_000)],
      [
        { refundId: 're_1', amountCents: 4_000, isRemainder: true },
        { refundId: 're_2', amountCents: 6_000 },
      ],
    ],
    [
      'each once, however often it is read',
      [own(3_000, 'succeeded', { refundId: 're_1' })],
      [made('re_1', 3_000), made('re_1', 3_000)],
      [{ refundId: 're_1', amountCents: 3_000 }],
    ],
    [
      'the units of one that was requested here',
      [own(1_200, 'pending', { lines: [{ productId: a, quantity: 2 }] })],
      [made('re_1', 1_200, { attempt: 1 })],
      [{ refundId: 're_1', lines: [{ productId: a, quantity: 2 }] }],
    ],
    [
      'a lost dispute',
      [],
      [made('dp_1', 3_000, { isDispute: true })],
      [{ refundId: 'dp_1', isDispute: true, amountCents: 3_000 }],
    ],
  ])('records %s', (_, refunds, found, expected) => {
    const recorded = withProviderRefunds({ refunds }, found, 'webhook', now);
    expect(recorded).toHaveLength(expected.length);
    for (const [index, fields] of expected.entries()) expect(recorded[index]).toMatchObject(fields);
  });
});

describe('haveBecome', () => {
  it('is those that were not so before, known by their attempt, or by their id when made at the provider', () => {
    const before = [own(1_000, 'pending'), own(2_000, 'succeeded', { attempt: 0, refundId: 're_1' })];
    const after = [
      own(1_000, 'succeeded'),
      own(2_000, 'succeeded', { attempt: 0, refundId: 're_1' }),
      own(3_000, 'succeeded', { attempt: 0, refundId: 're_2' }),
    ];
    expect(haveBecome('succeeded', before, after)).toEqual([after[0], after[2]]);
    expect(haveBecome('failed', before, after)).toEqual([]);
  });
});
