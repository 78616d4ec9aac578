import { Link } from 'react-router-dom';
import type { OrderDetail } from '../../../api/types';
import { Units } from '../../../features/orders/order-lines';
import { inCurrencyOf } from '../../../features/orders/order-texts';
import { count } from '../../../lib/format';
import { Time } from '../../../ui-admin/time';
import { Email } from '../../../ui/email';
import { Tag } from '../../../ui/feedback';
import { DisputeNotice } from './dispute-notice';
import { OrderEdits } from './order-edits';
import { OrderMails } from './order-mails';
import { OrderNotes } from './order-notes';

const REFUND_STATES = {
  pending: ['Pending', 'info'],
  succeeded: ['Done', 'ok'],
  failed: ['Failed', 'bad'],
} as const;

/** What of an order is for admins alone. */
export function OrderParts({ order }: { order: OrderDetail }) {
  const { customer, payment, refunds, refundable } = order;
  return (
    <>
      <section className="order-part">
        <h3>Customer</h3>
        {customer.email === undefined ? (
          <p className="muted">The account is removed.</p>
        ) : (
          <p>
            <Email address={customer.email} />
            <br />
            <Link to={`/dashboard/manageOrders?email=${encodeURIComponent(customer.email)}`}>
              {customer.orders === 1 ? 'Their only order' : `All their ${count(customer.orders)} orders`}
            </Link>
          </p>
        )}
      </section>
      <OrderEdits order={order} />
      <section className="order-part">
        <h3>Payment</h3>
        {payment ? (
          <p className="num">
            {payment.intentId}
            {payment.url && (
              <>
                <br />
                <a href={payment.url} target="_blank" rel="noreferrer">
                  Open at the payment provider
                </a>
              </>
            )}
          </p>
        ) : (
          <p className="muted">Nothing is paid.</p>
        )}
        {order.dispute === 'open' && <DisputeNotice order={order} />}
        {refunds.length > 0 && (
          <>
            <h4>Refunds</h4>
            <ul className="order-refunds">
              {refunds.map(
                ({ amount, status, lines = [], ofDelivery, restock, at, reason, failure }, index) => {
                  const [label, tone] = REFUND_STATES[status];
                  return (
                    <li key={index}>
                      <span className="cell-row">
                        <strong className="num">{inCurrencyOf(order, amount)}</strong>
                        <Tag tone={tone}>{label}</Tag>
                        <span className="muted">
                          <Time at={at} />
                        </span>
                      </span>
                      <Units units={lines} order={order} ofDelivery={ofDelivery} />
                      {restock !== undefined && (
                        <p className="muted">{restock ? 'Back to the stock' : 'Not back to the stock'}</p>
                      )}
                      {reason && <p>{reason}</p>}
                      {failure && <p className="muted">{failure}</p>}
                    </li>
                  );
                },
              )}
            </ul>
            {refundable > 0 && (
              <p className="muted">{inCurrencyOf(order, refundable)} can still be refunded.</p>
            )}
          </>
        )}
      </section>
      <OrderMails order={order} />
      <OrderNotes order={order} />
    </>
  );
}
