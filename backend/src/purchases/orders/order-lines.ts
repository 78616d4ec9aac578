import { shareOf, sumCents } from '../../common/money.js';
import type { LineUnits, OrderLine } from './order-line.schema.js';

/** The pure rules of an order's lines: what they cost, and what of them is to be shipped, is refunded, or is out of the stock. */

export const MAX_LINES = 200;

/** How much of an order has shipped, of what was not refunded. */
export const FULFILMENTS = ['none', 'partial', 'full'] as const;
export type Fulfilment = (typeof FULFILMENTS)[number];

type Units = Pick<OrderLine, 'quantity' | 'refunded' | 'shipped'>;
type Priced = Pick<OrderLine, 'unitCents' | 'quantity' | 'taxCents'>;

/** Units that are still to be shipped. A refund takes from those first: what was refunded is not shipped any more. */
export const outstandingUnits = ({ quantity, refunded, shipped }: Units): number =>
  Math.max(0, quantity - shipped - refunded);

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

/** The lines with units added to one of their counts. Units of products that have no line are left out. */
export const withUnits = (
  lines: readonly OrderLine[],
  count: 'refunded' | 'shipped',
  units: readonly LineUnits[],
  sign: 1 | -1 = 1,
): OrderLine[] =>
  lines.map((line) => {
    const added = units.filter(({ productId }) => productId.equals(line.productId));
    return added.length === 0
      ? line
      : { ...line, [count]: line[count] + sign * sumCents(added.map(({ quantity }) => quantity)) };
  });

/** The lines with every unit back in the stock that was refunded and is not with the customer. */
export const withRefundedRestocked = (lines: readonly OrderLine[]): OrderLine[] =>
  lines.map((line) => {
    const { quantity, refunded, shipped, restocked } = line;
    return { ...line, restocked: Math.max(restocked, Math.min(refunded, quantity - shipped)) };
  });

/** How an order of these lines is called in one line: `Northbeam 480 SSD and 2 more`. */
export const titleOf = ([first, ...others]: readonly Pick<OrderLine, 'name'>[]): string =>
  `${first?.name ?? ''}${others.length > 0 ? ` and ${others.length} more` : ''}`;
