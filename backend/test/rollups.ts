import type { Purchase } from '../src/purchases/purchase.schema.js';
import type { DailyReport } from '../src/reports/daily-report.schema.js';

export type Rollup = Omit<DailyReport, 'revision'> & {
  sold: Record<string, [units: number, cents: number]>;
};

/** What the days are from all orders, added up in the plainest way. */
export function expectedOf(orders: Purchase[]): Rollup[] {
  const days = new Map<string, Rollup>();
  for (const {
    createdAt,
    status,
    totalCents,
    orderQuantity,
    productId,
    refunds = [],
    refundStatus,
  } of orders) {
    const _id = createdAt.toISOString().slice(0, 10);
    const day = days.get(_id) ?? { _id, orders: 0, paidOrders: 0, grossCents: 0, refundedCents: 0, sold: {} };
    days.set(_id, day);
    day.orders += 1;
    if (status === 'unpaid' || status === 'cancelled') continue;
    day.paidOrders += 1;
    day.grossCents += totalCents;
    const wholly = refunds.length === 0 && refundStatus === 'succeeded' ? totalCents : 0;
    const refunded = refunds.reduce(
      (sum, one) => sum + (one.status === 'succeeded' ? one.amountCents : 0),
      wholly,
    );
    day.refundedCents += refunded;
    if (status !== 'refunded') {
      const [units, cents] = day.sold[String(productId)] ?? [0, 0];
      day.sold[String(productId)] = [units + orderQuantity, cents + totalCents - refunded];
    }
  }
  return [...days.values()].toSorted((a, b) => (a._id < b._id ? -1 : 1));
}
