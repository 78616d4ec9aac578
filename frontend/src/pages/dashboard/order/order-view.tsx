import { useId, type ReactNode } from 'react';
import type { ReadOwnOrder } from '../../../api/own-order';
import type { OwnOrder, OwnRefund } from '../../../api/types';
import { CancelLine } from '../../../features/orders/cancel-line';
import { Fact } from '../../../features/orders/fact';
import { OrderAgain } from '../../../features/orders/order-again';
import { OrderLines, Units } from '../../../features/orders/order-lines';
import {
  allSumsOf,
  expectedText,
  inCurrencyOf,
  remainingText,
  stateText,
} from '../../../features/orders/order-texts';
import { PayLink } from '../../../features/orders/pay-link';
import { Receipt } from '../../../features/orders/receipt';
import { RemoveOrPutBack } from '../../../features/orders/remove-order';
import { Shipments } from '../../../features/orders/shipments';
import { OrderTags } from '../../../features/orders/status';
import { Timeline } from '../../../features/orders/timeline';
import { Time } from '../../../ui-admin/time';
import { Alert, Tag } from '../../../ui/feedback';
import { PageHead } from '../../../ui/page-head';
import '../../../features/orders/orders.css';

interface OrderViewProps extends ReadOwnOrder {
  /** Above everything else. */
  children: ReactNode;
}

export function OrderView({ order, etag, children }: OrderViewProps) {
  const { removedAt, status, holdUntil } = order;
  return (
    <div className="order-page">
      <PageHead
        title={`Order ${order.number}`}
        lead={
          <>
            Ordered <Time at={order.createdAt} />
          </>
        }
      >
        <PayLink order={order} />
        {order.paid && <Receipt order={order} />}
        <OrderAgain order={order} />
        <RemoveOrPutBack order={order} />
      </PageHead>
      {children}
      {removedAt && (
        <Alert tone="info">
          You took this order off your list on <Time at={removedAt} day />.
        </Alert>
      )}
      <p className="order-page__state">
        <span className="cell-row">
          <OrderTags order={order} />
        </span>
        <span>{stateText(order)}</span>
        {status === 'unpaid' && holdUntil && (
          <span>
            Please pay by <Time at={holdUntil} />.
          </span>
        )}
      </p>
      <div className="order-page__parts">
        <Part title="Items">
          <OrderLines
            order={order}
            isOwn
            renderActions={(line) => (
              <CancelLine order={order} etag={etag} line={line} label="Cancel this part" />
            )}
          />
          <Amounts order={order} />
        </Part>
        <div className="order-page__aside">
          <Part title="Delivery">
            <DeliveryFacts order={order} />
            <Shipments order={order} />
          </Part>
          {order.refunds.length > 0 && (
            <Part title="Refunds">
              <Refunds order={order} />
            </Part>
          )}
          <Part title="History">
            <Timeline order={order} isOwn />
          </Part>
        </div>
      </div>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="dash-panel order-page__part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function Amounts({ order }: { order: OwnOrder }) {
  const { total, refunded, paid } = order;
  return (
    <dl className="order-page__sums num">
      {allSumsOf(order).map(([name, sum]) => (
        <Sum key={name} name={name} amount={sum} />
      ))}
      <Sum name="Total" amount={inCurrencyOf(order, total)} isTotal />
      {paid && refunded > 0 && (
        <>
          <Sum name="Refunded" amount={inCurrencyOf(order, refunded)} />
          <Sum name="Remaining" amount={remainingText(order)} isTotal />
        </>
      )}
    </dl>
  );
}

const Sum = ({ name, amount, isTotal }: { name: string; amount: string; isTotal?: boolean }) => (
  <div className={isTotal ? 'order-page__total' : undefined}>
    <dt>{name}</dt>
    <dd>{amount}</dd>
  </div>
);

function DeliveryFacts({ order }: { order: OwnOrder }) {
  const { delivery, company, vatId, poNumber, note, transactionId } = order;
  const expected = expectedText(order);
  return (
    <dl className="data-facts">
      {expected && order.status !== 'cancelled' && order.status !== 'refunded' && (
        <Fact name="Expected">
          <strong>{expected}</strong>
        </Fact>
      )}
      {delivery && <Fact name="Method">{delivery.name}</Fact>}
      <Fact name="Address" isText>
        {order.address}
      </Fact>
      <Fact name="Phone">{order.phone}</Fact>
      {company && <Fact name="Company">{company}</Fact>}
      {vatId && <Fact name="VAT id">{vatId}</Fact>}
      {poNumber && <Fact name="PO number">{poNumber}</Fact>}
      {note && (
        <Fact name="Your note" isText>
          {note}
        </Fact>
      )}
      {transactionId && <Fact name="Transaction">{transactionId}</Fact>}
    </dl>
  );
}

const REFUND_STATES: Record<OwnRefund['status'], ReactNode> = {
  succeeded: null,
  pending: <Tag tone="info">On its way</Tag>,
  failed: <Tag tone="bad">Failed</Tag>,
};

const Refunds = ({ order }: { order: OwnOrder }) => (
  <ol className="order-page__refunds">
    {order.refunds.map(({ at, amount, status, lines = [], ofDelivery }) => (
      <li key={at}>
        <span className="cell-row">
          <strong className="num">{inCurrencyOf(order, amount)}</strong>
          <span className="muted">
            <Time at={at} day />
          </span>
          {REFUND_STATES[status]}
        </span>
        <Units units={lines} order={order} ofDelivery={ofDelivery} />
      </li>
    ))}
  </ol>
);
