import type { BasketLineDto } from '../../api/generated-account';
import type { Order, OrderLine } from '../../api/types';
import { count, money } from '../../lib/format';
import { unitPriceAt } from '../products/pricing';

interface Reorder {
  /** What can be ordered of it now. They name no price: none was seen. */
  lines: { productId: string; orderQuantity: number }[];
  /** What is not as it was, in sentences. */
  changes: string[];
}

/** What of a line can be ordered now, and what of that is not as it was. */
function again(
  { productId, name, quantity, price }: OrderLine,
  checked: BasketLineDto | undefined,
  currency: string,
): Reorder {
  const product = checked?.product;
  if (!checked || !product) return { lines: [], changes: [`${name} is no longer sold.`] };
  const unorderable = checked.problems.find(({ fix }) => fix === 'remove');
  if (unorderable) return { lines: [], changes: [`${name}: ${unorderable.message}`] };
  const problem = checked.problems.find(({ fix }) => fix === 'set-quantity');
  const orderQuantity = problem?.orderQuantity ?? quantity;
  const now = unitPriceAt(product, orderQuantity);
  const changes = [
    problem && `${name}: ${count(orderQuantity)} instead of ${count(quantity)}. ${problem.message}`,
    now !== price && `${name} costs ${money(now)} instead of ${money(price, currency)} a unit.`,
  ].filter((text) => typeof text === 'string');
  return { lines: [{ productId, orderQuantity }], changes };
}

/**
 * What ordering the same again puts into the basket.
 *
 * @param checked the order's lines as `POST /basket/check` returns them
 */
export function reorderOf(
  { lines, currency }: Pick<Order, 'lines' | 'currency'>,
  checked: readonly BasketLineDto[],
): Reorder {
  const byPart = new Map(checked.map((line) => [line.productId, line]));
  const all = lines.map((line) => again(line, byPart.get(line.productId), currency));
  return { lines: all.flatMap((one) => one.lines), changes: all.flatMap((one) => one.changes) };
}

/** `2 of 3 parts added to your basket.` */
export function reorderedText(added: number, ordered: number): string {
  const parts = ordered === 1 ? 'part' : 'parts';
  if (added === 0) return `Nothing of this order can be ordered again.`;
  return `${added < ordered ? `${count(added)} of ${count(ordered)}` : count(ordered)} ${parts} added to your basket.`;
}
