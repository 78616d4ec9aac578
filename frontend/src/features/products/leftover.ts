interface Limits {
  minimumOQ: number;
  availableQ: number;
}

/**
 * Units that an order of `quantity` would leave stranded: more than none, fewer than anyone may order.
 * 0 when it strands nothing or is not possible anyway. Advice only; the server never refuses for it.
 */
export function strandedUnits(quantity: number, { minimumOQ, availableQ }: Limits): number {
  if (!Number.isInteger(quantity) || quantity < minimumOQ || quantity > availableQ) return 0;
  const left = availableQ - quantity;
  return left < minimumOQ ? left : 0;
}
