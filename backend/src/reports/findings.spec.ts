import { describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import type { Intent } from '../payment-provider/payment-provider.js';
import { Order } from '../purchases/orders/order.schema.js';
import { judge } from './findings.js';
import type { Finding, Resolution } from './reconciliation.dto.js';

const _id = new Types.ObjectId();
const intent: Intent = {
  id: 'pi_1',
  clientSecret: '',
  status: 'succeeded',
  amount: 5_000,
  amountReceived: 5_000,
  amountRefunded: 0,
  currency: 'usd',
  livemode: false,
  orderId: String(_id),
  createdAt: new Date(0),
};
/** The order of that payment, paid by it unless stated otherwise. */
const order = (has: Partial<Order> | undefined): Order | undefined =>
  has &&
  Object.assign(
    new Order(),
    { _id, totalCents: 5_000, status: 'paid', transactionId: 'pi_1', refunds: [] },
    has,
  );

describe('judge', () => {
  it.each<[string, Partial<Intent>, Partial<Order> | undefined]>([
    ['paid and in order', {}, {}],
    ['shipped', {}, { status: 'shipped' }],
    ['not succeeded', { status: 'open' }, { status: 'unpaid' }],
    ['refunded', { amountRefunded: 5_000 }, { status: 'refunded', refundStatus: 'succeeded' }],
    ['a refund in progress', {}, { status: 'cancelled', refundStatus: 'pending' }],
    ['no order, and refunded', { amountRefunded: 5_000 }, undefined],
    ['another sum, and refunded', { amountReceived: 4_000, amountRefunded: 4_000 }, { status: 'unpaid' }],
  ])('nothing is wrong: %s', (_, fields, has) => {
    expect(judge({ ...intent, ...fields }, order(has), false)).toBeUndefined();
  });

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
    ['too little', { amountReceived: 4_999 }, { status: 'unpaid' }, 'amount-mismatch', 'refund'],
    ['another currency', { currency: 'jpy' }, { status: 'unpaid' }, 'amount-mismatch', 'refund'],
    ['another mode', { livemode: true }, { status: 'unpaid' }, 'amount-mismatch', 'refund'],
    [
      'partly refunded before it confirmed',
      { amountRefunded: 100 },
      { status: 'unpaid', transactionId: undefined },
      'amount-mismatch',
      'refund',
    ],
    ['refunded, its order paid', { amountRefunded: 5_000 }, {}, 'amount-mismatch', 'refund'],
    [
      'refunded, its order shipped',
      { amountRefunded: 5_000 },
      { status: 'shipped' },
      'amount-mismatch',
      'refund',
    ],
    ['partly refunded', { amountRefunded: 100 }, {}, 'partly-refunded', 'refund'],
    ['the refund failed', {}, { status: 'cancelled', refundStatus: 'failed' }, 'refund-failed', 'refund'],
    [
      'the refund failed after all',
      {},
      { status: 'refunded', refundStatus: 'failed' },
      'refund-failed',
      'refund',
    ],
    ['refunded here only', {}, { status: 'refunded', refundStatus: 'succeeded' }, 'refund-failed', 'refund'],
  ])('%s', (_, fields, has, finding, action) => {
    const assessment = judge({ ...intent, ...fields }, order(has), false);
    expect(assessment).toEqual([finding, action, expect.any(String)]);
  });
});
