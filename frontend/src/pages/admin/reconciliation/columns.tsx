import { Link } from 'react-router-dom';
import { money } from '../../../lib/format';
import { StatusTag } from '../../../features/orders/status';
import type { Column } from '../../../lists/columns';
import { Time } from '../../../ui-admin/time';
import { Tag } from '../../../ui/feedback';
import { FINDINGS, type Row } from './findings';
import { ResolveAction } from './resolve-action';

export const reconciliationColumns: Column<Row>[] = [
  {
    key: 'finding',
    label: 'What is wrong',
    minWidth: 240,
    wraps: true,
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
    width: 150,
    wraps: true,
    render: ({ finding, orderId, orderNumber, orderStatus }) =>
      orderId ? (
        <span className="cell-stack reconciliation__id">
          {orderStatus ? (
            <>
              <Link className="row-link" to={`/dashboard/manageOrders?open=${orderId}`}>
                {orderNumber}
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
    width: 250,
    wraps: true,
    render: ({ intentId, paymentUrl }) =>
      intentId ? (
        <span className="cell-stack reconciliation__id">
          {paymentUrl ? <a href={paymentUrl}>{intentId}</a> : intentId}
        </span>
      ) : (
        <span className="muted">Unknown</span>
      ),
  },
  {
    key: 'amount',
    label: 'Received',
    align: 'end',
    width: 130,
    wraps: true,
    render: ({ amount, amountDue, currency }) => (
      <span className="cell-stack num">
        <strong>{money(amount, currency)}</strong>
        {amountDue !== undefined && <small>of {money(amountDue)} due</small>}
      </span>
    ),
  },
  { key: 'at', label: 'When', width: 130, render: ({ at }) => <Time at={at} short /> },
  {
    key: 'found',
    label: 'First found',
    width: 130,
    hidden: true,
    render: ({ foundAt }) => (foundAt ? <Time at={foundAt} short /> : <span className="muted">Now</span>),
  },
  {
    key: 'action',
    label: 'Resolution',
    width: 150,
    wraps: true,
    render: (row) => <ResolveAction row={row} />,
  },
];
