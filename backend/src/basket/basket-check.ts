import { formatDollars, toDollars } from '../common/money.js';
import { isInPacks, type Packs, type Prices, unitPriceAt, wholePacks } from '../products/pricing.js';
import type { BasketProblemDto } from './basket.dto.js';

/** A line, as far as it is checked. */
export interface WantedUnits {
  quantity: number;
  /** The unit price in whole cents that the shopper saw, where they said. */
  seenCents?: number | undefined;
}

/** A product on sale, as far as a line of it is checked. */
export interface Offer extends Packs, Prices {
  minimumOQ: number;
  availableQ: number;
}

/** The fewest units in whole packs that are not less. */
const packsFor = (units: number, offer: Packs): number =>
  wholePacks(units + (offer.orderStep ?? 1) - 1, offer);

const left = (units: number): string => (units === 1 ? 'Only 1 is left' : `Only ${units} are left`);

/**
 * Why a line cannot be ordered as it is: another price, and at most one problem of its quantity, whose fix keeps all rules
 * of it at once. A line without any is accepted by an order, unless the customer holds too much already.
 *
 * @param offer none for a product that is not sold
 */
export function problemsOf(
  { quantity, seenCents }: WantedUnits,
  offer: Offer | undefined,
): BasketProblemDto[] {
  if (!offer) return [{ code: 'not-sold', message: 'This part is no longer sold.', fix: 'remove' }];
  const { minimumOQ, availableQ } = offer;
  const least = packsFor(minimumOQ, offer);
  const most = wholePacks(availableQ, offer);
  if (most < least) {
    const message =
      availableQ > 0 ? `${left(availableQ)}, less than the minimum order of ${least}.` : 'Sold out.';
    return [{ code: 'sold-out', message, fix: 'remove' }];
  }
  const problem = quantityProblem(quantity, offer, least, most);
  return [...priceProblems(quantity, seenCents, offer), ...(problem ? [problem] : [])];
}

/** The price that was seen may be the base price, which is never the lower, or that at this quantity. */
function priceProblems(quantity: number, seenCents: number | undefined, offer: Offer): BasketProblemDto[] {
  const unitCents = unitPriceAt(offer, quantity);
  if (seenCents === undefined || seenCents === offer.priceCents || seenCents === unitCents) return [];
  return [
    {
      code: 'price-changed',
      message: `The price was ${formatDollars(seenCents)} and is ${formatDollars(unitCents)} now.`,
      was: toDollars(seenCents),
      is: toDollars(unitCents),
      fix: 'accept-price',
    },
  ];
}

function quantityProblem(
  quantity: number,
  offer: Offer,
  least: number,
  most: number,
): BasketProblemDto | undefined {
  const { availableQ, orderStep } = offer;
  const fix = 'set-quantity' as const;
  if (quantity > availableQ) {
    const message =
      most === availableQ ? `${left(most)}.` : `Only ${most} can be ordered, in packs of ${orderStep}.`;
    return { code: 'more-than-available', message, fix, orderQuantity: most };
  }
  if (quantity < least)
    return { code: 'below-minimum', message: `The minimum order is ${least}.`, fix, orderQuantity: least };
  if (!isInPacks(quantity, offer)) {
    // no less than what is wanted, where there is so much
    const orderQuantity = Math.min(packsFor(quantity, offer), most);
    return { code: 'off-pack-step', message: `Sold in packs of ${orderStep}.`, fix, orderQuantity };
  }
  return undefined;
}
