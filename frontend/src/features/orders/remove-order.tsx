import { useRemovePurchaseMutation } from '../../../api/account-api';
import type { Order } from '../../../api/types';
import { ConfirmAction } from '../../../ui-admin/confirm-action';

export function RemoveOrder({ order }: { order: Order }) {
  const [remove] = useRemovePurchaseMutation();
  return (
    <ConfirmAction
      label="Remove Order"
      subject={order.productName}
      title="Remove this order?"
      confirm="Remove"
      keep="Keep it"
      run={() => remove({ id: order._id }).unwrap()}
      done="Item Deleted Successfully"
    >
      <p>
        {order.nextSteps.includes('pay')
          ? `Your order of ${order.productName} is cancelled and taken off your list. Nothing was charged.`
          : `${order.productName} is taken off your list. The order itself stays as it is.`}
      </p>
    </ConfirmAction>
  );
}
