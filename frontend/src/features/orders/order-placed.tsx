import { useEffect, useRef } from 'react';
import type { Order } from '../../api/types';
import { dateTime } from '../../lib/date-time';
import { count, money } from '../../lib/format';
import { ButtonLink } from '../../ui/button';
import { Alert } from '../../ui/feedback';

/** What was just ordered, and the way to pay it. */
export function OrderPlaced({ order }: { order: Order }) {
  const { _id, orderQuantity, productName, total, holdUntil } = order;
  const panel = useRef<HTMLDivElement>(null);
  // The form above or below it has just been emptied: the result must be visible, and next in the tab order.
  useEffect(() => panel.current?.focus(), []);

  return (
    <div className="order__placed" ref={panel} tabIndex={-1}>
      <Alert tone="ok">
        <p>
          <strong>Order placed.</strong> {count(orderQuantity)} × {productName}, {money(total)} to pay
          {holdUntil ? ` before ${dateTime(holdUntil)}` : ''}.
        </p>
        <div className="order__ways">
          <ButtonLink to={`/dashboard/payment/${_id}`} small>
            Pay now
          </ButtonLink>
          <ButtonLink to="/dashboard" small look="secondary">
            My Orders
          </ButtonLink>
        </div>
      </Alert>
    </div>
  );
}
