/** Money is whole cents inside the shop and dollars with two decimals at its edges. */

/** Dollars as the API shows them, from cents: rounded to whole ones here, once, also those of sums and of foreign records. */
export const toDollars = (cents: number): number => Math.round(cents) / 100;

/** Whole cents from dollars with at most two decimals; rounds away the binary noise of a float. */
export const toCents = (dollars: number): number => Math.round(dollars * 100);

/** Whether a number of dollars is a whole number of cents. */
export const isWholeCents = (dollars: number): boolean =>
  Number.isFinite(dollars) && Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6;

/** `$1,234.50`, for sentences that a person reads. */
export const formatDollars = (cents: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(toDollars(cents));
