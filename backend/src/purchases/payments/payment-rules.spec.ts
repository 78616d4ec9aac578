import { describe, expect, it } from 'vitest';
import type { Intent } from '../../payment-provider/payment-provider.js';
import { isFullyRefunded, paymentMismatch } from './payment-rules.js';

describe('whether an intent pays an order', () => {
  const order = { id: '665f1c2ab8d4e1a2b3c4d5e6', totalCents: 9_995 };
  const intent: Intent = {
    id: 'pi_1',
    clientSecret: 'pi_1_secret_x',
    status: 'succeeded',
    amount: 9_995,
    amountReceived: 9_995,
    amountRefunded: 0,
    isDisputed: false,
    currency: 'usd',
    livemode: false,
    orderId: order.id,
    createdAt: new Date(0),
  };

  it('does when all of it is right', () => expect(paymentMismatch(order, intent, false)).toBeUndefined());

  it('does when all of it was refunded: the order was paid, and is refunded', () => {
    const refunded = { ...intent, amountRefunded: 9_995 };
    expect(paymentMismatch(order, refunded, false)).toBeUndefined();
    expect(isFullyRefunded(refunded)).toBe(true);
    expect(isFullyRefunded(intent)).toBe(false);
    expect(isFullyRefunded({ ...intent, amountReceived: 0 })).toBe(false);
  });

  it.each<[string, Partial<Intent>, RegExp]>([
    ['another order', { orderId: '665f1c2ab8d4e1a2b3c4d5e7' }, /not for this order/],
    ['no order', { orderId: undefined }, /not for this order/],
    ['not succeeded', { status: 'open' }, /has not succeeded/],
    ['in progress', { status: 'processing' }, /has not succeeded/],
    ['cancelled', { status: 'cancelled' }, /has not succeeded/],
    ['another currency', { currency: 'jpy' }, /another currency/],
    ['less received than asked', { amountReceived: 9_994 }, /of \$99\.94, not of \$99\.95/],
    ['more received than due', { amountReceived: 9_996 }, /of \$99\.96, not of \$99\.95/],
    ['live money in a test shop', { livemode: true }, /another mode/],
    ['refunded in part', { amountRefunded: 1 }, /\$0\.01 of this payment was refunded/],
  ])('does not: %s', (_, change, why) =>
    expect(paymentMismatch(order, { ...intent, ...change }, false)).toMatch(why),
  );

  it('does not: test money in a live shop', () =>
    expect(paymentMismatch(order, intent, true)).toMatch(/another mode/));
});
