import { type Packs, wholePacks } from '../../products/pricing.js';

/** How much of a product's stock customers who never paid may hold: the pure rules. */

interface Offer extends Packs {
  minimumOQ: number;
  availableQ: number;
}

/**
 * How many units of a product a customer who never paid can order now, in whole packs: their share of what they hold of it and what is
 * available, less what they hold. Somebody who holds none can always order the minimum, however small the stock.
 */
export function newCustomerUnits(offer: Offer, held: number, share: number): number {
  const { minimumOQ, availableQ } = offer;
  const most = Math.max(Math.floor((held + availableQ) * share), minimumOQ);
  const units = Math.min(most - held, availableQ);
  return units < minimumOQ ? 0 : wholePacks(units, offer);
}

/**
 * How many units of a product a customer who never paid can order now, in whole packs, as far as all such customers share it: their part of
 * what they hold of it together and what is available, less what they hold. One who holds none can always order the
 * minimum, so that the last units can be bought by new customers as well.
 *
 * @param held what this customer holds of it
 */
export function jointUnits(
  offer: Offer & { heldByNewCustomers?: number },
  held: number,
  share: number,
): number {
  const { minimumOQ, availableQ, heldByNewCustomers = 0 } = offer;
  const left = Math.floor((heldByNewCustomers + availableQ) * share) - heldByNewCustomers;
  const units = Math.min(held === 0 ? Math.max(left, minimumOQ) : left, availableQ);
  return units < minimumOQ ? 0 : wholePacks(units, offer);
}
