import type { NewEvent, OrderChanged, OrderEventType, OrderFacts } from '../../outbox/domain-events.js';
import { refundedCents } from '../refunds/refund-rules.js';
import { fulfilmentOf, lineTotal } from './order-lines.js';
import type { Actor, Order } from './order.schema.js';

/** What a change was about, where the order alone does not say; nothing that somebody typed. */
export type ChangeDetail = NonNullable<OrderChanged['change']>;

/** An order as events tell of it: nothing of its customer but the id. */
export const factsOf = (order: Order): OrderFacts => ({
  orderId: String(order._id),
  number: order.number,
  customerId: String(order.userId),
  placedAt: order.createdAt.toISOString(),
  status: order.status,
  fulfilment: fulfilmentOf(order.lines),
  currency: order.currency,
  subtotalCents: order.subtotalCents,
  taxCents: order.taxCents,
  deliveryCents: order.delivery?.priceCents ?? 0,
  totalCents: order.totalCents,
  refundedCents: refundedCents(order),
  lines: order.lines.map((line) => ({
    productId: String(line.productId),
    name: line.name,
    ...(line.sku !== undefined && { sku: line.sku }),
    unitCents: line.unitCents,
    quantity: line.quantity,
    refunded: line.refunded,
    shipped: line.shipped,
    totalCents: lineTotal(line, order.pricesIncludeTax),
  })),
});

/** The event of a change. */
export const orderEvent = (
  what: string,
  before: Order | undefined,
  after: Order,
  { by, userId }: Actor,
  change?: ChangeDetail,
): NewEvent<OrderEventType> => ({
  type: `order.${what}` as OrderEventType,
  subject: `order/${String(after._id)}`,
  version: after.version,
  payload: {
    order: factsOf(after),
    ...(before && {
      before: {
        status: before.status,
        totalCents: before.totalCents,
        refundedCents: refundedCents(before),
        refundedUnits: before.lines.map(({ refunded }) => refunded),
      },
    }),
    actor: { by, ...(userId !== undefined && { userId }) },
    ...(change && { change }),
  },
});
