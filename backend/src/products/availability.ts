/** How much of a product can be ordered, in one word; badge, filter, button and alert all use it. */
export const AVAILABILITIES = ['orderable', 'low', 'below-minimum', 'sold-out'] as const;
export type Availability = (typeof AVAILABILITIES)[number];

export interface Stock {
  /** Units that can be ordered now. */
  availableQ: number;
  /** The least units of one order. */
  minimumOQ: number;
  /** The product's own threshold for `low`; without it, three minimum orders. */
  lowStockAt?: number | null | undefined;
}

/** The availability of a product. Sold out before below-minimum before low. */
export function availabilityOf({ availableQ, minimumOQ, lowStockAt }: Stock): Availability {
  if (availableQ <= 0) return 'sold-out';
  if (availableQ < minimumOQ) return 'below-minimum';
  return availableQ < (lowStockAt ?? 3 * minimumOQ) ? 'low' : 'orderable';
}
