import { formatDollars } from '../../common/money.js';
import { type Intent, PROVIDER_CURRENCY } from '../../payment-provider/payment-provider.js';

/** Whether nothing is left of a payment: the payment provider has refunded all of it. */
export const isFullyRefunded = ({ amountReceived, amountRefunded }: Intent): boolean =>
  amountRefunded > 0 && amountRefunded >= amountReceived;

/**
 * Why an intent does not pay an order; undefined when it does. One that was refunded as a whole does: its order was paid,
 * and becomes refunded at once. One that was refunded in part does not; a person has to decide.
 *
 * @param livemode whether this shop takes real money: a test payment must not confirm a real order, nor the reverse
 */
export function paymentMismatch(
  order: { id: string; totalCents: number },
  intent: Intent,
  livemode: boolean,
): string | undefined {
  if (intent.orderId !== order.id) return 'This payment is not for this order.';
  if (intent.livemode !== livemode) return 'This payment was made in another mode than the shop runs in.';
  if (intent.status !== 'succeeded') return 'This payment has not succeeded.';
  if (intent.currency !== PROVIDER_CURRENCY) return 'This payment is in another currency.';
  if (intent.amountReceived !== order.totalCents) {
    return `This payment is of ${formatDollars(intent.amountReceived)}, not of ${formatDollars(order.totalCents)}.`;
  }
  if (intent.amountRefunded > 0 && !isFullyRefunded(intent)) {
    return `${formatDollars(intent.amountRefunded)} of this payment was refunded before it reached its order.`;
  }
  return undefined;
}
