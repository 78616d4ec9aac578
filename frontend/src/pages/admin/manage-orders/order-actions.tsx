import { useRemovePurchaseMutation, useShipPurchaseMutation } from '../../../api/account-api';
import type { Order } from '../../../api/types';
import { count, money } from '../../../lib/format';
import { StatusTag } from '../../../features/orders/status';
import { ConfirmAction } from '../../../ui-admin/confirm-action';
import { RefundOrder } from './refund-order';

interface OrderActionsProps {
  order: Order;
  /** Shows rare actions too; a row has space for the next step only. */
  all?: boolean;
}

/** What an admin can do with an order, as the server says with each order. */
export function OrderActions({ order, all }: OrderActionsProps) {
  const can = (step: Order['nextSteps'][number]) => order.nextSteps.includes(step);
  const isShipped = order.status === 'shipped';
  const offersRefund = can('refund') && (all || order.refundStatus === 'failed');
  if (!isShipped && !can('ship') && !can('cancel') && !offersRefund)
    return (
      <span className="muted">
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">Nothing to do</span>
      </span>
    );
  return (
    <span className="cell-row">
      {can('ship') && <ShipOrder order={order} />}
      {isShipped && <StatusTag status="shipped" />}
      {can('cancel') && <CancelOrder order={order} />}
      {offersRefund && <RefundOrder order={order} />}
    </span>
  );
}

function ShipOrder({ order }: { order: Order }) {
  const [ship] = useShipPurchaseMutation();
  const { _id, productName, userName, orderQuantity, address } = order;
  return (
    <ConfirmAction
      label="Pending"
      hint="mark as shipped"
      tone="plain"
      subject={`${productName} for ${userName}`}
      title="Ship this order?"
      confirm="Mark as shipped"
      keep="Not yet"
      run={() => ship({ id: _id }).unwrap()}
      done="Shipped Successfully"
    >
      <p>
        {count(orderQuantity)} × {productName} for {userName}, {address}. A shipped order cannot become
        pending again.
      </p>
    </ConfirmAction>
  );
}

function CancelOrder({ order }: { order: Order }) {
  const [remove] = useRemovePurchaseMutation();
  return (
    <ConfirmAction
      label="Cancel"
      subject={`${order.productName} for ${order.userName}`}
      title="Cancel this order?"
      confirm="Cancel the order"
      keep="Keep it"
      run={() => remove({ id: order._id }).unwrap()}
      done="Delete Item Successfully"
    >
      <p>
        {order.userName} has not paid the {money(order.total)} for {order.productName}. The order is cancelled
        and its stock can be sold again.
      </p>
    </ConfirmAction>
  );
}
