import { Link } from 'react-router-dom';
import { useGetPurchaseQuery } from '../../../api/admin-api';
import { asApiError } from '../../../api/problem';
import type { Order, OrderDetail } from '../../../api/types';
import { count } from '../../../lib/format';
import { OrderDetails } from '../../../features/orders/order-details';
import { Units } from '../../../features/orders/order-lines';
import { inCurrencyOf } from '../../../features/orders/order-texts';
import { Button } from '../../../ui/button';
import { Alert, Tag } from '../../../ui/feedback';
import { Spinner } from '../../../ui/spinner';
import type { Neighbours } from '../../../ui-admin/side-drawer';
import { Time } from '../../../ui-admin/time';
import { OrderActions } from './order-actions';
import { OrderEdits } from './order-edits';
import { OrderNotes } from './order-notes';
import './manage-orders.css';
import { Email } from '../../../ui/email';

interface OrderDrawerProps {
  id: string | undefined;
  /** As in the list, while the rest is read. */
  row: Order | undefined;
  steps: Neighbours;
  onClose: () => void;
}

/** Everything about one order, whether or not it is on the page. */
export function OrderDrawer({ id, row, steps, onClose }: OrderDrawerProps) {
  const query = useGetPurchaseQuery({ id: id ?? '' }, { skip: !id, refetchOnMountOrArgChange: true });
  const detail = id ? query.currentData : undefined;
  const order = detail ?? row;
  const problem = query.error === undefined || !id ? undefined : asApiError(query.error).detail;
  const state = problem ? (
    <Alert tone="bad">
      <p>{problem}</p>
      <Button look="secondary" small onClick={() => void query.refetch()}>
        Try again
      </Button>
    </Alert>
  ) : (
    <Spinner label="Reading the order" />
  );
  return (
    <OrderDetails
      open={id !== undefined}
      order={order}
      onClose={onClose}
      steps={steps}
      actions={order && <OrderActions order={order} all />}
      more={detail ? <AdminParts order={detail} /> : state}
    />
  );
}

const REFUND_STATES = {
  pending: ['Pending', 'info'],
  succeeded: ['Done', 'ok'],
  failed: ['Failed', 'bad'],
} as const;

function AdminParts({ order }: { order: OrderDetail }) {
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
        {order.dispute === 'open' && (
          <Alert tone="warn">
            The cardholder disputes this payment. Respond at the payment provider; the order cannot be shipped
            before the dispute is decided.
          </Alert>
        )}
        {refunds.length > 0 && (
          <>
            <h4>Refunds</h4>
            <ul className="order-refunds">
              {refunds.map(({ amount, status, lines, at, reason, failure }, index) => {
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
                    {lines && <Units units={lines} order={order} />}
                    {reason && <p>{reason}</p>}
                    {failure && <p className="muted">{failure}</p>}
                  </li>
                );
              })}
            </ul>
            {refundable > 0 && (
              <p className="muted">{inCurrencyOf(order, refundable)} can still be refunded.</p>
            )}
          </>
        )}
      </section>
      <OrderNotes order={order} />
    </>
  );
}
