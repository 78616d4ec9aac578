import type { Product } from '../../api/types';
import { money } from '../../lib/format';

/** The server's rules of prices by quantity and packs, `backend/src/products/pricing.ts`, for what screens show. */

type Prices = Pick<Product, 'price' | 'breaks'>;

/** The price in dollars of each unit of an order. */
export const unitPriceAt = ({ price, breaks = [] }: Prices, quantity: number): number =>
  breaks.filter(({ from }) => from <= quantity).at(-1)?.price ?? price;

/** What an order costs, in dollars. */
export const totalAt = (product: Prices, quantity: number): number =>
  Math.round(unitPriceAt(product, quantity) * 100 * quantity) / 100;

interface NextBreak {
  from: number;
  price: number;
  /** Units that are missing. */
  more: number;
}

/** The least quantity above one at which each unit costs less. */
export function nextBreak({ breaks = [] }: Prices, quantity: number): NextBreak | undefined {
  const next = breaks.find(({ from }) => from > quantity);
  return next && { ...next, more: next.from - quantity };
}

/** `from $17.00` where larger orders cost less a unit. */
export const priceText = ({ price, breaks }: Prices): string =>
  breaks ? `from ${money(breaks.at(-1)?.price ?? price)}` : money(price);

/** Units of a stock that can be ordered: whole packs of them. */
export const orderableUnits = ({
  availableQ,
  orderStep = 1,
}: Pick<Product, 'availableQ' | 'orderStep'>): number => availableQ - (availableQ % orderStep);
