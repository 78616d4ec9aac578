import type { Refund } from './refund.schema.js';

/** Whether a refund is being made again, or was. */
const isMadeAgain = ({ attempt }: Refund, refunds: readonly Refund[]): boolean =>
  refunds.some(({ repeats, status }) => repeats === attempt && status !== 'failed');

/** Whether a refund of that attempt has failed and was not made again. */
export const isRepeatable = (attempt: number, refunds: readonly Refund[]): boolean =>
  refunds.some(
    (refund) => refund.attempt === attempt && refund.status === 'failed' && !isMadeAgain(refund, refunds),
  );

/**
 * Refunds of units or of the delivery that failed after they had succeeded and were not made again, oldest first. What they are of
 * stays refunded, and can be refunded by nothing else: their money is owed.
 */
export const owedRefunds = (refunds: readonly Refund[]): Refund[] =>
  refunds.filter(
    (refund) =>
      refund.status === 'failed' &&
      refund.isApplied &&
      (refund.lines || refund.ofDelivery) &&
      !isMadeAgain(refund, refunds),
  );

/**
 * The attempt of the owed refund that an amount makes again: one of exactly that amount, whether an admin has typed it or given it
 * back at the provider. Undefined where there is none.
 */
export const repeatedBy = (amountCents: number, refunds: readonly Refund[]): number | undefined =>
  owedRefunds(refunds).find((owed) => owed.amountCents === amountCents)?.attempt;
