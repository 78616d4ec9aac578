import type { PackingSlip } from '../../../api/types';

/** A part, and what of it some orders need together. */
export interface Pick {
  productId: string;
  name: string;
  sku?: string;
  quantity: number;
  /** In the order of the slips. */
  orders: { number: string; quantity: number }[];
}

/** What is to be fetched for some orders, by part, in order of the parts' names. */
export function picksOf(slips: readonly PackingSlip[]): Pick[] {
  const picks = new Map<string, Pick>();
  for (const { number, lines } of slips)
    for (const { quantity, ...part } of lines) {
      const pick = picks.get(part.productId) ?? { ...part, quantity: 0, orders: [] };
      pick.quantity += quantity;
      pick.orders.push({ number, quantity });
      picks.set(part.productId, pick);
    }
  return [...picks.values()].sort(
    (one, other) =>
      one.name.localeCompare(other.name, 'en') || (one.sku ?? '').localeCompare(other.sku ?? '', 'en'),
  );
}
