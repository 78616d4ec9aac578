import type { Product } from '../../api/types';
import { orderableUnits } from './pricing';

type Limits = Pick<Product, 'minimumOQ' | 'availableQ' | 'orderStep'>;

/**
 * Units that an order of `quantity` would leave stranded: more than none, fewer than anyone may order. Of what is sold in
 * packs, whole packs count. 0 when it strands nothing or is not possible anyway. Advice only; the server never refuses for it.
 */
export function strandedUnits(quantity: number, limits: Limits): number {
  const { minimumOQ, orderStep = 1 } = limits;
  if (!Number.isInteger(quantity) || quantity < minimumOQ || quantity % orderStep !== 0) return 0;
  const left = orderableUnits(limits) - quantity;
  return left > 0 && left < minimumOQ ? left : 0;
}
