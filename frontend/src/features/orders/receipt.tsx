import { createPortal } from 'react-dom';
import type { Order, OrderLine, OwnRefund } from '../../api/types';
import { dateTime } from '../../lib/date-time';
import { count, date } from '../../lib/format';
import { Button } from '../../ui/button';
import { Email } from '../../ui/email';
import { expectedText, inCurrencyOf, remainingText, sumsOf } from './order-texts';

interface ReceiptProps {
  /** Each refund is shown where they are known; else what was given back in all. */
  order: Order & { refunds?: readonly Pick<OwnRefund, 'at' | 'amount' | 'status'>[] };
}

/** A button that prints the receipt. The sheet stands beside the app in the page, seen by the printer only. */
export function Receipt({ order }: ReceiptProps) {
  const paidAt = order.timeline.find(({ what }) => what === 'paid')?.at;
  const amount = (dollars: number) => inCurrencyOf(order, dollars);
  const expected = expectedText(order);
  const refunds = order.refunds?.filter(({ status }) => status === 'succeeded') ?? [];
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
          </p>
          <p>
            <strong>Delivered to</strong>
            <br />
            <span className="order-text">{order.address}</span>
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
                {refunds.length > 0 && (
                  <Small>
                    {refunds.map(({ at, amount: part }) => `${amount(part)} on ${date(at)}`).join(', ')}
                  </Small>
                )}
                <br />
                Remaining: {remainingText(order)}
              </>
            )}
          </p>
          <p>
            Order {order.number}, {dateTime(order.createdAt)}
            {order.poNumber && `, your PO number ${order.poNumber}`}
            <br />
            {paidAt && `Paid ${dateTime(paidAt)}`}
            {order.transactionId && `, transaction ${order.transactionId}`}
            {order.delivery && (
              <>
                <br />
                Delivery:{' '}
                {[order.delivery.name, expected && `expected ${expected}`].filter(Boolean).join(', ')}
              </>
            )}
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
