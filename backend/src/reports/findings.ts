import { formatDollars, toDollars } from '../common/money.js';
import type { Intent } from '../payment-provider/payment-provider.js';
import { canBecome } from '../purchases/orders/order-states.js';
import { isFullyRefunded, paymentMismatch } from '../purchases/payments/payment-rules.js';
import type { Order } from '../purchases/orders/order.schema.js';
import { lostCents, refundedCents } from '../purchases/refunds/refund-rules.js';
import type { DisputeRecord } from '../payments/payment-records.schema.js';
import type { Finding, ReconciliationRowDto, Resolution } from './reconciliation.dto.js';

export type Assessment = [finding: Finding, action: Resolution, detail: string];

/**
 * What is wrong with a payment that succeeded, if anything is.
 *
 * @param order the order that the payment names
 */
export function judge(intent: Intent, order: Order | undefined, livemode: boolean): Assessment | undefined {
  if (intent.status !== 'succeeded') return undefined;
  const lost = order ? lostCents(order) : 0;
  const isRefunded = isFullyRefunded({ ...intent, amountRefunded: intent.amountRefunded + lost });
  if (!order) {
    return isRefunded
      ? undefined
      : ['paid-without-order', 'refund', 'The payment succeeded, but names no order of this shop.'];
  }
  const isItsPayment = order.transactionId === intent.id;
  if (isItsPayment && order.refundStatus === 'failed') {
    return ['refund-failed', 'refund', 'The refund of the payment failed.'];
  }
  // Not yet a finding: the payments job continues it.
  if (order.refundStatus === 'pending') return undefined;
  if (isItsPayment && isRefunded && canBecome(order.status, 'refunded')) {
    return ['amount-mismatch', 'refund', `The payment was refunded, but its order is ${order.status}.`];
  }
  if (isRefunded) return undefined;
  if (isItsPayment && order.status !== 'refunded') {
    const known = refundedCents(order) - lost;
    if (intent.amountRefunded !== known) {
      const refunded = `${formatDollars(intent.amountRefunded)} of the payment was refunded at the payment provider`;
      return ['partly-refunded', 'refund', `${refunded}, ${formatDollars(known)} according to its order.`];
    }
    if (known + lost > 0) return undefined;
  }
  const why = paymentMismatch({ id: String(order._id), totalCents: order.totalCents }, intent, livemode);
  if (why) return ['amount-mismatch', 'refund', why];
  if (order.status === 'unpaid')
    return ['paid-without-order', 'confirm', 'The payment succeeded, but its order is unpaid.'];
  if (order.status === 'cancelled') {
    return ['cancelled-but-paid', 'refund', 'The payment succeeded, but its order is cancelled.'];
  }
  if (!isItsPayment)
    return ['paid-without-order', 'refund', 'The payment succeeded, but another one has paid its order.'];
  if (order.status === 'refunded')
    return ['refund-failed', 'refund', 'The order is refunded, but the payment is not.'];
  return undefined;
}

/** A row of the reconciliation for a payment. */
export function rowOf(
  intent: Intent,
  order: Order | undefined,
  assessment: Assessment,
): ReconciliationRowDto {
  const [finding, action, detail] = assessment;
  return {
    finding,
    action,
    detail,
    intentId: intent.id,
    ...orderOf(order, intent.orderId),
    amount: toDollars(intent.amountReceived),
    currency: intent.currency,
    at: intent.createdAt.toISOString(),
  };
}

/** A row of the reconciliation for a dispute. */
export const disputeRowOf = (dispute: DisputeRecord, order: Order | undefined): ReconciliationRowDto => ({
  finding: 'dispute',
  action: 'respond-at-provider',
  detail: `The cardholder disputes the payment: ${dispute.reason.replaceAll('_', ' ')}.`,
  ...(dispute.intentId && { intentId: dispute.intentId }),
  ...orderOf(order),
  amount: toDollars(dispute.amount),
  currency: dispute.currency,
  disputeStatus: dispute.status,
  at: dispute.reportedAt.toISOString(),
});

const orderOf = (order: Order | undefined, orderId?: string) => ({
  ...(order
    ? {
        orderId: String(order._id),
        orderNumber: order.number,
        orderStatus: order.status,
        amountDue: toDollars(order.totalCents),
      }
    : orderId && { orderId }),
});
