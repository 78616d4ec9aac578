import type { Order } from '../../../api/types';
import { inCurrencyOf } from '../../../features/orders/order-texts';
import { OrderTags } from '../../../features/orders/status';
import { ButtonLink } from '../../../ui/button';
import { Tag } from '../../../ui/feedback';

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

/** Pay while there is something to pay, and the state that the order is in. */
export function PaymentCell({ order }: { order: Order }) {
  return (
    <span className="cell-row">
      <PayLink order={order} />
      {order.status === 'shipped' && <Tag tone="ok">Paid</Tag>}
      {order.status !== 'unpaid' && <OrderTags order={order} />}
    </span>
  );
}
