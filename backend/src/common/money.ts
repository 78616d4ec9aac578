/** Money is whole cents inside the shop and dollars with two decimals at its edges. All arithmetic with it is here. */

/** The ISO 4217 code of every amount; the shop has one currency. */
export const CURRENCY = 'USD';

/** Dollars as the API shows them, from cents: rounded to whole ones here, once, also those of sums and of foreign records. */
export const toDollars = (cents: number): number => Math.round(cents) / 100;

/** Whole cents from dollars with at most two decimals; rounds away the binary noise of a float. */
export const toCents = (dollars: number): number => Math.round(dollars * 100);

/** Whether a number of dollars is a whole number of cents. */
export const isWholeCents = (dollars: number): boolean =>
  Number.isFinite(dollars) && Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6;

/** `$1,234.50`, for sentences that a person reads. */
export const formatDollars = (cents: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: CURRENCY }).format(toDollars(cents));

export const sumCents = (amounts: Iterable<number>): number => {
  let sum = 0;
  for (const cents of amounts) sum += cents;
  return sum;
};

/** The part of an amount that some of so many equal units are worth, in whole cents, halves up; all of them are worth all of it. */
export const shareOf = (cents: number, units: number, ofUnits: number): number =>
  Math.floor((2 * cents * units + ofUnits) / (2 * ofUnits));

/** An amount spread in proportion to some weights: whole cents, exact in sum. Nothing to spread by gets all of it on the first. */
export function spreadCents(cents: number, weights: readonly number[]): number[] {
  const total = sumCents(weights);
  if (total === 0) return weights.map((_, n) => (n === 0 ? cents : 0));
  let weighed = 0;
  let spread = 0;
  return weights.map((weight) => {
    weighed += weight;
    const upTo = shareOf(cents, weighed, total);
    const part = upTo - spread;
    spread = upTo;
    return part;
  });
}
