import type { Order } from '../../../api/types';
import { PayLink } from '../../../features/orders/pay-link';
import { OrderTags } from '../../../features/orders/status';
import { Tag } from '../../../ui/feedback';

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
