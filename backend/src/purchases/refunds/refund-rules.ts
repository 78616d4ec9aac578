import type { Refund } from '../../payment-provider/payment-provider.js';
import type { RefundStatus, Status } from '../orders/order-rules.js';
import type { ActorKind, OrderRefund, Order } from '../orders/order.schema.js';

/**
 * The pure rules of refunds. An order has any number of them, up to what was paid; one at a time is under way.
 */

type Refunded = Pick<Order, 'totalCents' | 'status' | 'refunds' | 'refundStatus'> &
  Partial<Pick<Order, 'refundAttempt' | 'refundId' | 'timeline'>>;

/**
 * The refunds of an order. One without a list has a single refund of the whole payment, if any: that of a late payment until
 * the provider has made it, and those of earlier versions.
 */
export function refundsOf(order: Refunded): OrderRefund[] {
  if (order.refunds && order.refunds.length > 0) return order.refunds;
  if (order.refundStatus === undefined) return [];
  const { totalCents, refundStatus, refundAttempt = 0, refundId, timeline = [] } = order;
  const requested = timeline.findLast(({ what }) =>
    ['refund-requested', 'paid-late', 'refunded'].includes(what),
  );
  return [
    {
      attempt: refundAttempt,
      amountCents: totalCents,
      isRest: true,
      status: refundStatus === 'partial' ? 'succeeded' : refundStatus,
      ...(refundId !== undefined && { refundId }),
      at: requested?.at ?? new Date(0),
      by: requested?.by ?? 'sweeper',
    },
  ];
}

const sumOf = (refunds: OrderRefund[]): number =>
  refunds.reduce((sum, { status, amountCents }) => sum + (status === 'succeeded' ? amountCents : 0), 0);

/** What was given back of an order's payment, in whole cents. */
export const refundedCents = (order: Refunded): number => sumOf(refundsOf(order));

/** What of that the bank took back for lost disputes; the provider does not count it among the refunds. */
export const lostCents = (order: Refunded): number =>
  sumOf(refundsOf(order).filter(({ isDispute }) => isDispute === true));

/** What is left to give back; also what a pending refund is going to. */
export const leftToRefund = (order: Refunded): number => Math.max(0, order.totalCents - refundedCents(order));

/** Whether the whole payment was given back. */
export const isRefundComplete = (refunds: OrderRefund[], totalCents: number): boolean =>
  sumOf(refunds) >= totalCents;

/** How the refunds of an order stand as a whole. */
export function refundStatusOf(
  refunds: OrderRefund[],
  { totalCents, status }: { totalCents: number; status: Status },
): RefundStatus | undefined {
  if (refunds.some((refund) => refund.status === 'pending')) return 'pending';
  if (refunds.length > 0 && isRefundComplete(refunds, totalCents)) return 'succeeded';
  // of an order that is refunded, something failed after it seemed done
  if (refunds.at(-1)?.status === 'failed' || (status === 'refunded' && refunds.length > 0)) return 'failed';
  return sumOf(refunds) > 0 ? 'partial' : undefined;
}

/**
 * The refunds of an order with those of its payment as the provider has them. One is known by its id, or by the attempt that it
 * was made for; any other was made at the provider, where a whole refund without an id may be it.
 */
export function withProviderRefunds(
  order: Refunded,
  found: readonly Refund[],
  by: ActorKind,
  now = new Date(),
): OrderRefund[] {
  const refunds = [...refundsOf(order)];
  const indexOf = ({ id, attempt }: Refund): number => {
    const byId = refunds.findIndex(({ refundId }) => refundId === id);
    if (byId >= 0) return byId;
    return refunds.findIndex(
      (one) =>
        one.refundId === undefined &&
        one.status === 'pending' &&
        (attempt === undefined ? one.requestId === undefined : one.attempt === attempt),
    );
  };
  for (const refund of found) {
    const { id, amount, status, failure, isDispute } = refund;
    const index = indexOf(refund);
    const is = {
      refundId: id,
      amountCents: amount,
      status,
      ...(failure && { failure }),
      ...(isDispute && { isDispute }),
    };
    if (index >= 0) refunds[index] = { ...refunds[index]!, ...is };
    // one that failed moved no money
    else if (status !== 'failed') {
      const underWay = refunds.findIndex((one) => one.refundId === undefined && one.status === 'pending');
      // made before what is still to be asked for
      refunds.splice(underWay < 0 ? refunds.length : underWay, 0, {
        attempt: 0,
        isRest: false,
        at: now,
        by,
        ...is,
      });
    }
  }
  return refunds;
}

/** Those that have come to a state with a change of the list. */
export function haveBecome(
  wanted: OrderRefund['status'],
  before: readonly OrderRefund[],
  after: readonly OrderRefund[],
): OrderRefund[] {
  const was = ({ attempt, refundId }: OrderRefund) =>
    before.find((one) =>
      attempt > 0 ? one.attempt === attempt : refundId !== undefined && one.refundId === refundId,
    );
  return after.filter((refund) => refund.status === wanted && was(refund)?.status !== wanted);
}
