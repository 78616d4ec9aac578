import { useCallback, useEffect, useRef, type ReactNode } from 'react';
import type { OrderToPay, ShopConfig } from '../../../api/types';
import { count, money } from '../../../lib/format';
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
        <p className="pay__amount num">{money(order.price)}</p>
        <p className="muted num">
          {count(order.orderQuantity)} × {money(order.unitPrice)}
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
