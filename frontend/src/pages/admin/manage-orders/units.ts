import type { OrderLine } from '../../../api/types';
import { count } from '../../../lib/format';

/** Units of an order's lines as they are chosen in a form, by the rows of the lines; nothing is none. */
export type ChosenUnits = readonly (number | null | undefined)[];

/** Units of a line that are sent, and its row in the form. */
interface Chosen {
  row: number;
  line: OrderLine;
  quantity: number;
}

export const chosenOf = (lines: readonly OrderLine[], units: ChosenUnits): Chosen[] =>
  lines.flatMap((line, row) => {
    const quantity = units[row] ?? 0;
    return quantity > 0 ? [{ row, line, quantity }] : [];
  });

/** Chosen units as the API takes them; lines without any are left out. */
export const toLineUnits = (chosen: readonly Chosen[]) =>
  chosen.map(({ line: { productId }, quantity }) => ({ productId, quantity }));

const SENT_LINE = /^lines\.(\d+)\./;

/** Messages about units that were sent, at their rows: `lines.0.quantity` is `units.2` when the third row was sent first. */
export const atRows = (
  errors: Readonly<Record<string, string>>,
  lines: readonly OrderLine[],
  sent: readonly { productId: string }[],
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).map(([field, message]) => {
      const line = sent[Number(SENT_LINE.exec(field)?.[1])];
      const row = lines.findIndex(({ productId }) => productId === line?.productId);
      return [row < 0 ? field : `units.${row}`, message];
    }),
  );

export const unitsText = (units: number): string => `${count(units)} ${units === 1 ? 'unit' : 'units'}`;

const sumOf = (chosen: readonly Chosen[]): number => chosen.reduce((sum, { quantity }) => sum + quantity, 0);

/** `Ships 2 of 3 lines, 5 units`: of the lines that have units left. */
export function shipmentText(lines: readonly OrderLine[], units: ChosenUnits): string {
  const chosen = chosenOf(lines, units);
  if (chosen.length === 0) return 'Choose at least one unit.';
  const open = lines.filter(({ outstanding }) => outstanding > 0).length;
  return `Ships ${chosen.length} of ${open} ${open === 1 ? 'line' : 'lines'}, ${unitsText(sumOf(chosen))}`;
}

/** What becomes of refunded units: all go back to the stock, none do, or those that have not shipped. */
export type Restock = 'all' | 'none' | 'unshipped';

/** How many refunded units go back to the stock; those that have not shipped are refunded first. */
export function restockText(
  lines: readonly OrderLine[],
  units: ChosenUnits,
  restock: Restock,
): string | undefined {
  const chosen = chosenOf(lines, units);
  const all = sumOf(chosen);
  if (all === 0) return undefined;
  const unshipped = chosen.reduce((sum, { line, quantity }) => sum + Math.min(quantity, line.outstanding), 0);
  const back = { all, none: 0, unshipped }[restock];
  if (back === 0) return 'No unit goes back to the stock.';
  const verb = back === 1 ? 'goes' : 'go';
  return back === all
    ? `${unitsText(back)} ${verb} back to the stock and can be sold again.`
    : `${count(back)} of ${unitsText(all)} ${verb} back to the stock and can be sold again.`;
}
