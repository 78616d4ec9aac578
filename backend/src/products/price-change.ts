import { formatDollars, toCents, toDollars } from '../common/money.js';
import type { Prices } from './pricing.js';
import { MAX_PRICE } from './product-fields.js';

/** A price for all, or percent of each one's own. */
export interface PriceChange {
  price?: number;
  percent?: number;
}

/** A new price in whole cents: a percentage is rounded to them, halves up, and leaves at least one. */
function changedPrice(cents: number, { price, percent = 0 }: PriceChange): number {
  if (price !== undefined) return toCents(price);
  // hundredths of a percent, so that the product is exact
  return Math.max(1, Math.floor((cents * (10_000 + Math.round(percent * 100)) + 5_000) / 10_000));
}

/** The prices after a change: a percentage is of those by quantity too, a price for all leaves them as they are. */
export function changedPrices({ priceCents, breaks }: Prices, change: PriceChange): Prices {
  const changed = { priceCents: changedPrice(priceCents, change), ...(breaks && { breaks }) };
  if (change.price !== undefined || !breaks) return changed;
  return {
    ...changed,
    breaks: breaks.map((each) => ({ ...each, priceCents: changedPrice(each.priceCents, change) })),
  };
}

/**
 * Why prices cannot become others; undefined when they can. None is dropped so that the others fall: a row that is refused
 * can be looked at, and a price that is gone would not come back with the opposite percentage.
 */
export function priceRefusal(before: Prices, { priceCents, breaks = [] }: Prices): string | undefined {
  if (priceCents === before.priceCents) return 'It has this price already.';
  if (priceCents > toCents(MAX_PRICE))
    return `The price would be $${toDollars(priceCents)}, more than $${MAX_PRICE}.`;
  const least = (index: number) => breaks[index - 1]?.priceCents ?? priceCents;
  const index = breaks.findIndex((each, n) => each.priceCents >= least(n));
  if (index < 0) return undefined;
  const { from, priceCents: cents } = breaks[index]!;
  return `From ${from} units the price would be ${formatDollars(cents)}, not below ${formatDollars(least(index))}.`;
}
