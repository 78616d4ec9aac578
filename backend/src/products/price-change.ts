import { toCents, toDollars } from '../common/money.js';
import { MAX_PRICE } from './product-fields.js';

/** A price for all, or percent of each one's own. */
export interface PriceChange {
  price?: number;
  percent?: number;
}

/** The new price in whole cents: a percentage is rounded to them, halves up, and leaves at least one. */
export function changedPrice(cents: number, { price, percent = 0 }: PriceChange): number {
  if (price !== undefined) return toCents(price);
  // hundredths of a percent, so that the product is exact
  return Math.max(1, Math.floor((cents * (10_000 + Math.round(percent * 100)) + 5_000) / 10_000));
}

/** Why a price cannot become another; undefined when it can. */
export function priceRefusal(cents: number, changed: number): string | undefined {
  if (changed === cents) return 'It has this price already.';
  return changed > toCents(MAX_PRICE)
    ? `The price would be $${toDollars(changed)}, more than $${MAX_PRICE}.`
    : undefined;
}
