import { formatDollars, toDollars } from '../../common/money.js';
import type { Intent } from '../../payment-provider/payment-provider.js';
import type { DisputeRecord } from '../../payments/payment-records.schema.js';
import type { Order } from '../../purchases/orders/order.schema.js';
import { isFullyRefunded, paymentMismatch } from '../../purchases/payments/payment-rules.js';
import type { Payment } from '../../purchases/payments/payment.schema.js';
import { repetitionCents } from '../../purchases/refunds/failed-refund.js';
import { lostCents, refundedCents } from '../../purchases/refunds/refund-rules.js';
import { arithmeticViolation } from '../order-arithmetic.js';
import type { Finding, ReconciliationRowDto, Resolution } from './reconciliation.dto.js';

export type Assessment = [finding: Finding, action: Resolution, detail: string];

/** A payment as both sides have it. */
export interface Pair {
  intentId: string;
  /** Absent where the provider has none of this id. */
  intent?: Intent | undefined;
  /** Present where it has paid an order. */
  payment?: Payment | undefined;
  /** The order that it paid, or else the one that it names. */
  order?: Order | undefined;
}

/** Something that is wrong with a payment or its order. */
export interface Difference {
  finding: Finding;
  action: Resolution;
  detail: string;
  intentId?: string | undefined;
  orderId?: string | undefined;
  /** What was received, in whole cents. */
  amountCents: number;
  /** What the action `refund` gives back, in whole cents. */
  refundCents?: number | undefined;
  /** As the provider writes it. */
  currency: string;
  /** When the payment was made, or of the latest event about the dispute. */
  at: Date;
  disputeStatus?: string | undefined;
  /** Of one that is kept. */
  firstSeenAt?: Date | undefined;
}

/** All that is wrong with a payment and the order that it paid or names. */
export function assess(pair: Pair, livemode: boolean): Assessment[] {
  const { intent, payment, order, intentId } = pair;
  if (order?.transactionId === intentId) return assessPaidOrder(order, payment, intent, livemode);
  const one = intent?.status === 'succeeded' ? assessUnusedPayment(intent, order, livemode) : undefined;
  return one ? [one] : [];
}

/** What is wrong with a payment that succeeded and has paid no order. */
function assessUnusedPayment(
  intent: Intent,
  order: Order | undefined,
  livemode: boolean,
): Assessment | undefined {
  // also as long as the payments job continues a refund
  if (isFullyRefunded(intent) || order?.refundStatus === 'pending') return undefined;
  if (!order)
    return ['paid-without-order', 'refund', 'The payment succeeded, but names no order of this shop.'];
  const why = mismatchOf(order, intent, livemode);
  if (why) return ['amount-mismatch', 'refund', why];
  if (order.status === 'unpaid')
    return ['paid-without-order', 'confirm', 'The payment succeeded, but its order is unpaid.'];
  if (order.status === 'cancelled')
    return ['cancelled-but-paid', 'refund', 'The payment succeeded, but its order is cancelled.'];
  return ['paid-without-order', 'refund', 'The payment succeeded, but another one has paid its order.'];
}

