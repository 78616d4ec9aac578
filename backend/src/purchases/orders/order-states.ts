import type { OrderLine } from './order-line.schema.js';
import { outstandingUnits } from './order-lines.js';

/**
 * The states of an order, and what may be done in each: the pure rules. What is written, and when, is in
 * `order-transitions.service.ts`; what the payment provider is called for, in `payment-confirmation.service.ts`.
 */

/** An order's life: every state, and every transition there is. */
export const STATUSES = ['unpaid', 'paid', 'shipped', 'cancelled', 'refunded'] as const;
export type Status = (typeof STATUSES)[number];

const NEXT = {
  unpaid: ['paid', 'cancelled'],
  paid: ['shipped', 'refunded'],
  // back to paid when a shipment is undone
  shipped: ['paid', 'refunded'],
  // a cancelled order whose payment came late
  cancelled: ['refunded'],
  refunded: [],
} satisfies Record<Status, Status[]>;

/** Whether an order may go from one state to another. */
export const canBecome = (from: Status, to: Status): boolean =>
  (NEXT[from] as readonly Status[]).includes(to);

/** Whether an order in this state was ever paid, in time or late; once it was, it always will have been. */
export const wasPaid = (status: Status): boolean =>
  status === 'paid' || status === 'shipped' || status === 'refunded';

/**
 * The state of a paid order by what became of its units. It stays paid until every unit that was not refunded has shipped;
 * with nothing left to ship it is shipped if anything has shipped, else refunded.
 *
 * @param isRefunded whether the whole payment was given back
 */
export function statusOfPaid(
  lines: readonly Pick<OrderLine, 'quantity' | 'refunded' | 'shipped'>[],
  isRefunded: boolean,
): 'paid' | 'shipped' | 'refunded' {
  if (isRefunded) return 'refunded';
  if (lines.some((line) => outstandingUnits(line) > 0)) return 'paid';
  return lines.some(({ shipped }) => shipped > 0) ? 'shipped' : 'refunded';
}

/**
 * How the refunds of an order stand: one is in progress, which the payments job continues; the whole payment was refunded; the
 * last one failed, or an earlier one is owed; or a part of the payment was refunded.
 */
export const REFUND_STATUSES = ['pending', 'succeeded', 'failed', 'partial'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/**
 * How the disputes of an order's payment stand as a whole: one is open, or was lost, or all of them were won. What a lost one
 * took back is one of the order's refunds.
 */
export const DISPUTE_STATES = ['open', 'lost', 'won'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** What someone can do with an order now; screens show these and nothing else. */
export const STEPS = ['pay', 'cancel', 'ship', 'refund', 'remove'] as const;
export type Step = (typeof STEPS)[number];

interface OrderState {
  status: Status;
  /** Set once it was paid, in time or late. */
  transactionId?: string | undefined;
  refundStatus?: RefundStatus | undefined;
  dispute?: DisputeState | undefined;
  /** When its customer took it off their list. */
  hiddenAt?: Date | null | undefined;
}

/**
 * What can be refunded: the payment of an order that was paid, in time or late, as long as it is neither refunded as a whole nor being
 * refunded. Who may refund it: the `@Access` of `POST /refund/{id}` in `payments.controller.ts`.
 */
export const isRefundable = ({ transactionId, refundStatus }: OrderState): boolean =>
  transactionId !== undefined && refundStatus !== 'pending' && refundStatus !== 'succeeded';

/** Whether a part of its payment can be refunded: nobody keeps what is left of an order that was cancelled or given back. */
export const isRefundableInPart = (order: OrderState): boolean =>
  isRefundable(order) && (order.status === 'paid' || order.status === 'shipped');

/** Whether it can be shipped: it is paid, and its payment is neither being refunded nor disputed. */
export const isShippable = ({ status, refundStatus, dispute }: OrderState): boolean =>
  canBecome(status, 'shipped') && refundStatus !== 'pending' && dispute !== 'open';

/** Whether a shipment can be undone: nothing of it was given back as a whole, or is being refunded. */
export const isShipmentUndoable = ({ status, refundStatus }: OrderState): boolean =>
  (status === 'paid' || status === 'shipped') && refundStatus !== 'pending';

/** Why an order cannot be shipped, or cancelled by an admin. */
export const cannotShip = ({ status, refundStatus, dispute }: OrderState): string =>
  status === 'paid' && dispute === 'open'
    ? 'The cardholder disputes the payment of this order; it cannot be shipped before that is decided.'
    : `This order is ${refundStatus === 'pending' ? 'being refunded' : status}; only a paid one can be shipped.`;
export const cannotUndoShipment = ({ status, refundStatus }: OrderState): string =>
  refundStatus === 'pending'
    ? 'This order is being refunded; its shipments cannot be undone now.'
    : `This order is ${status}, and nothing of it would be left to be shipped.`;
export const cannotCancel = ({ status }: OrderState): string =>
  `This order is ${status}; only an unpaid one can be cancelled.`;

/** The legal next steps of an order, for its customer or for an admin. */
export function stepsFor(who: 'customer' | 'admin', order: OrderState): Step[] {
  if (who === 'customer') {
    if (order.hiddenAt) return [];
    return order.status === 'unpaid' ? ['pay', 'remove'] : ['remove'];
  }
  return [
    ...(order.status === 'unpaid' ? (['cancel'] as const) : []),
    ...(isShippable(order) ? (['ship'] as const) : []),
    ...(isRefundable(order) ? (['refund'] as const) : []),
  ];
}
