import { formatDollars } from '../../common/money.js';
import { CURRENCY, type Intent } from '../../payment-provider/payment-provider.js';
import {
  NotEnoughStock,
  OrderTotalOutOfRange,
  PriceChanged,
  QuantityBelowMinimum,
} from '../purchase-errors.js';

/**
 * The pure rules of orders. What is written, and when, is in `order-transitions.service.ts`; what the payment
 * provider is called for, in `payment-confirmation.service.ts`.
 */

/** An order's life: every state, and every transition there is. */
export const STATUSES = ['unpaid', 'paid', 'shipped', 'cancelled', 'refunded'] as const;
export type Status = (typeof STATUSES)[number];

const NEXT = {
  unpaid: ['paid', 'cancelled'],
  paid: ['shipped', 'refunded'],
  shipped: ['refunded'],
  // a cancelled order whose payment came late
  cancelled: ['refunded'],
  refunded: [],
} satisfies Record<Status, Status[]>;

/** The states that can follow. */
export const nextStates = (status: Status): readonly Status[] => NEXT[status];

/** Whether an order may go from one state to another. */
export const canBecome = (from: Status, to: Status): boolean =>
  (NEXT[from] as readonly Status[]).includes(to);

/** The states that an order can come from; every transition is a write that is conditional on them. */
export const statesBefore = (to: Status): Status[] => STATUSES.filter((from) => canBecome(from, to));

/** Whether an order in this state was ever paid, in time or late; once it was, it always will have been. */
export const wasPaid = (status: Status): boolean =>
  status === 'paid' || status === 'shipped' || status === 'refunded';

/**
 * How the refunds of an order stand: one is under way, which the payments job continues; the whole payment was refunded; the
 * last one failed; or a part of the payment was refunded.
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
}

/**
 * What can be refunded: a paid, shipped or late paid order whose payment is neither refunded as a whole nor being refunded. Who may
 * refund it: the `@Access` of `POST /refund/{id}` in `payments.controller.ts`.
 */
export const isRefundable = ({ status, transactionId, refundStatus }: OrderState): boolean =>
  transactionId !== undefined &&
  refundStatus !== 'pending' &&
  refundStatus !== 'succeeded' &&
  (canBecome(status, 'refunded') || refundStatus === 'failed');

/** Whether a part of its payment can be refunded: nobody keeps what is left of an order that was cancelled or given back. */
export const isRefundableInPart = (order: OrderState): boolean =>
  isRefundable(order) && (order.status === 'paid' || order.status === 'shipped');

/** Whether it can be shipped: it is paid, and its payment is neither being refunded nor disputed. */
export const isShippable = ({ status, refundStatus, dispute }: OrderState): boolean =>
  canBecome(status, 'shipped') && refundStatus !== 'pending' && dispute !== 'open';

/** Why an order cannot be shipped, or cancelled by an admin. */
export const cannotShip = ({ status, refundStatus, dispute }: OrderState): string =>
  status === 'paid' && dispute === 'open'
    ? 'The cardholder disputes the payment of this order; it cannot be shipped before that is decided.'
    : `This order is ${refundStatus === 'pending' ? 'being refunded' : status}; only a paid one can be shipped.`;
export const cannotCancel = ({ status }: OrderState): string =>
  `This order is ${status}; only an unpaid one can be cancelled.`;

/** The legal next steps of an order, for its customer or for an admin. */
export function stepsFor(who: 'customer' | 'admin', order: OrderState): Step[] {
  if (who === 'customer') return canBecome(order.status, 'paid') ? ['pay', 'remove'] : ['remove'];
  return [
    ...(canBecome(order.status, 'cancelled') ? (['cancel'] as const) : []),
    ...(isShippable(order) ? (['ship'] as const) : []),
    ...(isRefundable(order) ? (['refund'] as const) : []),
  ];
}

/**
 * Whether an order's units are out of the stock: taken when it is placed, returned when it is cancelled, or refunded before
 * it was shipped.
 */
