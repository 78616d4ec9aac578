import { createPortal } from 'react-dom';
import type { Order } from '../../api/types';
import { dateTime } from '../../lib/date-time';
import { count, money } from '../../lib/format';
import { Button } from '../../ui/button';
import { Email } from '../../ui/email';

/** A button that prints the receipt. The sheet stands beside the app in the page, seen by the printer only. */
export function Receipt({ order }: { order: Order }) {
  const paidAt = order.timeline.find(({ what }) => what === 'paid')?.at;
  return (
    <>
      <Button look="secondary" small onClick={() => print()}>
        Print receipt
      </Button>
      {createPortal(
        <article className="order-receipt">
          <header>
            <p className="order-receipt__brand">Rapid Manufacturer</p>
            <h1>Receipt</h1>
          </header>
          <p>
            {order.userName}
            <br />
            <Email address={order.userEmail} />
            <br />
            {order.address}
            <br />
            {order.phone}
          </p>
          <table>
            <thead>
              <tr>
                <th>Part</th>
                <th>Quantity</th>
                <th>Unit price</th>
                <th>Total</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <td>{order.productName}</td>
                <td>{count(order.orderQuantity)}</td>
                <td>{money(order.price)}</td>
                <td>{money(order.total)}</td>
              </tr>
            </tbody>
          </table>
          <p className="order-receipt__total">
            Paid: {money(order.total)}
            {order.refunded > 0 && (
              <>
                <br />
                Refunded: {money(order.refunded)}
                <br />
                Remaining: {money(Math.round((order.total - order.refunded) * 100) / 100)}
              </>
            )}
          </p>
          <p>
            Order {order._id}, {dateTime(order.createdAt)}
            <br />
            {paidAt && `Paid ${dateTime(paidAt)}`}
            {order.transactionId && `, transaction ${order.transactionId}`}
          </p>
        </article>,
        document.body,
      )}
    </>
  );
}
