import { useCallback, useEffect, useRef, type ReactNode } from 'react';
import type { OrderToPay, ShopConfig } from '../../../api/types';
import { inCurrencyOf, quantityText, sumsOf } from '../../../features/orders/order-texts';
import { count } from '../../../lib/format';
import { useDisplayName } from '../../../features/session/use-display-name';
import { Button, ButtonLink } from '../../../ui/button';
import { Alert, EmptyState } from '../../../ui/feedback';
import { CardPayment } from '../../../features/payment/card-payment';
import { usePayment } from '../../../features/payment/use-payment';

interface OrderPaymentProps {
  order: OrderToPay;
  config: ShopConfig['payments'];
  refresh: () => unknown;
}

export function OrderPayment({ order, config, refresh }: OrderPaymentProps) {
  const name = useDisplayName();
  const stale = useCallback(() => void refresh(), [refresh]);
  const { state, pay, record } = usePayment(order, stale);

  if (state.phase === 'success') return <Paid transactionId={state.transactionId} fresh />;
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
        {state.phase === 'unrecorded' ? (
          <Alert tone="warn">
            <p>
              Your card was charged, but the shop could not record it yet: {state.message} It will not be
              charged again. Transaction: <strong>{state.transactionId}</strong>
            </p>
            <Button look="secondary" small onClick={() => void record(state.transactionId)}>
              Try again to record it
            </Button>
          </Alert>
        ) : (
          <CardPayment
            amount={order.price}
            config={config}
            busy={state.phase === 'processing'}
            onPay={pay}
            message={
              <Outcome busy={state.phase === 'processing'}>
                {state.phase === 'error' && <Alert tone="bad">{state.message}</Alert>}
              </Outcome>
            }
          />
        )}
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

/** Always there, so that screen readers hear what changes in it. */
const Outcome = ({ busy, children }: { busy: boolean; children: ReactNode }) => (
  <>
    <p role="status" className={busy ? 'muted' : 'visually-hidden'}>
      {busy ? 'Processing your payment…' : ''}
    </p>
    {children}
  </>
);

function Paid({ transactionId, fresh }: { transactionId: string | undefined; fresh?: boolean }) {
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
      <ButtonLink to="/dashboard">See my orders</ButtonLink>
    </div>
  );
}

/** An order with nothing to pay. */
function Closed({ order }: { order: OrderToPay }) {
  if (order.status === 'paid' || order.status === 'shipped')
    return <Paid transactionId={order.transactionId} />;
  return (
    <EmptyState
      title={order.status === 'refunded' ? 'This order was refunded' : 'This order was cancelled'}
      action={<ButtonLink to="/parts">See all parts</ButtonLink>}
    >
      There is nothing to pay for {order.productName}.
    </EmptyState>
  );
}