export const holdsStock = (status: Status): boolean =>
  status === 'unpaid' || status === 'paid' || status === 'shipped';

/** When stock returns: at a cancellation, and at a refund unless the order was shipped. */
export const returnsStock = (from: Status, to: Status): boolean =>
  holdsStock(from) && !holdsStock(to) && from !== 'shipped';

/** The least and the most that one order may cost, in whole cents. */
export const MIN_TOTAL_CENTS = 50;
export const MAX_TOTAL_CENTS = 99_999_999;

interface Offer {
  minimumOQ: number;
  availableQ: number;
}

/**
 * What an order costs in whole cents.
 *
 * @param seenCents the unit price that the customer saw, when they said
 * @throws QuantityBelowMinimum, PriceChanged, NotEnoughStock, OrderTotalOutOfRange
 */
export function totalOf(offer: Offer & { priceCents: number }, quantity: number, seenCents?: number): number {
  const { priceCents, minimumOQ, availableQ } = offer;
  if (quantity < minimumOQ) throw new QuantityBelowMinimum();
  if (seenCents !== undefined && seenCents !== priceCents) throw new PriceChanged(priceCents);
  if (quantity > availableQ) throw new NotEnoughStock(availableQ);
  const total = priceCents * quantity;
  if (total < MIN_TOTAL_CENTS || total > MAX_TOTAL_CENTS) {
    throw new OrderTotalOutOfRange(MIN_TOTAL_CENTS, MAX_TOTAL_CENTS);
  }
  return total;
}

/**
 * How many units of a product a customer who never paid can order now: their share of what they hold of it and what is
 * available, less what they hold. Somebody who holds none can always order the minimum, however small the stock.
 */
export function newCustomerUnits({ minimumOQ, availableQ }: Offer, held: number, share: number): number {
  const most = Math.max(Math.floor((held + availableQ) * share), minimumOQ);
  const units = Math.min(most - held, availableQ);
  return units < minimumOQ ? 0 : units;
}

/**
 * How many units of a product a customer who never paid can order now, as far as all such customers share it: their part of
 * what they hold of it together and what is available, less what they hold. One who holds none can always order the
 * minimum, so that the last units can be bought by new customers as well.
 *
 * @param held what this customer holds of it
 */
export function jointUnits(
  { minimumOQ, availableQ, heldByNewCustomers = 0 }: Offer & { heldByNewCustomers?: number },
  held: number,
  share: number,
): number {
  const left = Math.floor((heldByNewCustomers + availableQ) * share) - heldByNewCustomers;
  const units = Math.min(held === 0 ? Math.max(left, minimumOQ) : left, availableQ);
  return units < minimumOQ ? 0 : units;
}

/** Whether nothing is left of a payment: the payment provider has refunded all of it. */
export const isFullyRefunded = ({ amountReceived, amountRefunded }: Intent): boolean =>
  amountRefunded > 0 && amountRefunded >= amountReceived;

/**
 * Why an intent does not pay an order; undefined when it does. One that was refunded as a whole does: its order was paid,
 * and becomes refunded at once. One that was refunded in part does not; a person has to decide.
 *
 * @param livemode whether this shop takes real money: a test payment must not confirm a real order, nor the reverse
 */
export function paymentMismatch(
  order: { id: string; totalCents: number },
  intent: Intent,
  livemode: boolean,
): string | undefined {
  if (intent.orderId !== order.id) return 'This payment is not for this order.';
  if (intent.livemode !== livemode) return 'This payment was made in another mode than the shop runs in.';
  if (intent.status !== 'succeeded') return 'This payment has not succeeded.';
  if (intent.currency !== CURRENCY) return 'This payment is in another currency.';
  if (intent.amountReceived !== order.totalCents) {
    return `This payment is of ${formatDollars(intent.amountReceived)}, not of ${formatDollars(order.totalCents)}.`;
  }
  if (intent.amountRefunded > 0 && !isFullyRefunded(intent)) {
    return `${formatDollars(intent.amountRefunded)} of this payment was refunded before it reached its order.`;
  }
  return undefined;
}
