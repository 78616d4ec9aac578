import { formatDollars } from '../common/money.js';

/** The most prices by quantity that a product has, besides its base price. */
export const MAX_BREAKS = 10;

/** From so many units of one order on, each of its units has this price in whole cents. */
export interface PriceBreak {
  from: number;
  priceCents: number;
}

export interface Prices {
  /** The base price of a unit in whole cents. */
  priceCents: number;
  /** Rising in quantity and falling in price; absent where the base price holds for any. */
  breaks?: readonly PriceBreak[] | undefined;
}

/** Units of a pack; any quantity can be ordered where it is absent. */
export interface Packs {
  orderStep?: number | undefined;
}

/** The price in whole cents of each unit of an order: a unit price, not a discount. */
export const unitPriceAt = ({ priceCents, breaks = [] }: Prices, quantity: number): number =>
  breaks.findLast(({ from }) => from <= quantity)?.priceCents ?? priceCents;

/** Whether a quantity is one of whole packs. */
export const isInPacks = (quantity: number, { orderStep = 1 }: Packs): boolean => quantity % orderStep === 0;

/** The most units in whole packs. */
export const wholePacks = (units: number, { orderStep = 1 }: Packs): number =>
  Math.floor(units / orderStep) * orderStep;

/**
 * The rules of prices by quantity and of packs. Returns each violation under the API's name of its field, such as
 * `breaks.1.price`; none when all are kept.
 */
export function pricingErrors(product: Prices & Packs & { minimumOQ: number }): Record<string, string> {
  const { priceCents, minimumOQ, orderStep = 1, breaks = [] } = product;
  const errors: Record<string, string> = {};
  const inPacks = `Enter a multiple of ${orderStep}, the units of a pack.`;
  if (!isInPacks(minimumOQ, product)) errors['minimumOQ'] = inPacks;
  let before = { from: minimumOQ, priceCents };
  for (const [index, each] of breaks.entries()) {
    const where = index === 0 ? `the minimum order, ${minimumOQ}` : String(before.from);
    if (each.from <= before.from) errors[`breaks.${index}.from`] = `Enter more than ${where}.`;
    else if (!isInPacks(each.from, product)) errors[`breaks.${index}.from`] = inPacks;
    if (each.priceCents >= before.priceCents)
      errors[`breaks.${index}.price`] = `Enter a price below ${formatDollars(before.priceCents)}.`;
    before = each;
  }
  return errors;
}
