import { Link } from 'react-router-dom';
import { dateTime } from '../../../lib/date-time';
import { money } from '../../../lib/format';
import { StatusTag } from '../../../features/orders/status';
import type { Column } from '../../../lists/columns';
import { Tag } from '../../../ui/feedback';
import { amountIn, FINDINGS, type Row } from './findings';
import { ResolveAction } from './resolve-action';

export const reconciliationColumns: Column<Row>[] = [
  {
    key: 'finding',
    label: 'What is wrong',
    namesRow: true,
    render: ({ finding, detail }) => (
      <span className="cell-stack reconciliation__finding">
        <span>
          <Tag tone={FINDINGS[finding].tone}>{FINDINGS[finding].text}</Tag>
        </span>
        {detail}
      </span>
    ),
  },
  {
    key: 'order',
    label: 'Order',
    render: ({ finding, orderId, orderStatus }) =>
      orderId ? (
        <span className="cell-stack reconciliation__id">
          {orderStatus ? (
            <>
              <Link className="row-link" to={`/dashboard/manageOrders?q=${encodeURIComponent(orderId)}`}>
                {orderId}
              </Link>
              {/* What is wrong is just that it is not. */}
              {!(finding === 'refund-failed' && orderStatus === 'refunded') && (
                <span>
                  <StatusTag status={orderStatus} />
                </span>
              )}
            </>
          ) : (
            <>
              {orderId}
              <small>There is no such order</small>
            </>
          )}
        </span>
      ) : (
        <span className="muted">None</span>
      ),
  },
  {
    key: 'intent',
    label: 'Payment',
    render: ({ intentId }) =>
      intentId ? (
        <span className="cell-stack reconciliation__id">{intentId}</span>
      ) : (
        <span className="muted">Unknown</span>
      ),
  },
  {
    key: 'amount',
    label: 'Received',
    align: 'end',
    render: ({ amount, amountDue, currency }) => (
      <span className="cell-stack num">
        <strong>{amountIn(amount, currency)}</strong>
        {amountDue !== undefined && <small>of {money(amountDue)} due</small>}
      </span>
    ),
  },
  { key: 'at', label: 'When', render: ({ at }) => <span className="num">{dateTime(at)}</span> },
  { key: 'action', label: 'Resolution', render: (row) => <ResolveAction row={row} /> },
];
