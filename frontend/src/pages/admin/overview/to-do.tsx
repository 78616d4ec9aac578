import { Link } from 'react-router-dom';
import { useCountPurchasesQuery, useSearchManagedReviewsQuery } from '../../../api/admin-api';
import type { OrderStatus } from '../../../api/generated-account';
import type { OverviewDto } from '../../../api/generated-admin';
import { LIVE } from '../../../lists/use-list';
import { count } from '../../../lib/format';

type Counted = { counts: readonly { status: OrderStatus; total: number }[] } | undefined;

const totalOf = (data: Counted, only?: OrderStatus): number | undefined =>
  data?.counts.reduce((sum, { status, total }) => (only && status !== only ? sum : sum + total), 0);

/** What needs doing now, whatever the range of days is; each figure leads to its list. */
export function ToDo({ lowStock }: { lowStock: OverviewDto['lowStock'] | undefined }) {
  const orders = useCountPurchasesQuery({}, LIVE);
  const disputed = useCountPurchasesQuery({ dispute: 'open' }, LIVE);
  const reviews = useSearchManagedReviewsQuery({ ratings: 1, hidden: false, pageSize: 1 }, LIVE);
  const scarce = lowStock && lowStock.low + lowStock.belowMinimum + lowStock.soldOut;
  const items = [
    {
      label: 'To ship',
      about: 'paid orders',
      total: totalOf(orders.data, 'paid'),
      to: '/dashboard/manageOrders?status=paid&sort=oldest',
    },
    {
      label: 'Disputed',
      about: 'payments to respond to',
      total: totalOf(disputed.data),
      to: '/dashboard/manageOrders?dispute=open',
    },
    {
      label: 'Low stock',
      about: 'products to restock, the scarcest first',
      total: scarce,
      to: '/dashboard/manageProducts?sort=availableQ',
    },
    {
      label: 'Reviews to moderate',
      about: 'of one star, shown to customers',
      total: reviews.data?.total,
      to: '/dashboard/manageReviews?ratings=1&hidden=false',
    },
  ];
  return (
    <section aria-labelledby="to-do" className="overview-todo">
      <h2 id="to-do">To do</h2>
      <ul>
        {items.map(({ label, about, total, to }) => (
          <li key={label} data-none={total === 0 || undefined}>
            <Link to={to}>
              {label}
              <strong className="num">{total === undefined ? '–' : count(total)}</strong>
              <small>{about}</small>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
