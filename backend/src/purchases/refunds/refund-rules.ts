import { sumCents } from '../../common/money.js';
import type { LineUnits } from '../orders/order-line.schema.js';
import { lineTotal, refundableUnits, valueOfUnits, withRefunded } from '../orders/order-lines.js';
import { type RefundStatus, type Status, statusOfPaid } from '../orders/order-states.js';
import type { Delivery, Order } from '../orders/order.schema.js';
import { NotToBeRefunded } from '../purchase-errors.js';
import { owedRefunds } from './owed-refunds.js';
import type { Refund } from './refund.schema.js';

/**
 * The pure rules of refunds. An order has any number of them, up to what was paid; one at a time is in progress. One is of units of
 * its lines, of its delivery, of an amount, or of all that is left.
 */

type Refunded = Pick<Order, 'totalCents' | 'refunds'>;

const sumOf = (refunds: readonly Refund[]): number =>
  sumCents(refunds.map(({ status, amountCents }) => (status === 'succeeded' ? amountCents : 0)));

/** What was given back of an order's payment, in whole cents. */
export const refundedCents = ({ refunds }: Pick<Order, 'refunds'>): number => sumOf(refunds);

/** What of that the bank took back for lost disputes; the provider does not count it among the refunds. */
export const lostCents = ({ refunds }: Pick<Order, 'refunds'>): number =>
  sumOf(refunds.filter(({ isDispute }) => isDispute === true));

/** What is left to give back; also what a pending refund is going to. */
export const leftToRefund = (order: Refunded): number => Math.max(0, order.totalCents - refundedCents(order));

/** Whether the whole payment was given back. */
const isRefundComplete = (refunds: readonly Refund[], totalCents: number): boolean =>
  refunds.length > 0 && sumOf(refunds) >= totalCents;

/** What the delivery costs, in whole cents. */
export const deliveryTotal = (
  { priceCents, taxCents }: Pick<Delivery, 'priceCents' | 'taxCents'>,
  pricesIncludeTax: boolean,
): number => priceCents + (pricesIncludeTax ? 0 : taxCents);

type Priced = Pick<Order, 'totalCents' | 'lines' | 'pricesIncludeTax' | 'delivery' | 'refunds'>;

/** What the refund of units and of the delivery gives back: no more than is left. @throws NotToBeRefunded */
export function refundValue(
  order: Priced,
  { lines = [], ofDelivery = false }: { lines?: readonly LineUnits[] | undefined; ofDelivery?: boolean },
): number {
  const { delivery, pricesIncludeTax, refunds } = order;
  if (new Set(lines.map(({ productId }) => String(productId))).size < lines.length)
    throw new NotToBeRefunded('A product is named twice.', 'lines');
  const values = lines.map(({ productId, quantity }, n) => {
    const line = order.lines.find((one) => one.productId.equals(productId));
    if (!line) throw new NotToBeRefunded('This order has no such product.', `lines.${n}.productId`);
    const most = refundableUnits(line);
    if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > most)
      throw new NotToBeRefunded(`Of ${line.name}, ${most} can be refunded.`, `lines.${n}.quantity`);
    return valueOfUnits(line, quantity, pricesIncludeTax);
  });
  if (ofDelivery) {
    if (!delivery || refunds.some((one) => one.ofDelivery && (one.status !== 'failed' || one.isApplied)))
      throw new NotToBeRefunded('No delivery is left to refund.', 'delivery');
    values.push(deliveryTotal(delivery, pricesIncludeTax));
  }
  const value = Math.min(sumCents(values), leftToRefund(order));
  if (value === 0) throw new NotToBeRefunded('Nothing is given back by this refund.');
  return value;
}

/** How the refunds of an order stand as a whole. */
export function refundStatusOf(
  refunds: readonly Refund[],
  {
    totalCents,
    status,
    lines,
    pricesIncludeTax,
  }: Pick<Priced, 'totalCents' | 'lines' | 'pricesIncludeTax'> & {
    status: Status;
  },
): RefundStatus | undefined {
  if (refunds.some((refund) => refund.status === 'pending')) return 'pending';
  if (isRefundComplete(refunds, totalCents)) return 'succeeded';
  if (owedRefunds(refunds).length > 0) return 'failed';
  if (refunds.at(-1)?.status === 'failed') return 'failed';
  // of an order all of whose units are refunded, something failed after it seemed done
  const due = sumCents(lines.map((line) => lineTotal(line, pricesIncludeTax)));
  if (status === 'refunded' && refunds.length > 0 && sumOf(refunds) < due) return 'failed';
  return sumOf(refunds) > 0 ? 'partial' : undefined;
}

/** Whether its units do not count as refunded yet. */
const isUncounted = ({ status, isApplied }: Refund): boolean => status === 'succeeded' && !isApplied;

/** What an order becomes by what became of its refunds: each counts its units once, when it has succeeded. */
export function afterRefunds(
  order: Pick<Order, 'totalCents' | 'status' | 'lines' | 'pricesIncludeTax'>,
  found: readonly Refund[],
): Pick<Order, 'refunds' | 'lines' | 'status'> & { refundStatus: RefundStatus | undefined } {
  const { totalCents } = order;
  const isComplete = isRefundComplete(found, totalCents);
  const counted = found
    .filter(isUncounted)
    .reduce((lines, refund) => withRefunded(lines, refund.lines ?? [], refund.restock), order.lines);
  const remainder = found.find((refund) => isUncounted(refund) && refund.isRemainder);
  const lines = isComplete ? withRefunded(counted, restOf(counted), remainder?.restock) : counted;
  const refunds = found.map((refund) => (isUncounted(refund) ? { ...refund, isApplied: true } : refund));
  const status = statusAfter(order.status, lines, isComplete);
  return { refunds, lines, status, refundStatus: refundStatusOf(refunds, { ...order, lines, status }) };
}

const restOf = (lines: Order['lines']): LineUnits[] =>
  lines.map((line) => ({ productId: line.productId, quantity: refundableUnits(line) }));

function statusAfter(status: Status, lines: Order['lines'], isComplete: boolean): Status {
  if (status === 'paid' || status === 'shipped') return statusOfPaid(lines, isComplete);
  return isComplete ? 'refunded' : status;
}
