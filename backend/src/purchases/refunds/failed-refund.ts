import { isRefundableInPart } from '../orders/order-states.js';
import type { Order } from '../orders/order.schema.js';
import { owedRefunds } from './owed-refunds.js';
import { leftToRefund } from './refund-rules.js';
import type { RefundOrder } from './refund-request.js';

type Failed = Pick<Order, 'refunds' | 'refundStatus' | 'status' | 'totalCents' | 'transactionId'>;

/** The failed part that is made again: the oldest that is owed, else the last refund; undefined where all that is left is given back. */
function failedPart(order: Failed) {
  const [owed] = owedRefunds(order.refunds);
  const last = order.refunds.at(-1);
  const failed = owed ?? (last?.status === 'failed' && isRefundableInPart(order) ? last : undefined);
  return failed?.isRemainder ? undefined : failed;
}

/**
 * What is asked for to make the failed refund of an order again, and no more than that; nothing in particular where none failed. Units and a delivery that count as refunded
 * do so once: of those it is the amount.
 */
export function repetitionOf(order: Failed): Omit<RefundOrder, 'requestId' | 'ifMatch'> {
  if (order.refundStatus !== 'failed') return {};
  const failed = failedPart(order);
  if (!failed) {
    const last = order.refunds.at(-1);
    return last?.isRemainder ? { restock: last.restock, reason: last.reason } : {};
  }
  const { lines, ofDelivery, isApplied, restock, reason, attempt } = failed;
  const parts = !isApplied && (lines || ofDelivery) && { lines, ofDelivery, ...(lines && { restock }) };
  return { ...(parts || { amountCents: repetitionCents(order) }), reason, repeats: attempt };
}

/** What that gives back, in whole cents. */
export function repetitionCents(order: Failed): number {
  const left = leftToRefund(order);
  return Math.min(failedPart(order)?.amountCents ?? left, left);
}
