import { useRefundPurchaseMutation } from '../../api/api';
import type { ApiError } from '../../api/problem';
import type { Order } from '../../api/types';
import { count, money } from '../../shared/format';
import { ConfirmAction } from '../../shared/table/confirm-action';

const REFUSED =
  'The payment provider did not make the refund. The order’s history says why; you can try again.';

/** Refunds an order's whole payment. */
export function RefundOrder({ order }: { order: Order }) {
  const [refund] = useRefundPurchaseMutation();
  const { _id, productName, userName, orderQuantity, total, shipped, refundStatus, status } = order;
  const run = async () => {
    // Without a key: a refund is made once anyway, and one that failed is to be tried again, not repeated from memory.
    const order = await refund({ id: _id, refundPurchaseDto: {} }).unwrap();
    if (order.refundStatus === 'failed')
      throw { status: 409, title: 'Not refunded', detail: REFUSED, errors: {} } satisfies ApiError;
    return order;
  };
  return (
    <ConfirmAction
      label={refundStatus === 'failed' ? 'Refund again' : 'Refund'}
      subject={`${productName} for ${userName}`}
      title="Refund this order?"
      confirm={`Refund ${money(total)}`}
      keep="Keep it"
      run={run}
      done={(refunded) =>
        refunded.refundStatus === 'pending'
          ? `The refund of ${money(total)} is on its way`
          : `Refunded ${money(total)}`
      }
    >
      <p>
        {userName} paid {money(total)} for {count(orderQuantity)} × {productName}. All of it goes back to the
        card.
      </p>
      {status === 'paid' && <p>The units return to the stock and can be sold again.</p>}
      {shipped && <p>The order was shipped, so its units do not return to the stock.</p>}
    </ConfirmAction>
  );
}
