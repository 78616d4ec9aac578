import { isInPacks, type Packs, type Prices, unitPriceAt, wholePacks } from '../../products/pricing.js';
import {
  NotEnoughStock,
  OrderTotalOutOfRange,
  PriceChanged,
  QuantityBelowMinimum,
  SoldInPacks,
} from '../purchase-errors.js';

/** The least and the most that one order may cost, in whole cents. */
export const MIN_TOTAL_CENTS = 50;
export const MAX_TOTAL_CENTS = 99_999_999;

interface Offer extends Packs, Prices {
  minimumOQ: number;
  availableQ: number;
}

/**
 * Whether a quantity of a product can be ordered.
 *
 * @param seenCents the unit price that the customer saw, when they said: the base price, which is never the lower, or that at
 * this quantity
 * @throws QuantityBelowMinimum, SoldInPacks, PriceChanged, NotEnoughStock
 */
export function assertOrderable(offer: Offer, quantity: number, seenCents?: number): void {
  const { priceCents, minimumOQ, orderStep = 1, availableQ } = offer;
  const unitCents = unitPriceAt(offer, quantity);
  if (quantity < minimumOQ) throw new QuantityBelowMinimum();
  if (!isInPacks(quantity, offer)) throw new SoldInPacks(orderStep);
  if (seenCents !== undefined && seenCents !== priceCents && seenCents !== unitCents)
    throw new PriceChanged(unitCents);
  if (quantity > availableQ) throw new NotEnoughStock(wholePacks(availableQ, offer));
}

/** @throws OrderTotalOutOfRange */
export function assertTotal(totalCents: number): void {
  if (totalCents < MIN_TOTAL_CENTS || totalCents > MAX_TOTAL_CENTS)
    throw new OrderTotalOutOfRange(MIN_TOTAL_CENTS, MAX_TOTAL_CENTS);
}
