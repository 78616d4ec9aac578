import { describe, expect, it } from 'vitest';
import type { Intent } from '../../payment-provider/payment-provider.js';
import {
  canBecome,
  holdsStock,
  isFullyRefunded,
  isRefundable,
  isShippable,
  MAX_TOTAL_CENTS,
  jointUnits,
  newCustomerUnits,
  nextStates,
  type RefundStatus,
  returnsStock,
  type Status,
  statesBefore,
  STATUSES,
  wasPaid,
  type Step,
  stepsFor,
  totalOf,
  paymentMismatch,
} from './order-rules.js';
import {
  NotEnoughStock,
  OrderTotalOutOfRange,
  PriceChanged,
  QUANTITY_RULE,
  QuantityBelowMinimum,
} from '../purchase-errors.js';

describe('the transitions of an order', () => {
  const legal: [Status, Status][] = [
    ['unpaid', 'paid'],
    ['unpaid', 'cancelled'],
    ['paid', 'shipped'],
    ['paid', 'refunded'],
    ['shipped', 'refunded'],
    ['cancelled', 'refunded'],
  ];
  const isLegal = (from: Status, to: Status): boolean => legal.some(([a, b]) => a === from && b === to);

  it.each(STATUSES.flatMap((from) => STATUSES.map((to) => [from, to] as const)))('%s → %s', (from, to) => {
    expect(canBecome(from, to)).toBe(isLegal(from, to));
    expect(nextStates(from).includes(to)).toBe(isLegal(from, to));
    expect(statesBefore(to).includes(from)).toBe(isLegal(from, to));
  });
});

describe('whether an order was ever paid', () => {
  it.each<[Status, boolean]>([
    ['unpaid', false],
    ['cancelled', false],
    ['paid', true],
    ['shipped', true],
    ['refunded', true],
  ])('%s: %s', (status, paid) => {
    expect(wasPaid(status)).toBe(paid);
    for (const next of nextStates(status)) if (paid) expect(wasPaid(next)).toBe(true);
  });

  it('sorts by name as the reading of what a customer holds needs: unpaid, then paid, then cancelled', () => {
    const [first, ...others] = STATUSES.toSorted().toReversed();
    expect(first).toBe('unpaid');
    expect(others.map(wasPaid)).toEqual([true, true, true, false]);
  });
});

describe('the stock of an order', () => {
  it.each<[Status, boolean]>([
    ['unpaid', true],
    ['paid', true],
    ['shipped', true],
    ['cancelled', false],
    ['refunded', false],
  ])('%s holds stock: %s', (status, held) => expect(holdsStock(status)).toBe(held));

  it.each<[Status, Status, boolean]>([
    ['unpaid', 'paid', false],
    ['unpaid', 'cancelled', true],
    ['paid', 'shipped', false],
    ['paid', 'refunded', true],
    ['shipped', 'refunded', false],
    ['cancelled', 'refunded', false],
  ])('%s → %s returns stock: %s', (from, to, returned) => expect(returnsStock(from, to)).toBe(returned));
});

describe('the next steps', () => {
  const paid = 'pi_1';
  it.each<[Status, string | undefined, RefundStatus | undefined, Step[], Step[]]>([
    ['unpaid', undefined, undefined, ['pay', 'remove'], ['cancel']],
    ['paid', paid, undefined, ['remove'], ['ship', 'refund']],
    ['paid', paid, 'pending', ['remove'], []],
    ['paid', paid, 'failed', ['remove'], ['ship', 'refund']],
    ['shipped', paid, undefined, ['remove'], ['refund']],
    ['shipped', paid, 'pending', ['remove'], []],
    ['cancelled', undefined, undefined, ['remove'], []],
    ['cancelled', paid, 'pending', ['remove'], []],
    ['cancelled', paid, 'failed', ['remove'], ['refund']],
    ['refunded', paid, 'succeeded', ['remove'], []],
    ['refunded', paid, 'failed', ['remove'], ['refund']],
  ])('%s, paid by %s, refund %s', (status, transactionId, refundStatus, customer, admin) => {
    const order = { status, transactionId, refundStatus };
    expect(stepsFor('customer', order)).toEqual(customer);
    expect(stepsFor('admin', order)).toEqual(admin);
    expect(isRefundable(order)).toBe(admin.includes('refund'));
    expect(isShippable(order)).toBe(admin.includes('ship'));
  });
});

