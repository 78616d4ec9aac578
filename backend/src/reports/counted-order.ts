import type { OrderChanged, OrderFacts, OrderLineFacts } from '../outbox/domain-events.js';
import { lineTotal } from '../purchases/orders/order-lines.js';
import type { Order } from '../purchases/orders/order.schema.js';
import { refundedCents } from '../purchases/refunds/refund-rules.js';

/** What is read of an order to count it; a stored order and an event both have it. */
export interface CountedOrder extends Pick<OrderFacts, 'status' | 'totalCents' | 'refundedCents'> {
  lines: readonly Pick<OrderLineFacts, 'productId' | 'quantity' | 'refunded' | 'totalCents'>[];
}

/** The fields of a stored order that it is counted by. */
export const COUNTED_FIELDS = {
  _id: 0,
  status: 1,
  totalCents: 1,
  lines: 1,
  pricesIncludeTax: 1,
  refunds: 1,
} as const;
export type StoredOrder = Pick<Order, Exclude<keyof typeof COUNTED_FIELDS, '_id'>>;

/** A stored order as it is counted. */
export const countedOrder = (order: StoredOrder): CountedOrder => ({
  status: order.status,
  totalCents: order.totalCents,
  refundedCents: refundedCents(order),
  lines: order.lines.map((line) => ({
    productId: String(line.productId),
    quantity: line.quantity,
    refunded: line.refunded,
    totalCents: lineTotal(line, order.pricesIncludeTax),
  })),
});

/** An order as it is counted before and after a change; nothing before it was placed. */
export function countedChange({ order, before }: OrderChanged): {
  before: CountedOrder | undefined;
  after: CountedOrder;
} {
  if (!before) return { before, after: order };
  // lines are cancelled of unpaid orders only, which sell nothing: those of any other stay the same
  const lines = order.lines.map((line, n) => ({ ...line, refunded: before.refundedUnits[n] ?? 0 }));
  return { before: { ...before, lines }, after: order };
}
