import { shareOf, sumCents } from '../../common/money.js';
import type { LineUnits, OrderLine } from './order-line.schema.js';

/** The pure rules of an order's lines: what they cost, and what of them is to be shipped, is refunded, or is out of the stock. */

export const MAX_LINES = 200;

/** How much of an order has shipped, of what was not refunded. */
export const FULFILMENTS = ['none', 'partial', 'full'] as const;
export type Fulfilment = (typeof FULFILMENTS)[number];

type Units = Pick<OrderLine, 'quantity' | 'refunded' | 'shipped' | 'returned'>;
type Priced = Pick<OrderLine, 'unitCents' | 'quantity' | 'taxCents'>;

/** Units that shipped and did not come back. */
const unitsWithCustomer = ({ shipped, returned = 0 }: Pick<Units, 'shipped' | 'returned'>): number =>
  shipped - returned;

/** Units that are still to be shipped. A refund takes from those first: what was refunded is not shipped any more. */
export const outstandingUnits = (line: Units): number =>
  Math.max(0, line.quantity - unitsWithCustomer(line) - line.refunded);

/** Units that can be refunded. */
export const refundableUnits = ({ quantity, refunded }: Pick<Units, 'quantity' | 'refunded'>): number =>
  quantity - refunded;

/** Units that the line took out of the stock and did not return: held, sold, or given away. */
export const unitsTaken = ({ quantity, restocked }: Pick<OrderLine, 'quantity' | 'restocked'>): number =>
  quantity - restocked;

export function fulfilmentOf(lines: readonly Units[]): Fulfilment {
  if (lines.every(({ shipped }) => shipped === 0)) return 'none';
  return lines.every((line) => outstandingUnits(line) === 0) ? 'full' : 'partial';
}

/** What a line costs, in whole cents. */
export const lineTotal = ({ unitCents, quantity, taxCents }: Priced, pricesIncludeTax: boolean): number =>
  unitCents * quantity + (pricesIncludeTax ? 0 : taxCents);

/**
 * What some more units of a line are worth when they are refunded, in whole cents: so that, however they are divided, all
 * units together are worth what the line costs.
 */
export function valueOfUnits(
  line: Priced & Pick<OrderLine, 'refunded'>,
  quantity: number,
  pricesIncludeTax: boolean,
): number {
  const upTo = (units: number) => shareOf(lineTotal(line, pricesIncludeTax), units, line.quantity);
  return upTo(line.refunded + quantity) - upTo(line.refunded);
}

interface Charged {
  lines: readonly Priced[];
  delivery?: { priceCents: number; taxCents: number } | undefined;
  pricesIncludeTax: boolean;
}

/** What an order costs, in whole cents. */
export function amountsOf({ lines, delivery, pricesIncludeTax }: Charged) {
  const subtotalCents = sumCents(lines.map(({ unitCents, quantity }) => unitCents * quantity));
  const taxCents = sumCents(lines.map((line) => line.taxCents)) + (delivery?.taxCents ?? 0);
  const totalCents = subtotalCents + (delivery?.priceCents ?? 0) + (pricesIncludeTax ? 0 : taxCents);
  return { subtotalCents, taxCents, totalCents };
}

const unitsOf = (units: readonly LineUnits[], { productId }: Pick<OrderLine, 'productId'>): number =>
  sumCents(units.map((one) => (one.productId.equals(productId) ? one.quantity : 0)));

/** The lines with units shipped. Units of products that have no line are left out. */
export const withShipped = (lines: readonly OrderLine[], units: readonly LineUnits[]): OrderLine[] =>
  lines.map((line) => ({ ...line, shipped: line.shipped + unitsOf(units, line) }));

/** Refunded units that are not with the customer, and neither in the stock nor discarded yet. */
const unitsToPlace = (line: OrderLine): number => {
  const { quantity, refunded, restocked, discarded = 0 } = line;
  return Math.max(0, Math.min(refunded, quantity - unitsWithCustomer(line)) - restocked - discarded);
};

/** A line with those units placed: so many of them are discarded, the others go to the stock. */
const withPlaced = (line: OrderLine, discarded: number): OrderLine => ({
  ...line,
  restocked: line.restocked + unitsToPlace(line) - discarded,
  ...(discarded > 0 && { discarded: (line.discarded ?? 0) + discarded }),
});

/**
 * The lines as if units had never shipped: those of them that were refunded go to the stock, but first those that are not to be
 * sold again, which are discarded.
 */
export const withoutShipped = (lines: readonly OrderLine[], units: readonly LineUnits[]): OrderLine[] =>
  lines.map(({ toDiscard = 0, ...line }) => {
    const shipped = line.shipped - unitsOf(units, line);
    const { returned } = line;
    const undone = {
      ...line,
      shipped,
      ...(returned !== undefined && { returned: Math.min(returned, shipped) }),
    };
    const discarded = Math.min(toDiscard, unitsToPlace(undone));
    const left = toDiscard - discarded;
    return { ...withPlaced(undone, discarded), ...(left > 0 && { toDiscard: left }) };
  });

/**
 * The lines with units refunded: first those that have not shipped, which go back to the stock, then those that have, which stay
 * with the customer.
 *
 * @param restock true: those that have shipped go back to the stock as well; false: none do, also not when their shipment is undone
 */
export const withRefunded = (
  lines: readonly OrderLine[],
  units: readonly LineUnits[],
  restock?: boolean,
): OrderLine[] =>
  lines.map((line) => {
    const { refunded, returned = 0, toDiscard = 0 } = line;
    const more = unitsOf(units, line);
    const unshipped = Math.min(more, outstandingUnits(line));
    const nowReturned = returned + (restock === true ? more - unshipped : 0);
    const nowToDiscard = toDiscard + (restock === false ? more - unshipped : 0);
    const after = {
      ...line,
      refunded: refunded + more,
      ...(nowReturned > 0 && { returned: nowReturned }),
      ...(nowToDiscard > 0 && { toDiscard: nowToDiscard }),
    };
    // the units of a cancelled order are in the stock already
    return withPlaced(after, restock === false ? Math.min(unshipped, unitsToPlace(after)) : 0);
  });

/** How an order of these lines is called in one line: `Northbeam 480 SSD and 2 more`. */
export const titleOf = ([first, ...others]: readonly Pick<OrderLine, 'name'>[]): string =>
  `${first?.name ?? ''}${others.length > 0 ? ` and ${others.length} more` : ''}`;
