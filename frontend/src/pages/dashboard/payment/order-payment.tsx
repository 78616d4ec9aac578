import { useCallback, useEffect, useRef } from 'react';
import type { OrderToPay, ShopConfig } from '../../../api/types';
import { inCurrencyOf, quantityText, sumsOf } from '../../../features/orders/order-texts';
import { count } from '../../../lib/format';
import { useDisplayName } from '../../../features/session/use-display-name';
import { ButtonLink } from '../../../ui/button';
import { EmptyState } from '../../../ui/feedback';
import { PaymentForm } from '../../../features/payment/payment-form';
import { usePayment } from '../../../features/payment/use-payment';

interface OrderPaymentProps {
  order: OrderToPay;
  config: ShopConfig['payments'];
  refresh: () => unknown;
}

export function OrderPayment({ order, config, refresh }: OrderPaymentProps) {
  const name = useDisplayName();
  const stale = useCallback(() => void refresh(), [refresh]);
  const payment = usePayment(stale);
  const { state } = payment;

  if (state.phase === 'success') return <Paid order={order} transactionId={state.transactionId} fresh />;
  // While a payment is under way, its own outcome counts, not what the order looks like meanwhile.
  if (order.status !== 'unpaid' && state.phase !== 'processing' && state.phase !== 'unrecorded')
    return <Closed order={order} />;

  return (
    <div className="pay">
      <section className="dash-panel pay__what" aria-label="What you pay for">
        <p>Hello Mr. {name}</p>
        <h2 className="pay__title">Please Pay for {order.productName}</h2>
        <p className="pay__amount num">{inCurrencyOf(order, order.price)}</p>
        <Contents order={order} />
        <p className="muted">
          Order <span className="num">{order.number}</span>
        </p>
      </section>
      <section className="dash-panel" aria-label="Card">
        <PaymentForm
          payment={payment}
          amount={order.price}
          currency={order.currency}
          config={config}
          onPay={(charge) => payment.pay(order, charge)}
        />
      </section>
    </div>
  );
}

/** Longer lists are folded, or the card would be far below them on a phone. */
const MOST_LINES = 8;

/** What the amount is for: units of one part, or a list, and what is added to them. */
function Contents({ order }: { order: OrderToPay }) {
  const { lines, orderQuantity, unitPrice } = order;
  const sums = sumsOf(order);
  return (
    <>
      {lines.length === 1 && (
        <p className="muted num">
          {count(orderQuantity)} × {inCurrencyOf(order, unitPrice)}
        </p>
      )}
      {lines.length > 1 && (
        <details className="pay__lines" open={lines.length <= MOST_LINES}>
          <summary>{quantityText(order)}</summary>
          <Lines order={order} />
        </details>
      )}
      {sums.length > 0 && (
        <dl className="pay__sums num">
          {sums.map(([name, amount]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{amount}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

const Lines = ({ order }: { order: OrderToPay }) => (
  <ul>
    {order.lines.map(({ productId, name, quantity, price, total }) => (
      <li key={productId}>
        <span className="cell-stack">
          {name}
          <small className="num">
            {count(quantity)} × {inCurrencyOf(order, price)}
          </small>
        </span>
        <span className="num">{inCurrencyOf(order, total)}</span>
      </li>
    ))}
  </ul>
);

interface PaidProps {
  order: OrderToPay;
  transactionId: string | undefined;
  /** Whether it has just been paid here. */
  fresh?: boolean;
}

function Paid({ order, transactionId, fresh }: PaidProps) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (fresh) panel.current?.focus();
  }, [fresh]);
  return (
    <div className="dash-panel pay__done" ref={panel} tabIndex={-1} role={fresh ? 'alert' : undefined}>
      <h2 className="pay__title">Your Payment is Completed</h2>
      {transactionId && (
        <p>
          Transaction id: <strong className="pay__transaction">{transactionId}</strong>
        </p>
      )}
      <span className="cell-row">
        <ButtonLink to={`/dashboard/orders/${order.number}`}>See the order</ButtonLink>
        <ButtonLink to="/dashboard" look="secondary">
          See my orders
        </ButtonLink>
      </span>
    </div>
  );
}

/** An order with nothing to pay. */
function Closed({ order }: { order: OrderToPay }) {
  if (order.status === 'paid' || order.status === 'shipped')
    return <Paid order={order} transactionId={order.transactionId} />;
  return (
    <EmptyState
      title={order.status === 'refunded' ? 'This order was refunded' : 'This order was cancelled'}
      action={<ButtonLink to="/parts">See all parts</ButtonLink>}
    >
      There is nothing to pay for {order.productName}.
    </EmptyState>
  );
}
