import type { OrderDetail } from '../../../api/types';
import { Units } from '../../../features/orders/order-lines';
import { inCurrencyOf } from '../../../features/orders/order-texts';
import { Alert } from '../../../ui/feedback';

interface OwedNoticeProps {
  order: OrderDetail;
  owed: OrderDetail['refunds'][number];
}

/** Why a refund that the bank has sent back is made again by its amount. */
export const OwedNotice = ({ order, owed: { amount, lines = [], ofDelivery } }: OwedNoticeProps) => (
  <Alert tone="warn">
    <p>
      The bank sent back the refund of {inCurrencyOf(order, amount)}, which the customer is still owed. What
      it was of stays refunded, so it is made again by exactly this amount:
    </p>
    <Units units={lines} order={order} ofDelivery={ofDelivery} />
  </Alert>
);
