import { useRemovePurchaseMutation } from '../../../api/account-api';
import { useShipPurchaseMutation } from '../../../api/admin-api';
import type { Order } from '../../../api/types';
import { dueOf } from '../../../features/orders/dispute-text';
import { contentText, inCurrencyOf, unitsToShip } from '../../../features/orders/order-texts';
import { Units } from '../../../features/orders/order-lines';
import { count } from '../../../lib/format';
import { ConfirmAction } from '../../../ui-admin/confirm-action';
import { RefundOrder } from './refund-order';
import { ShipOrder } from './ship-order';

interface OrderActionsProps {
  order: Order;
  /** Shows rare actions too; a row has space for the next step only. */
  all?: boolean;
}

/** What an admin can do with an order, as the server says with each order. */
export function OrderActions({ order, all }: OrderActionsProps) {
  const can = (step: Order['nextSteps'][number]) => order.nextSteps.includes(step);
  const hasFailed = order.refundStatus === 'failed';
  // of two steps, a row has the one that gives back what is owed
  const canShip = can('ship') && (all || !(hasFailed && can('refund')));
  return (
    <>
      {(all || hasFailed) && <RefundOrder order={order} />}
      {can('cancel') && <CancelOrder order={order} />}
      {canShip && <ShipRest order={order} isOfDrawer={all} />}
      {all ? <ShipOrder order={order} /> : <RespondBy order={order} />}
    </>
  );
}

const UNDO = 'It is pending again if the shipment is undone.';

/** What there is to do about an open dispute: its evidence is given at the payment provider. */
function RespondBy({ order: { dispute, disputeDueBy } }: { order: Order }) {
  if (dispute !== 'open' || !disputeDueBy) return null;
  const { day, left } = dueOf(disputeDueBy);
  return (
    <span className="order-due">
      <span>Respond by {day}</span>
      {left && <span>{left}</span>}
    </span>
  );
}

/** The specification's button: ships all that is left, without a tracking number. */
function ShipRest({ order, isOfDrawer }: { order: Order; isOfDrawer?: boolean }) {
  const [ship] = useShipPurchaseMutation();
  const { _id, productName, userName, address } = order;
  const units = unitsToShip(order);
  return (
    <ConfirmAction
      label={isOfDrawer ? 'Mark as shipped' : 'Pending'}
      hint="Marks the order as shipped"
      tone="plain"
      subject={`${productName} for ${userName}`}
      title="Ship this order?"
      confirm="Mark as shipped"
      keep="Not yet"
      run={() => ship({ id: _id }).unwrap()}
      done="Shipped Successfully"
    >
      {units.length === 1 ? (
        <p>
          {count(units[0]!.quantity)} × {units[0]!.name} for {userName}, {address}. {UNDO}
        </p>
      ) : (
        <>
          <p>
            For {userName}, {address}:
          </p>
          <Units units={units} order={order} />
          <p>{UNDO}</p>
        </>
      )}
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
        {order.userName} has not paid the {inCurrencyOf(order, order.total)} for {contentText(order)}. The
        order is cancelled and its stock can be sold again.
      </p>
    </ConfirmAction>
  );
}
