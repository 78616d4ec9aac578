import type { OrderDetail, OrderLine } from '../../../api/types';
import { chosenOf, type ChosenUnits } from './units';

const toCents = (dollars: number): number => Math.round(dollars * 100);

type Priced = Pick<OrderLine, 'total' | 'quantity' | 'refunded'>;

/**
 * What some more units of a line are worth in whole cents, as the server counts it (`valueOfUnits` in
 * `backend/src/purchases/orders/order-lines.ts`): however a line is divided, all parts together are the line.
 */
function centsOfUnits({ total, quantity, refunded }: Priced, units: number): number {
  // halves up
  const upTo = (n: number) => Math.floor((2 * toCents(total) * n + quantity) / (2 * quantity));
  return upTo(refunded + units) - upTo(refunded);
}

/** The same in dollars. */
export const valueOfUnits = (line: Priced, units: number): number => centsOfUnits(line, units) / 100;

/** What is left of an order's payment, in dollars. */
export const leftOf = ({ total, refunded }: Pick<OrderDetail, 'total' | 'refunded'>): number =>
  Math.max(0, toCents(total) - toCents(refunded)) / 100;

type Delivered = Pick<OrderDetail, 'delivery' | 'pricesIncludeTax' | 'refunds'>;

/** What the delivery of an order gives back, in dollars; 0 where it cost nothing, or counts as refunded. */
export function deliveryValue({ delivery, pricesIncludeTax, refunds }: Delivered): number {
  const isRefunded = refunds.some(
    ({ ofDelivery, status, isApplied }) => ofDelivery && (status !== 'failed' || isApplied),
  );
  if (!delivery || isRefunded) return 0;
  return (toCents(delivery.price) + (pricesIncludeTax ? 0 : toCents(delivery.tax))) / 100;
}

/** What the refund of units, and of the delivery, gives back in dollars: no more than is left. */
export function refundValue(
  order: Delivered & Pick<OrderDetail, 'lines' | 'total' | 'refunded'>,
  units: ChosenUnits,
  ofDelivery: boolean,
): number {
  const cents = chosenOf(order.lines, units)
    .map(({ line, quantity }) => centsOfUnits(line, quantity))
    .reduce((sum, part) => sum + part, ofDelivery ? toCents(deliveryValue(order)) : 0);
  return Math.min(cents, toCents(leftOf(order))) / 100;
}

/**
 * The oldest refund that the bank has sent back and that was not made again. What it is of counts as refunded, so that only a refund
 * of exactly its amount makes it again.
 */
export const owedRefund = ({ refunds }: Pick<OrderDetail, 'refunds'>) =>
  refunds.find(({ isOwed }) => isOwed === true);
