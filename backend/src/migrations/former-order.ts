import { mongo } from 'mongoose';
import { CURRENCY } from '../common/money.js';

interface FormerRefund {
  attempt: number;
  amountCents: number;
  isRest: boolean;
  status: 'pending' | 'succeeded' | 'failed';
  by: string;
  at: Date;
  [field: string]: unknown;
}

/** An order as it was stored when it was order, line and payment at once. */
export interface FormerOrder {
  _id: mongo.ObjectId;
  productId: mongo.ObjectId;
  productName: string;
  orderQuantity: number;
  unitCents: number;
  totalCents: number;
  kind?: string;
  img: string;
  imageId?: mongo.ObjectId;
  status: 'unpaid' | 'paid' | 'shipped' | 'cancelled' | 'refunded';
  words?: string[];
  tokens?: string[];
  transactionId?: string;
  intentAttempt?: number;
  paidAt?: Date;
  shippedAt?: Date;
  refunds?: FormerRefund[];
  refundId?: string;
  refundStatus?: 'pending' | 'succeeded' | 'failed' | 'partial';
  refundAttempt?: number;
  hiddenAt?: Date | null;
  timeline?: { at: Date; what: string; by: string; userId?: string; note?: string }[];
  version?: number;
}

const actorOf = (by: string): string => (by === 'sweeper' ? 'payments-job' : by);

/** Every refund of an order. One without a list has a single refund of the whole payment, if any. */
function refundsOf(order: FormerOrder) {
  const { refunds = [], refundStatus, refundId, refundAttempt = 0, totalCents, timeline = [] } = order;
  if (refunds.length > 0)
    return refunds.map(({ isRest, by, ...refund }) => ({
      ...refund,
      isRemainder: isRest,
      by: actorOf(by),
      ...(refund.status === 'succeeded' && { isApplied: true }),
    }));
  if (refundStatus === undefined) return [];
  const requested = timeline.findLast(({ what }) =>
    ['refund-requested', 'paid-late', 'refunded'].includes(what),
  );
  const status = refundStatus === 'partial' ? 'succeeded' : refundStatus;
  return [
    {
      attempt: refundAttempt,
      amountCents: totalCents,
      isRemainder: true,
      status,
      ...(status === 'succeeded' && { isApplied: true }),
      ...(refundId !== undefined && { refundId }),
      at: requested?.at ?? new Date(0),
      by: actorOf(requested?.by ?? 'sweeper'),
    },
  ];
}

/** What an order of one product is as one of lines; its number and what is searched of it are added. */
export function migratedOrder(order: FormerOrder) {
  const { productId, orderQuantity: quantity, status, shippedAt, timeline = [] } = order;
  const hasShipped = status === 'shipped' || shippedAt !== undefined;
  const isBack = status === 'cancelled' || (status === 'refunded' && !hasShipped);
  const shippedBy = timeline.findLast(({ what }) => what === 'shipped')?.userId;
  return {
    lines: [
      {
        productId,
        name: order.productName,
        ...(order.kind !== undefined && { kind: order.kind }),
        img: order.img,
        ...(order.imageId !== undefined && { imageId: order.imageId }),
        unitCents: order.unitCents,
        quantity,
        taxRate: 0,
        taxCents: 0,
        refunded: status === 'refunded' ? quantity : 0,
        shipped: hasShipped ? quantity : 0,
        restocked: isBack ? quantity : 0,
      },
    ],
    subtotalCents: order.totalCents,
    taxCents: 0,
    pricesIncludeTax: true,
    currency: CURRENCY,
    shipments: hasShipped
      ? [
          {
            _id: new mongo.ObjectId(),
            at: shippedAt ?? order.paidAt ?? new Date(0),
            lines: [{ productId, quantity }],
            ...(shippedBy !== undefined && { userId: shippedBy }),
          },
        ]
      : [],
    refunds: refundsOf(order),
    refundAttempt: order.refundAttempt ?? 0,
    intentAttempt: order.intentAttempt ?? 0,
    hiddenAt: order.hiddenAt ?? null,
    timeline: timeline.map((entry) => ({ ...entry, by: actorOf(entry.by) })),
    // what was read before is of another shape
    version: (order.version ?? 0) + 1,
  };
}

export type MigratedOrder = ReturnType<typeof migratedOrder>;
