import { Link } from 'react-router-dom';
import type { Customer } from '../../../api/types';
import { statusLabel } from '../../../features/orders/status';
import { count, money } from '../../../lib/format';

const shown = (total: number, isExact: boolean): string => `${count(total)}${isExact ? '' : '+'}`;

/** The customer's orders by state, and what they spent; each leads to the list. */
export function CustomerFigures({ customer: { account, orders, spend } }: { customer: Customer }) {
  const list = `/dashboard/manageOrders?email=${encodeURIComponent(account.email)}`;
  const all = orders.reduce((sum, { total }) => sum + total, 0);
  const isExact = orders.every(({ totalIsExact }) => totalIsExact);
  return (
    <section className="customer__part" aria-labelledby="customer-orders">
      <h2 id="customer-orders">Orders</h2>
      <p className="customer__spend num">
        {money(spend.amount, spend.currency)}{' '}
        <small className="muted">
          {spend.isExact ? 'paid, less refunds' : 'of their newest 10,000 paid orders, less refunds'}
        </small>
      </p>
      {all === 0 ? (
        <p className="muted">No orders yet.</p>
      ) : (
        <ul className="customer__counts">
          <li>
            <Link to={list}>
              <strong className="num">{shown(all, isExact)}</strong> All orders
            </Link>
          </li>
          {orders
            .filter(({ total }) => total > 0)
            .map(({ status, total, totalIsExact }) => (
              <li key={status}>
                <Link to={`${list}&status=${status}`}>
                  <strong className="num">{shown(total, totalIsExact)}</strong> {statusLabel(status)}
                </Link>
              </li>
            ))}
        </ul>
      )}
    </section>
  );
}
