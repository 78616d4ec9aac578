import { createPortal } from 'react-dom';
import type { Order, OrderLine } from '../../api/types';
import { dateTime } from '../../lib/date-time';
import { count } from '../../lib/format';
import { Button } from '../../ui/button';
import { Email } from '../../ui/email';
import { inCurrencyOf, sumsOf } from './order-texts';

/** A button that prints the receipt. The sheet stands beside the app in the page, seen by the printer only. */
export function Receipt({ order }: { order: Order }) {
  const paidAt = order.timeline.find(({ what }) => what === 'paid')?.at;
  const amount = (dollars: number) => inCurrencyOf(order, dollars);
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
            {order.company && (
              <>
                {order.company}
                <br />
              </>
            )}
            {order.vatId && (
              <>
                VAT id {order.vatId}
                <br />
              </>
            )}
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
              {order.lines.map((line) => (
                <tr key={line.productId}>
                  <td>
                    {line.name}
                    <Small>{asideOf(line, order)}</Small>
                  </td>
                  <td>{count(line.quantity)}</td>
                  <td>{amount(line.price)}</td>
                  <td>{amount(line.total)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              {sumsOf(order).map(([name, sum]) => (
                <tr key={name}>
                  <th colSpan={3}>{name}</th>
                  <td>{sum}</td>
                </tr>
              ))}
            </tfoot>
          </table>
          <p className="order-receipt__total">
            Paid: {amount(order.total)}
            {order.refunded > 0 && (
              <>
                <br />
                Refunded: {amount(order.refunded)}
                <br />
                Remaining: {amount(Math.round((order.total - order.refunded) * 100) / 100)}
              </>
            )}
          </p>
          <p>
            Order {order.number}, {dateTime(order.createdAt)}
            {order.poNumber && `, your PO number ${order.poNumber}`}
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

/** The number of a part; of several, also how many were given back. */
const asideOf = ({ sku, refunded }: OrderLine, { lines }: Order): string =>
  [sku, lines.length > 1 && refunded > 0 && `${count(refunded)} refunded`].filter(Boolean).join(', ');

const Small = ({ children }: { children: string }) =>
  children && (
    <>
      <br />
      <small>{children}</small>
    </>
  );
