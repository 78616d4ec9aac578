import { shareOf, spreadCents, sumCents } from '../common/money.js';
import { wasPaid } from '../purchases/orders/order-states.js';
import type { CountedOrder } from './counted-order.js';

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
  /** Less those refunded. */
  units: number;
  /** Less what was refunded. */
  cents: number;
}

export const NO_FIGURES: Figures = { orders: 0, paidOrders: 0, grossCents: 0, refundedCents: 0 };

export const figuresOf = ({ status, totalCents, refundedCents }: CountedOrder): Figures => {
  const paid = wasPaid(status);
  return {
    orders: 1,
    paidOrders: paid ? 1 : 0,
    grossCents: paid ? totalCents : 0,
    refundedCents: paid ? refundedCents : 0,
  };
};

/** @param times -1 to take the second away */
export const addFigures = (a: Figures, b: Figures, times: 1 | -1 = 1): Figures => ({
  orders: a.orders + times * b.orders,
  paidOrders: a.paidOrders + times * b.paidOrders,
  grossCents: a.grossCents + times * b.grossCents,
  refundedCents: a.refundedCents + times * b.refundedCents,
});

/** What an order sold of each product; nothing unless it was paid and is not refunded. */
export function salesOf({ status, lines, refundedCents }: CountedOrder): [productId: string, Sales][] {
  if (!wasPaid(status) || status === 'refunded') return [];
  const refunded = refundedOf(lines, refundedCents);
  return lines.map(({ productId, quantity, totalCents, ...line }, n) => [
    productId,
    { units: quantity - line.refunded, cents: totalCents - refunded[n]! },
  ]);
}

/**
 * What was refunded of each line, in whole cents: the units that were refunded; then the amounts, spread over what is left of all
 * lines. What is more than the lines cost was the delivery's.
 */
function refundedOf(lines: CountedOrder['lines'], refundedCents: number): number[] {
  const units = lines.map(({ totalCents, refunded, quantity }) => shareOf(totalCents, refunded, quantity));
  const amounts = refundedCents - sumCents(units);
  if (amounts <= 0) return spreadCents(refundedCents, units);
  const left = lines.map(({ totalCents }, n) => totalCents - units[n]!);
  const spread = spreadCents(Math.min(amounts, sumCents(left)), left);
  return units.map((cents, n) => cents + spread[n]!);
}

/**
 * Adds sales to those of each product, by its id; a product that sold nothing is left out.
 *
 * @param times -1 to take them away
 */
export function addSales(
  to: Map<string, Sales>,
  sales: Iterable<readonly [productId: string, Sales]>,
  times: 1 | -1 = 1,
): void {
  for (const [productId, { units, cents }] of sales) {
    const before = to.get(productId) ?? { units: 0, cents: 0 };
    const sum = { units: before.units + times * units, cents: before.cents + times * cents };
    if (sum.units === 0 && sum.cents === 0) to.delete(productId);
    else to.set(productId, sum);
  }
}

/** Best sales first; products that sold for the same stay in one order. */
export const bySales = ([idA, a]: readonly [string, Sales], [idB, b]: readonly [string, Sales]): number =>
  b.cents - a.cents || b.units - a.units || (idA < idB ? -1 : 1);
