import type { ReactNode } from 'react';
import type { Order } from '../../../api/types';
import { dateTime } from '../../../lib/date-time';
import { date } from '../../../lib/format';
import { Alert } from '../../../ui/feedback';

/** An order that was placed and waits for its payment, as text: it is what it is now. */
export function PlacedOrder({ order }: { order: Order }) {
  const { number, holdUntil, address, phone, vatId, delivery, poNumber, note } = order;
  return (
    <>
      <Alert tone="info">
        <p>
          Your order <strong className="num">{number}</strong> is placed, and not paid yet.
          {holdUntil && ` Its parts are kept for you until ${dateTime(holdUntil)}.`}
        </p>
      </Alert>
      <section className="checkout__panel" aria-labelledby="checkout-address">
        <h2 id="checkout-address">1. Address</h2>
        <dl className="checkout__facts">
          <Fact name="Deliver to">{address}</Fact>
          <Fact name="Phone">{phone}</Fact>
          {vatId && <Fact name="VAT id">{vatId}</Fact>}
        </dl>
      </section>
      <section className="checkout__panel" aria-labelledby="checkout-delivery">
        <h2 id="checkout-delivery">2. Delivery</h2>
        <dl className="checkout__facts">
          <Fact name="Method">{delivery?.name ?? 'Included'}</Fact>
          {delivery?.expected && <Fact name="Expected">{date(delivery.expected)}</Fact>}
          {poNumber && <Fact name="PO number">{poNumber}</Fact>}
          {note && <Fact name="Note">{note}</Fact>}
        </dl>
      </section>
    </>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
