import { useRemovePurchaseMutation, useShipPurchaseMutation } from '../../api/api';
import type { Order } from '../../api/types';
import { money } from '../../shared/format';
import { StatusTag } from '../../shared/orders/status';
import { ActionButton } from '../../shared/table/action-button';
import { ConfirmAction } from '../../shared/table/confirm-action';

/** What an admin can do with an order, as the server says with each order. */
export function OrderActions({ order }: { order: Order }) {
  const can = (step: Order['nextSteps'][number]) => order.nextSteps.includes(step);
  if (can('ship')) return <ShipOrder order={order} />;
  if (can('cancel')) return <CancelOrder order={order} />;
  if (order.status === 'shipped') return <StatusTag status="shipped" />;
  return (
    <span className="muted">
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">Nothing to do</span>
    </span>
  );
}

function ShipOrder({ order }: { order: Order }) {
  const [ship] = useShipPurchaseMutation();
  return (
    <ActionButton
      label="Pending"
      hint="mark as shipped"
      subject={`${order.productName} for ${order.userName}`}
      run={() => ship({ id: order._id }).unwrap()}
      done="Shipped Successfully"
    />
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
