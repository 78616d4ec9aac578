import { usePutBackOrderMutation, useRemovePurchaseMutation } from '../../api/account-api';
import { asApiError } from '../../api/problem';
import type { Order } from '../../api/types';
import { ConfirmAction } from '../../ui-admin/confirm-action';
import { Button } from '../../ui/button';
import { notify } from '../../ui/notify';

const PUT_BACK = 'The order is on your list again';

/** Takes an order off its customer's list; what was paid can be put back from the toast. */
export function RemoveOrder({ order }: { order: Order }) {
  const [remove] = useRemovePurchaseMutation();
  const [putBack] = usePutBackOrderMutation();
  const isUnpaid = order.nextSteps.includes('pay');
  return (
    <ConfirmAction
      label="Remove Order"
      subject={order.productName}
      title="Remove this order?"
      confirm="Remove"
      keep="Keep it"
      run={() => remove({ id: order._id }).unwrap()}
      done="Item Deleted Successfully"
      undo={isUnpaid ? undefined : { run: () => putBack({ number: order.number }).unwrap(), done: PUT_BACK }}
    >
      <p>
        {isUnpaid
          ? `Your order of ${order.productName} is cancelled and taken off your list. Nothing was charged.`
          : `${order.productName} is taken off your list. The order itself stays as it is.`}
      </p>
    </ConfirmAction>
  );
}

/** Puts an order back on the list that its customer took it off. */
export function PutBackOrder({ order }: { order: Order }) {
  const [putBack, { isLoading }] = usePutBackOrderMutation();
  const put = async () => {
    try {
      await putBack({ number: order.number }).unwrap();
      void notify('success', PUT_BACK);
      // the button, and in a list its row, is gone
      document.querySelector('main')?.focus({ preventScroll: true });
    } catch (error) {
      void notify('error', asApiError(error).detail);
    }
  };
  return (
    <Button
      look="secondary"
      small
      busy={isLoading}
      aria-label={`Put back: ${order.productName}`}
      onClick={() => void put()}
    >
      Put back
    </Button>
  );
}

/** Whichever of the two there is to do. */
export const RemoveOrPutBack = ({ order }: { order: Order }) =>
  order.nextSteps.includes('remove') ? <RemoveOrder order={order} /> : <PutBackOrder order={order} />;
