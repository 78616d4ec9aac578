import { sum, type Units } from './order-model-lines.js';

export interface ModelRefund {
  cents: number;
  isFailed: boolean;
  /** Whether the bank has sent it back after it had succeeded. */
  isSentBack?: boolean;
  /** Whether what is charged for no part of the order is less by it: it is of no units and no delivery, nor of one that failed. */
  isByAmount: boolean;
  isOfAll?: boolean;
  parts?: { units: Units[]; ofDelivery: boolean } | undefined;
  restock?: boolean | undefined;
  /** The failed one that it makes again. */
  repeats?: ModelRefund | undefined;
  /** Whether the bank took it for a lost dispute. */
  isLost?: boolean;
}

/** Refunds of parts that the bank has sent back and that were not made again: the parts stay refunded. */
export const owedOf = (refunds: readonly ModelRefund[]): ModelRefund[] =>
  refunds.filter(
    (refund) =>
      refund.parts && refund.isSentBack && !refunds.some((one) => one.repeats === refund && !one.isFailed),
  );

/** What all refunds have given back. */
export const givenBack = (refunds: readonly ModelRefund[]): number =>
  sum(refunds.map(({ cents, isFailed }) => (isFailed ? 0 : cents)));
