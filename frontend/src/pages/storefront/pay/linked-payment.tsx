import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useConfirmLinkedPaymentMutation, useCreateLinkedIntentMutation } from '../../../api/account-api';
import type { LinkedOrder, ShopConfig } from '../../../api/types';
import { inCurrencyOf } from '../../../features/orders/order-texts';
import { PaymentForm } from '../../../features/payment/payment-form';
import { type PaymentCalls, usePaymentBy } from '../../../features/payment/use-payment';
import { count } from '../../../lib/format';

interface LinkedPaymentProps {
  token: string;
  order: LinkedOrder;
  config: ShopConfig['payments'];
  refresh: () => unknown;
}

/** What is paid for, and the card. */
export function LinkedPayment({ token, order, config, refresh }: LinkedPaymentProps) {
  const [createIntent] = useCreateLinkedIntentMutation();
  const [confirmPayment] = useConfirmLinkedPaymentMutation();
  const calls = useMemo(
    (): PaymentCalls => ({
      open: async ({ price }) =>
        (await createIntent({ token, createLinkedIntentDto: { price } }).unwrap()).clientSecret,
      confirm: (_id, transactionId) =>
        confirmPayment({ token, confirmLinkedPaymentDto: { transactionId } }).unwrap(),
    }),
    [token, createIntent, confirmPayment],
  );
  const payment = usePaymentBy(
    calls,
    useCallback(() => void refresh(), [refresh]),
  );
  const { phase } = payment.state;
  if (phase === 'success') return <Paid order={order} fresh />;
  // While a payment is in progress, its own outcome counts, not what the order looks like meanwhile.
  if (order.status === 'paid' && phase !== 'processing' && phase !== 'unrecorded')
    return <Paid order={order} />;
  return (
    <div className="pay">
      <section className="pay__what" aria-label="What you pay for">
        <h2 className="pay__title">
          Order <span className="num">{order.number}</span>
        </h2>
        <p className="pay__amount num">{inCurrencyOf(order, order.amount)}</p>
        <ul className="pay__lines">
          {order.lines.map(({ name, quantity, total }, n) => (
            <li key={n}>
              <span>
                <span className="num">{count(quantity)}</span> × {name}
              </span>
              <span className="num">{inCurrencyOf(order, total)}</span>
            </li>
          ))}
        </ul>
        <Sums order={order} />
      </section>
      <section aria-label="Card">
        <PaymentForm
          payment={payment}
          amount={order.amount}
          currency={order.currency}
          config={config}
          // the token names the order
          onPay={(charge) => payment.pay({ _id: '', price: order.amount }, charge)}
        />
      </section>
    </div>
  );
}

/** What is in the amount besides the lines. */
function Sums({ order }: { order: LinkedOrder }) {
  const { delivery, tax, pricesIncludeTax } = order;
  const sums = [
    ...(delivery ? [[`Delivery, ${delivery.name}`, delivery.price] as const] : []),
    ...(tax > 0 ? [[pricesIncludeTax ? 'Tax, included' : 'Tax', tax] as const] : []),
  ];
  if (sums.length === 0) return null;
  return (
    <dl className="pay__sums num">
      {sums.map(([name, amount]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{inCurrencyOf(order, amount)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** @param fresh whether it has just been paid here */
function Paid({ order, fresh }: { order: LinkedOrder; fresh?: boolean }) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (fresh) panel.current?.focus();
  }, [fresh]);
  return (
    <div className="pay__done" ref={panel} tabIndex={-1} role={fresh ? 'alert' : undefined}>
      <h2 className="pay__title">{fresh ? 'Your Payment is Completed' : 'This order is paid'}</h2>
      <p>
        Order <strong className="num">{order.number}</strong>, {inCurrencyOf(order, order.amount)}
      </p>
    </div>
  );
}
