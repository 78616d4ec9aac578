import type { Refund as ProviderRefund } from '../../payment-provider/payment-provider.js';
import type { ActorKind, Order } from '../orders/order.schema.js';
import { repeatedBy } from './owed-refunds.js';
import type { Refund } from './refund.schema.js';

/** Which of an order's refunds are those that the payment provider has: the pure rules. */

/**
 * The refunds of an order with those of its payment as the provider has them. One is known by its id, or by the attempt that it
 * was made for; any other was made at the provider, where a whole refund without an id may be it.
 */
export function withProviderRefunds(
  order: Pick<Order, 'refunds'>,
  found: readonly ProviderRefund[],
  by: ActorKind,
  now = new Date(),
): Refund[] {
  const refunds = [...order.refunds];
  const indexOf = ({ id, attempt }: ProviderRefund): number => {
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
      const pending = refunds.findIndex((one) => one.refundId === undefined && one.status === 'pending');
      // made before what is still to be requested
      const repeats = isDispute ? undefined : repeatedBy(amount, refunds);
      refunds.splice(pending < 0 ? refunds.length : pending, 0, {
        attempt: 0,
        isRemainder: false,
        at: now,
        by,
        ...(repeats !== undefined && { repeats }),
        ...is,
      });
    }
  }
  return refunds;
}

/** Those that have come to a state with a change of the list. */
export function haveBecome(
  wanted: Refund['status'],
  before: readonly Refund[],
  after: readonly Refund[],
): Refund[] {
  const was = ({ attempt, refundId }: Refund) =>
    before.find((one) =>
      attempt > 0 ? one.attempt === attempt : refundId !== undefined && one.refundId === refundId,
    );
  return after.filter((refund) => refund.status === wanted && was(refund)?.status !== wanted);
}
