import { formatDollars, sumCents } from '../common/money.js';
import { amountsOf, valueOfUnits, withRefunded } from '../purchases/orders/order-lines.js';
import type { Order } from '../purchases/orders/order.schema.js';
import type { Payment } from '../purchases/payments/payment.schema.js';
import { deliveryTotal } from '../purchases/refunds/refund-rules.js';
import type { Refund } from '../purchases/refunds/refund.schema.js';

type Priced = Pick<Order, 'lines' | 'delivery' | 'pricesIncludeTax' | 'refunds'>;

const isByAmount = ({ lines, ofDelivery }: Refund): boolean => !lines && !ofDelivery;
const hasSucceeded = ({ status }: Refund): boolean => status === 'succeeded';

/**
 * What of an order was not given back as units or as delivery, in whole cents. Units are valued one refund after the other, as
 * they were when each was requested, also those of a refund that failed after it had succeeded.
 */
export function standingCents({ lines, delivery, pricesIncludeTax, refunds }: Priced): number {
  let now = lines.map((line) => ({ ...line, refunded: 0 }));
  const givenBack = refunds
    .filter((refund) => refund.isApplied || hasSucceeded(refund))
    .map((refund) => {
      const before = now;
      now = withRefunded(before, refund.lines ?? []);
      if (!hasSucceeded(refund)) return 0;
      const units = before.map((line, n) =>
        valueOfUnits(line, now[n]!.refunded - line.refunded, pricesIncludeTax),
      );
      return (
        sumCents(units) + (refund.ofDelivery && delivery ? deliveryTotal(delivery, pricesIncludeTax) : 0)
      );
    });
  return amountsOf({ lines, delivery, pricesIncludeTax }).totalCents - sumCents(givenBack);
}

/** What was given back as amounts, such as all that was left, or to a bank for a lost dispute. */
export const refundedByAmountCents = ({ refunds }: Pick<Order, 'refunds'>): number =>
  sumCents(
    refunds.filter((one) => hasSucceeded(one) && isByAmount(one)).map(({ amountCents }) => amountCents),
  );

/**
 * Why an order's money does not add up, in a sentence; undefined when it does: taken − refunded is what stands of the order less
 * the refunds by amount. The value of units is given back only as far as an amount has left it, so this is never below 0.
 * While a refund is in progress or has failed, money is still owed, and nothing is compared.
 */
export function arithmeticViolation(
  order: Priced & Pick<Order, 'refundStatus'>,
  { takenCents, refundedCents }: Pick<Payment, 'takenCents' | 'refundedCents'>,
): string | undefined {
  if (order.refundStatus === 'pending' || order.refundStatus === 'failed') return undefined;
  const standing = standingCents(order);
  const byAmount = refundedByAmountCents(order);
  const kept = takenCents - refundedCents;
  if (kept === Math.max(0, standing - byAmount)) return undefined;
  return (
    `${formatDollars(takenCents)} was taken and ${formatDollars(refundedCents)} refunded, which leaves ${formatDollars(kept)}; ` +
    `${formatDollars(standing)} of the order stands, less ${formatDollars(byAmount)} refunded by amount.`
  );
}
