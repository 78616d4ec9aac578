import type { Types } from 'mongoose';
import { wasPaid } from '../purchases/orders/order-rules.js';
import type { Order } from '../purchases/orders/order.schema.js';
import { refundedCents } from '../purchases/refunds/refund-rules.js';

/**
 * What the overview says of some orders. An order counts to the UTC day on which it was placed, with all that became of it
 * since: so every figure is about the orders that a list of the same days shows. That day never changes.
 */
export interface Figures {
  orders: number;
  /** Those that were ever paid; by `orders` it is the payment rate. */
  paidOrders: number;
  /** What the paid ones cost, in whole cents; by `paidOrders` it is the average order value. */
  grossCents: number;
  /** What of that was refunded since; the rest is the revenue. */
  refundedCents: number;
}

/** What was sold of a product: the units and cents of orders that were paid and not refunded as a whole. */
export interface Sales {
  units: number;
  /** Less what was refunded. */
  cents: number;
}

/** What is read of an order to count it. */
export type CountedOrder = Pick<
  Order,
  'status' | 'totalCents' | 'orderQuantity' | 'productId' | 'refunds' | 'refundStatus'
>;

export const NO_FIGURES: Figures = { orders: 0, paidOrders: 0, grossCents: 0, refundedCents: 0 };

export const figuresOf = (order: CountedOrder): Figures => {
  const paid = wasPaid(order.status);
  return {
    orders: 1,
    paidOrders: paid ? 1 : 0,
    grossCents: paid ? order.totalCents : 0,
    refundedCents: paid ? refundedCents(order) : 0,
  };
};

export const addFigures = (a: Figures, b: Figures): Figures => ({
  orders: a.orders + b.orders,
  paidOrders: a.paidOrders + b.paidOrders,
  grossCents: a.grossCents + b.grossCents,
  refundedCents: a.refundedCents + b.refundedCents,
});

/** What an order sold; undefined when nothing. */
export const salesOf = (order: CountedOrder): Sales | undefined => {
  if (!wasPaid(order.status) || order.status === 'refunded') return undefined;
  return { units: order.orderQuantity, cents: order.totalCents - refundedCents(order) };
};

/** Adds sales to those of each product, by its id. */
export function addSales(to: Map<string, Sales>, productId: Types.ObjectId | string, sales: Sales): void {
  const key = String(productId);
  const before = to.get(key);
  if (before) {
    before.units += sales.units;
    before.cents += sales.cents;
  } else to.set(key, { ...sales });
}

/** Best sales first; products that sold for the same stay in one order. */
export const bySales = ([idA, a]: readonly [string, Sales], [idB, b]: readonly [string, Sales]): number =>
  b.cents - a.cents || b.units - a.units || (idA < idB ? -1 : 1);
