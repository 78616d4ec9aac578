import type { Product } from '../../api/types';
import { orderableUnits } from '../products/pricing';

export type Limits = Pick<Product, 'minimumOQ' | 'availableQ' | 'orderStep'>;

/**
 * The quantity some units, whole packs, above or below the typed one, within the limits. From a part of a pack it goes to the
 * packs above or below it, from what is no quantity to the minimum.
 */
export function stepped(typed: string, by: number, limits: Limits): number {
  const { minimumOQ, orderStep = 1 } = limits;
  const units = typed.trim() === '' ? NaN : Math.trunc(Number(typed));
  if (Number.isNaN(units)) return minimumOQ;
  const packs = (by > 0 ? Math.floor : Math.ceil)(units / orderStep);
  return Math.min(Math.max(packs * orderStep + by, minimumOQ), orderableUnits(limits));
}
