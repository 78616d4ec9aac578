import { describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import type { Intent } from '../../payment-provider/payment-provider.js';
import type { Payment } from '../../purchases/payments/payment.schema.js';
import { Order } from '../../purchases/orders/order.schema.js';
import { assess, type Assessment, differencesOf } from './findings.js';
import type { Refund } from '../../purchases/refunds/refund.schema.js';
import type { Finding, Resolution } from './reconciliation.dto.js';

const _id = new Types.ObjectId();
const intent: Intent = {
  id: 'pi_1',
  clientSecret: '',
  status: 'succeeded',
  amount: 5_000,
  amountReceived: 5_000,
  amountRefunded: 0,
  isDisputed: false,
  currency: 'usd',
  livemode: false,
  orderId: String(_id),
  createdAt: new Date(0),
};
const line = {
  productId: new Types.ObjectId(),
  name: 'Fan',
  img: '/fan.webp',
  unitCents: 500,
  quantity: 10,
  taxRate: 0,
  taxCents: 0,
  refunded: 0,
  shipped: 0,
  restocked: 0,
};
/** The order of that payment, paid by it unless stated otherwise. */
const order = (has: Partial<Order> | undefined): Order | undefined =>
  has &&
  Object.assign(
    new Order(),
    {
      _id,
      lines: [line],
      pricesIncludeTax: true,
      totalCents: 5_000,
      status: 'paid',
      transactionId: 'pi_1',
      refunds: [],
    },
    has,
  );
const payment = {
  _id: 'pi_1',
  orderId: _id,
  takenCents: 5_000,
  refundedCents: 0,
  currency: 'USD',
  takenAt: new Date(0),
};
const refunds = (amountCents: number, more: Partial<Refund> = {}): Refund[] => [
  {
    attempt: 1,
    amountCents,
    isRemainder: false,
    status: 'succeeded',
    isApplied: true,
    at: new Date(0),
    by: 'admin',
    ...more,
  },
];

/** What is found of the payment, with the record of it that belongs to the order. */
const found = (
  fields: Partial<Intent> | undefined,
  has: Partial<Order> | undefined,
  record: Partial<Payment> = {},
): Assessment[] => {
  const of = order(has);
  const refundedCents = (has?.refunds ?? []).reduce((sum, one) => sum + one.amountCents, 0);
  return assess(
    {
      intentId: 'pi_1',
      intent: fields && { ...intent, ...fields },
      order: of,
      payment: of?.transactionId === 'pi_1' ? { ...payment, refundedCents, ...record } : undefined,
    },
    false,
  );
};

describe('a payment and its order', () => {
  it.each<[string, Partial<Intent>, Partial<Order> | undefined]>([
    ['paid', {}, {}],
    ['shipped', {}, { status: 'shipped' }],
    ['not succeeded', { status: 'open' }, { status: 'unpaid', transactionId: undefined }],
    [
      'refunded',
      { amountRefunded: 5_000 },
      { status: 'refunded', refundStatus: 'succeeded', refunds: refunds(5_000) },
    ],
    ['partly refunded', { amountRefunded: 100 }, { refundStatus: 'partial', refunds: refunds(100) }],
    ['a refund in progress', {}, { status: 'cancelled', refundStatus: 'pending' }],
    ['no order, and refunded', { amountRefunded: 5_000 }, undefined],
    [
      'another sum, and refunded',
      { amountReceived: 4_000, amountRefunded: 4_000 },
      { status: 'unpaid', transactionId: undefined },
    ],
    ['disputed, which the order knows', { isDisputed: true }, { dispute: 'open' }],
    [
      'a dispute lost, which is no refund at the provider',
      { isDisputed: true },
      { dispute: 'lost', refundStatus: 'succeeded', refunds: refunds(5_000, { isDispute: true }) },
    ],
  ])('are in order: %s', (_, fields, has) => expect(found(fields, has)).toEqual([]));

  it.each<[string, Partial<Intent>, Partial<Order> | undefined, Finding, Resolution]>([
    ['no order', {}, undefined, 'paid-without-order', 'refund'],
    [
      'an order not confirmed',
      {},
      { status: 'unpaid', transactionId: undefined },
      'paid-without-order',
      'confirm',
    ],
    ['another payment was there first', {}, { transactionId: 'pi_2' }, 'paid-without-order', 'refund'],
    ['cancelled', {}, { status: 'cancelled', transactionId: undefined }, 'cancelled-but-paid', 'refund'],
    [
      'too little',
      { amountReceived: 4_999 },
      { status: 'unpaid', transactionId: undefined },
      'amount-mismatch',
      'refund',
    ],
    [
      'another mode',
      { livemode: true },
      { status: 'unpaid', transactionId: undefined },
      'amount-mismatch',
      'refund',
    ],
    [
      'partly refunded before it confirmed',
      { amountRefunded: 100 },
      { status: 'unpaid', transactionId: undefined },
      'amount-mismatch',
      'refund',
    ],
    ['paid with too much', { amountReceived: 5_001 }, {}, 'amount-mismatch', 'look-at-order'],
    ['paid in another currency', { currency: 'jpy' }, {}, 'amount-mismatch', 'look-at-order'],
    [
      'paid with too little, partly refunded',
      { amountReceived: 4_000, amountRefunded: 100 },
      { refundStatus: 'partial', refunds: refunds(100) },
      'amount-mismatch',
      'look-at-order',
    ],
    ['refunded, its order paid', { amountRefunded: 5_000 }, {}, 'refunds-differ', 'sync-refunds'],
    ['partly refunded there', { amountRefunded: 100 }, {}, 'refunds-differ', 'sync-refunds'],
    [
      'partly refunded here',
      {},
      { refundStatus: 'partial', refunds: refunds(100) },
      'refunds-differ',
      'sync-refunds',
    ],
    [
      'refunded here only',
      {},
      { status: 'refunded', refundStatus: 'succeeded', refunds: refunds(5_000) },
      'refunds-differ',
      'sync-refunds',
    ],
    [
      'the refund failed',
      {},
      { status: 'cancelled', refundStatus: 'failed', refunds: [] },
      'refund-failed',
      'refund',
    ],
    ['a dispute that is not known', { isDisputed: true }, {}, 'dispute-unknown', 'respond-at-provider'],
    ['a payment that is open', { status: 'open' }, {}, 'paid-without-payment', 'look-at-order'],
    ['a payment that was cancelled', { status: 'cancelled' }, {}, 'paid-without-payment', 'look-at-order'],
    ['a line changed', {}, { lines: [{ ...line, quantity: 11 }] }, 'order-does-not-add-up', 'look-at-order'],
  ])('differ: %s', (_, fields, has, finding, action) => {
    expect(found(fields, has)).toEqual([[finding, action, expect.any(String)]]);
  });

  it('differ: a payment that the provider does not know', () => {
    expect(found(undefined, {})).toEqual([['paid-without-payment', 'look-at-order', expect.any(String)]]);
    expect(found(undefined, { refundStatus: 'pending' })).toEqual([]);
    expect(found(undefined, undefined)).toEqual([]);
  });

  it('can differ in several ways at once', () => {
    const several = found({ amountRefunded: 100, isDisputed: true }, {}, { takenCents: 4_999 });
    expect(several.map(([finding]) => finding)).toEqual([
      'refunds-differ',
      'order-does-not-add-up',
      'dispute-unknown',
    ]);
  });
});

describe('a difference', () => {
  it('has what the provider says of the payment, or else the record of it', () => {
    const pair = { intentId: 'pi_1', order: order({}), payment: { ...payment, takenAt: new Date(7) } };
    const at = { intentId: 'pi_1', orderId: String(_id), currency: 'usd' };
    expect(differencesOf(pair, false)).toMatchObject([{ ...at, amountCents: 5_000, at: new Date(7) }]);
    const less = { ...intent, amountReceived: 4_000 };
    expect(differencesOf({ ...pair, intent: less }, false)).toMatchObject([
      { ...at, amountCents: 4_000, at: new Date(0) },
    ]);
  });
});
