import type { Types } from 'mongoose';
import type { DomainError } from '../../common/errors.js';
import { isInPacks, type Packs, type Prices, unitPriceAt, wholePacks } from '../../products/pricing.js';
import {
  NotEnoughStock,
  OrderTotalOutOfRange,
  PriceChanged,
  QuantityBelowMinimum,
  SoldInPacks,
} from '../purchase-errors.js';
import { amountsOf } from './order-lines.js';
import type { Order } from './order.schema.js';

/** The least and the most that one order may cost, in whole cents. */
export const MIN_TOTAL_CENTS = 50;
export const MAX_TOTAL_CENTS = 99_999_999;

interface Offer extends Packs, Prices {
  minimumOQ: number;
  availableQ: number;
}

/**
 * Why a quantity of a product cannot be ordered; undefined when it can.
 *
 * @param seenCents the unit price that the customer saw, when they said: the base price, which is never the lower, or that at
 * this quantity
 */
export function refusalOf(offer: Offer, quantity: number, seenCents?: number): DomainError | undefined {
  const { priceCents, minimumOQ, orderStep = 1, availableQ } = offer;
  const unitCents = unitPriceAt(offer, quantity);
  if (quantity < minimumOQ) return new QuantityBelowMinimum();
  if (!isInPacks(quantity, offer)) return new SoldInPacks(orderStep);
  if (seenCents !== undefined && seenCents !== priceCents && seenCents !== unitCents)
    return new PriceChanged(unitCents);
  if (quantity > availableQ) return new NotEnoughStock(wholePacks(availableQ, offer));
  return undefined;
}

/**
 * What is left of an order without the line of a product, and what that costs.
 *
 * @throws OrderTotalOutOfRange when it costs too little
 */
export function withoutLine(
  { lines: all, delivery, pricesIncludeTax }: Pick<Order, 'lines' | 'delivery' | 'pricesIncludeTax'>,
  productId: Types.ObjectId,
): Pick<Order, 'lines' | 'subtotalCents' | 'taxCents' | 'totalCents'> {
  const lines = all.filter((line) => !line.productId.equals(productId));
  const amounts = amountsOf({ lines, delivery, pricesIncludeTax });
  assertTotal(amounts.totalCents);
  return { lines, ...amounts };
}

/** @throws OrderTotalOutOfRange */
export function assertTotal(totalCents: number): void {
  if (totalCents < MIN_TOTAL_CENTS || totalCents > MAX_TOTAL_CENTS)
    throw new OrderTotalOutOfRange(MIN_TOTAL_CENTS, MAX_TOTAL_CENTS);
}
