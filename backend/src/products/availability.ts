/** How much of a product can be ordered, in one word; badge, filter, button and alert all use it. */
export const AVAILABILITIES = ['orderable', 'low', 'below-minimum', 'sold-out'] as const;
export type Availability = (typeof AVAILABILITIES)[number];

/** Of parts that somebody has to restock soon. */
export const LOW_STOCK = AVAILABILITIES.filter((availability) => availability !== 'orderable');

/** What lists are filtered by: one availability, or `low-stock` for all of `LOW_STOCK`. */
export const AVAILABILITY_FILTERS = [...AVAILABILITIES, 'low-stock'] as const;
export type AvailabilityFilter = (typeof AVAILABILITY_FILTERS)[number];

export const availabilitiesOf = (filter: AvailabilityFilter): readonly Availability[] =>
  filter === 'low-stock' ? LOW_STOCK : [filter];

export interface Stock {
  /** Units in stock. */
  availableQ: number;
  /** The least units of one order; of what is sold in packs a multiple of the pack, so that a part of a pack counts for none. */
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
