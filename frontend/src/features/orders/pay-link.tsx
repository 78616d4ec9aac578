import type { Order } from '../../api/types';
import { ButtonLink } from '../../ui/button';
import { inCurrencyOf } from './order-texts';

/** Leads to the payment of an order while there is something to pay. */
export function PayLink({ order }: { order: Order }) {
  if (!order.nextSteps.includes('pay')) return null;
  return (
    <ButtonLink
      small
      to={`/dashboard/payment/${order._id}`}
      aria-label={`Pay ${inCurrencyOf(order, order.total)} for ${order.productName}`}
    >
      Pay
    </ButtonLink>
  );
}
