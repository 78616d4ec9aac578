import { useCallback, useEffect, useRef, useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import type { Order, SavedAddress, ShopConfig, User } from '../../../api/types';
import { countryName } from '../../../lib/countries';
import { money } from '../../../lib/format';
import { ButtonLink } from '../../../ui/button';
import { Alert, EmptyState, ErrorState } from '../../../ui/feedback';
import { notify } from '../../../ui/notify';
import { Spinner } from '../../../ui/spinner';
import type { Charge } from '../../../features/payment/card-form';
import { VerifyBeforeOrder } from '../../../features/account/verify-before-order';
import { PaymentForm } from '../../../features/payment/payment-form';
import { usePayment } from '../../../features/payment/use-payment';
import { AddressStep } from './address-step';
import { savedOf } from './checkout-values';
import { summaryOfBasket, summaryOfOrder } from './checkout-summary';
import { DeliveryStep } from './delivery-step';
import { OrderSummary } from './order-summary';
import { PlacedOrder } from './placed-order';
import { useCheckout } from './use-checkout';

interface CheckoutProps {
  user: User;
  addresses: readonly SavedAddress[];
  shopCountry: string;
  config: ShopConfig['payments'];
  /** The number of the order that the address of the page names, and the order once it was read. */
  number: string | undefined;
  order: Order | undefined;
  error: unknown;
  /** Reads it again. */
  refresh: () => void;
}

const cents = (dollars: number): number => Math.round(dollars * 100);

/** Address, delivery and payment on one page: Pay places the order and then pays it. */
export function Checkout({ user, addresses, shopCountry, config, refresh, ...props }: CheckoutProps) {
  const navigate = useNavigate();
  const [placed, setPlaced] = useState<Order>();
  // what was read again is newer
  const order = props.order ?? placed;
  const [shownTotal, setShownTotal] = useState<number>();
  const charge = useRef<Charge>(undefined);
  // a payment outlasts the render that it was started in
  const latest = useRef(refresh);
  useEffect(() => {
    latest.current = refresh;
  }, [refresh]);
  const payment = usePayment(useCallback(() => latest.current(), []));
  const payOrder = ({ _id, total }: Order, by: Charge) => {
    setShownTotal(undefined);
    return payment.pay({ _id, price: total }, by);
  };

  const checkout = useCheckout({
    user,
    addresses,
    shopCountry,
    onPlaced: async (made, shown) => {
      setPlaced(made);
      if (cents(made.total) !== cents(shown)) setShownTotal(shown);
      else if (charge.current) await payOrder(made, charge.current);
    },
  });
  const { form, basket } = checkout;

  const { phase } = payment.state;
  const isPaid = phase === 'success';
  const number = order?.number;
  useEffect(() => {
    if (!isPaid || number === undefined) return;
    void notify('success', 'Your Payment is Completed');
    void navigate(`/dashboard/orders/${number}`, { replace: true });
  }, [isPaid, number, navigate]);

  if (isPaid) return <Spinner label="Opening your order" />;
  if (order && order.status !== 'unpaid' && phase !== 'processing' && phase !== 'unrecorded')
    return <Navigate to={`/dashboard/orders/${order.number}`} replace />;
  if (!order && props.number)
    return props.error ? (
      <ErrorState error={props.error} retry={refresh} />
    ) : (
      <Spinner label="Loading your order" />
    );
  if (!order && checkout.isEmpty) return <Empty />;
  if (!order && !basket)
    return checkout.error ? (
      <ErrorState error={checkout.error} retry={checkout.retry} />
    ) : (
      <Spinner label="Loading your basket" />
    );

  const summary = order ? summaryOfOrder(order) : summaryOfBasket(basket!, checkout.refused);
  const country = savedOf(form.values, addresses)?.country ?? form.values.country;
  const notDelivered =
    basket?.isDelivered === false ? `We do not deliver to ${countryName(country)} yet.` : undefined;

  const onPay = (by: Charge) => {
    if (order) return payOrder(order, by);
    charge.current = by;
    return checkout.submit();
  };

  return (
    <div className="checkout">
      {order ? (
        <div className="checkout__steps">
          <PlacedOrder order={order} />
        </div>
      ) : (
        <form
          className="checkout__steps"
          aria-label="Address and delivery"
          method="post"
          noValidate
          onSubmit={(event) => event.preventDefault()}
        >
          <AddressStep {...form} addresses={addresses} notDelivered={notDelivered} />
          <DeliveryStep {...form} basket={basket} />
        </form>
      )}
      <aside className="checkout__panel checkout__summary" aria-labelledby="checkout-summary">
        <OrderSummary summary={summary} isStale={!order && checkout.isStale} isOpen={!order} />
      </aside>
      <section className="checkout__panel" aria-labelledby="checkout-payment">
        <h2 id="checkout-payment">3. Payment</h2>
        <PaymentForm
          payment={payment}
          amount={summary.total}
          currency={summary.currency}
          config={config}
          busy={form.busy || (!order && checkout.isStale)}
          onPay={onPay}
        >
          {!order && <VerifyBeforeOrder />}
          {!order && form.refusal && <Alert tone="bad">{form.refusal}</Alert>}
          {shownTotal !== undefined && (
            <Alert tone="warn">
              The total is {money(summary.total, summary.currency)} now, not {money(shownTotal)}. Nothing was
              paid. To go on, pay the new total.
            </Alert>
          )}
        </PaymentForm>
      </section>
    </div>
  );
}

const Empty = () => (
  <EmptyState
    title="Your basket is empty"
    action={
      <div className="checkout__links">
        <ButtonLink to="/parts">See all parts</ButtonLink>
        <ButtonLink to="/dashboard" look="secondary">
          My orders
        </ButtonLink>
      </div>
    }
  >
    What you have ordered is in My Orders, and can be paid there.
  </EmptyState>
);