/** What is wrong with a paid order, and its payment at the provider. */
function assessPaidOrder(
  order: Order,
  payment: Payment | undefined,
  intent: Intent | undefined,
  livemode: boolean,
): Assessment[] {
  // the payments job continues it
  if (order.refundStatus === 'pending') return [];
  if (!intent)
    return [
      [
        'paid-without-payment',
        'look-at-order',
        `The order is ${order.status}, but the payment provider knows no such payment.`,
      ],
    ];
  if (intent.status !== 'succeeded')
    return [
      [
        'paid-without-payment',
        'look-at-order',
        `The order is ${order.status}, but its payment has not succeeded: it is ${intent.status}.`,
      ],
    ];
  const found: Assessment[] = [];
  const known = refundedCents(order) - lostCents(order);
  if (order.refundStatus === 'failed')
    found.push(['refund-failed', 'refund', `A refund of ${formatDollars(repetitionCents(order))} failed.`]);
  else if (intent.amountRefunded !== known) {
    const refunded = `${formatDollars(intent.amountRefunded)} of the payment was refunded at the payment provider`;
    found.push([
      'refunds-differ',
      'sync-refunds',
      `${refunded}, ${formatDollars(known)} according to its order.`,
    ]);
  }
  // refunds are compared above
  const why = mismatchOf(order, { ...intent, amountRefunded: 0 }, livemode);
  if (why && !isFullyRefunded(intent)) found.push(['amount-mismatch', 'look-at-order', why]);
  const sum = payment ? arithmeticViolation(order, payment) : 'The shop has no record of the payment.';
  if (sum) found.push(['order-does-not-add-up', 'look-at-order', sum]);
  if (intent.isDisputed && !order.dispute)
    found.push([
      'dispute-unknown',
      'respond-at-provider',
      'The cardholder disputes the payment, and the shop has not learned of it.',
    ]);
  return found;
}

const mismatchOf = ({ _id, totalCents }: Order, intent: Intent, livemode: boolean): string | undefined =>
  paymentMismatch({ id: String(_id), totalCents }, intent, livemode);

/** What `assess` finds, with what a list shows of the payment. */
export function differencesOf(pair: Pair, livemode: boolean): Difference[] {
  const { intentId, intent, payment } = pair;
  const orderId = payment?.orderId.toString() ?? intent?.orderId;
  return assess(pair, livemode).map(([finding, action, detail]) => ({
    finding,
    action,
    detail,
    intentId,
    ...(orderId !== undefined && { orderId }),
    amountCents: intent?.amountReceived ?? payment?.takenCents ?? 0,
    ...(action === 'refund' && { refundCents: refundCentsOf(pair) }),
    currency: intent?.currency ?? payment?.currency.toLowerCase() ?? '',
    at: intent?.createdAt ?? payment?.takenAt ?? new Date(),
  }));
}

/** Of an order's own payment, what failed; of any other, all of it. */
function refundCentsOf({ intentId, intent, order }: Pair): number {
  if (order?.transactionId === intentId) return repetitionCents(order);
  return intent ? intent.amountReceived - intent.amountRefunded : 0;
}

export const disputeOf = (dispute: DisputeRecord, orderId: string | undefined): Difference => ({
  finding: 'dispute',
  action: 'respond-at-provider',
  detail: `The cardholder disputes the payment: ${dispute.reason.replaceAll('_', ' ')}.`,
  intentId: dispute.intentId,
  orderId,
  amountCents: dispute.amount,
  currency: dispute.currency,
  at: dispute.reportedAt,
  disputeStatus: dispute.status,
});

/**
 * A row of the reconciliation.
 *
 * @param paymentUrl where a person sees the payment at the provider
 */
export function rowOf(
  difference: Difference,
  order: Order | undefined,
  paymentUrl: string | undefined,
): ReconciliationRowDto {
  const { finding, action, detail, intentId, orderId, amountCents, currency, at } = difference;
  const { disputeStatus, firstSeenAt, refundCents } = difference;
  return {
    finding,
    action,
    detail,
    ...(intentId !== undefined && { intentId }),
    ...(paymentUrl !== undefined && { paymentUrl }),
    ...(orderId !== undefined && { orderId }),
    ...(order && {
      orderNumber: order.number,
      orderStatus: order.status,
      amountDue: toDollars(order.totalCents),
    }),
    amount: toDollars(amountCents),
    ...(refundCents !== undefined && { refundAmount: toDollars(refundCents) }),
    currency,
    ...(disputeStatus !== undefined && { disputeStatus }),
    at: at.toISOString(),
    ...(firstSeenAt && { foundAt: firstSeenAt.toISOString() }),
  };
}