describe('the total of an order', () => {
  const offer = { priceCents: 1_999, minimumOQ: 5, availableQ: 100 };

  it.each([
    ['the minimum', offer, 5, undefined, 9_995],
    ['all there is', offer, 100, 1_999, 199_900],
    ['exactly half a dollar', { ...offer, priceCents: 50, minimumOQ: 1 }, 1, undefined, 50],
    [
      'the most an order may cost',
      { priceCents: MAX_TOTAL_CENTS, minimumOQ: 1, availableQ: 1 },
      1,
      undefined,
      MAX_TOTAL_CENTS,
    ],
  ] as const)('%s', (_, given, quantity, seen, total) => expect(totalOf(given, quantity, seen)).toBe(total));

  it.each([
    ['below the minimum', offer, 4, undefined, QuantityBelowMinimum],
    ['below the minimum, at another price', offer, 4, 1, QuantityBelowMinimum],
    ['another price than was seen', offer, 5, 1_998, PriceChanged],
    ['another price, and too many', offer, 101, 1_998, PriceChanged],
    ['more than there is', offer, 101, 1_999, NotEnoughStock],
    ['less left than the minimum', { ...offer, availableQ: 4 }, 5, undefined, NotEnoughStock],
    [
      'a cent under half a dollar',
      { ...offer, priceCents: 49, minimumOQ: 1 },
      1,
      undefined,
      OrderTotalOutOfRange,
    ],
    [
      'a cent over the most',
      { priceCents: 50_000_000, minimumOQ: 1, availableQ: 9 },
      2,
      undefined,
      OrderTotalOutOfRange,
    ],
  ])('%s', (_, given, quantity, seen, error) => expect(() => totalOf(given, quantity, seen)).toThrow(error));

  it('says the sentence of the specification, and what can be had', () => {
    expect(new NotEnoughStock(4)).toMatchObject({
      status: 409,
      message: QUANTITY_RULE,
      extra: { available: 4 },
    });
    expect(new QuantityBelowMinimum()).toMatchObject({ status: 422, message: QUANTITY_RULE });
    expect(new PriceChanged(1_999)).toMatchObject({ status: 409, extra: { price: 19.99 } });
  });
});

describe('what a customer who never paid can order', () => {
  it.each([
    ['half of it', { minimumOQ: 5, availableQ: 100 }, 0, 0.5, 50],
    ['the rest of their half', { minimumOQ: 5, availableQ: 70 }, 30, 0.5, 20],
    ['nothing beyond it', { minimumOQ: 5, availableQ: 50 }, 50, 0.5, 0],
    ['nothing when the rest is below the minimum', { minimumOQ: 5, availableQ: 54 }, 46, 0.5, 0],
    ['rounded down', { minimumOQ: 1, availableQ: 11 }, 0, 0.5, 5],
    ['the minimum of a small stock', { minimumOQ: 5, availableQ: 6 }, 0, 0.5, 5],
    ['the minimum only once', { minimumOQ: 5, availableQ: 5 }, 5, 0.5, 0],
    ['nothing of less than the minimum', { minimumOQ: 5, availableQ: 4 }, 0, 0.5, 0],
    ['a tenth', { minimumOQ: 5, availableQ: 100 }, 0, 0.1, 10],
    ['all there is', { minimumOQ: 5, availableQ: 60 }, 40, 1, 60],
  ])('%s', (_, offer, held, share, units) => expect(newCustomerUnits(offer, held, share)).toBe(units));
});

describe('what customers who never paid can order together', () => {
  it.each([
    ['half of it', { minimumOQ: 5, availableQ: 100 }, 0, 50],
    ['the rest of their half', { minimumOQ: 5, availableQ: 70, heldByNewCustomers: 30 }, 10, 20],
    [
      'the minimum beyond it, for one who holds none',
      { minimumOQ: 5, availableQ: 50, heldByNewCustomers: 50 },
      0,
      5,
    ],
    [
      'nothing beyond it, for one who holds some',
      { minimumOQ: 5, availableQ: 50, heldByNewCustomers: 50 },
      5,
      0,
    ],
    ['nothing when they hold more', { minimumOQ: 5, availableQ: 10, heldByNewCustomers: 90 }, 5, 0],
    ['the last minimum', { minimumOQ: 5, availableQ: 5, heldByNewCustomers: 95 }, 0, 5],
    ['nothing of less than the minimum', { minimumOQ: 5, availableQ: 4, heldByNewCustomers: 96 }, 0, 0],
  ])('%s', (_, offer, held, units) => expect(jointUnits(offer, held, 0.5)).toBe(units));
});

describe('whether an intent pays an order', () => {
  const order = { id: '665f1c2ab8d4e1a2b3c4d5e6', totalCents: 9_995 };
  const intent: Intent = {
    id: 'pi_1',
    clientSecret: 'pi_1_secret_x',
    status: 'succeeded',
    amount: 9_995,
    amountReceived: 9_995,
    amountRefunded: 0,
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

  it.each<[string, Partial<Intent>]>([
    ['another order', { orderId: '665f1c2ab8d4e1a2b3c4d5e7' }],
    ['no order', { orderId: undefined }],
    ['not succeeded', { status: 'open' }],
    ['under way', { status: 'processing' }],
    ['cancelled', { status: 'cancelled' }],
    ['another currency', { currency: 'jpy' }],
    ['less received than asked', { amountReceived: 9_994 }],
    ['more received than due', { amountReceived: 9_996 }],
    ['live money in a test shop', { livemode: true }],
    ['refunded in part', { amountRefunded: 1 }],
  ])('does not: %s', (_, change) =>
    expect(paymentMismatch(order, { ...intent, ...change }, false)).toEqual(expect.any(String)),
  );

  it('does not: test money in a live shop', () =>
    expect(paymentMismatch(order, intent, true)).toEqual(expect.any(String)));
});
