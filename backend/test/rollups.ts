import { Types } from 'mongoose';
import type { Intent } from '../src/payment-provider/payment-provider.js';
import type { Order } from '../src/purchases/orders/order.schema.js';
import { countedOrder } from '../src/reports/counted-order.js';
import { salesOf } from '../src/reports/daily-figures.js';
import type { DailyReport } from '../src/reports/daily-report.schema.js';

export type Rollup = Omit<DailyReport, 'revision'> & {
  sold: Record<string, [units: number, cents: number]>;
};

/** What the days are from all orders, added up in the plainest way. */
export function expectedOf(orders: Order[]): Rollup[] {
  const days = new Map<string, Rollup>();
  for (const order of orders) {
    const { createdAt, status, totalCents, refunds } = order;
    const _id = createdAt.toISOString().slice(0, 10);
    const day = days.get(_id) ?? { _id, orders: 0, paidOrders: 0, grossCents: 0, refundedCents: 0, sold: {} };
    days.set(_id, day);
    day.orders += 1;
    if (status === 'unpaid' || status === 'cancelled') continue;
    day.paidOrders += 1;
    day.grossCents += totalCents;
    const refunded = refunds.reduce(
      (sum, one) => sum + (one.status === 'succeeded' ? one.amountCents : 0),
      0,
    );
    day.refundedCents += refunded;
    // the rule for one order has a table of its own
    for (const [id, sales] of salesOf(countedOrder(order))) {
      const [units, cents] = day.sold[id] ?? [0, 0];
      day.sold[id] = [units + sales.units, cents + sales.cents];
    }
  }
  for (const { sold } of days.values())
    for (const [id, [units, cents]] of Object.entries(sold)) if (units === 0 && cents === 0) delete sold[id];
  return [...days.values()].toSorted((a, b) => (a._id < b._id ? -1 : 1));
}

/** An intent that paid an order. */
export const payment = (order: Order): Intent => ({
  id: `pi_${String(new Types.ObjectId())}`,
  clientSecret: '',
  status: 'succeeded',
  amount: order.totalCents,
  amountReceived: order.totalCents,
  amountRefunded: 0,
  isDisputed: false,
  currency: 'usd',
  livemode: false,
  orderId: String(order._id),
  createdAt: new Date(),
});

/** Random numbers, the same ones for a seed. */
export function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
}
