import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { LineUnits, Order, OrderLine } from '../../api/types';
import { count } from '../../lib/format';
import { ProductImage } from '../products/product-image';
import { inCurrencyOf, progressText } from './order-texts';

interface OrderLinesProps {
  order: Pick<Order, 'lines' | 'currency'>;
  /** Whether its customer looks at it: with a link to each product. */
  isOwn?: boolean;
  /** What can be done with a line. */
  renderActions?: (line: OrderLine) => ReactNode;
}

/** Everything that was ordered, a row for each product. */
export const OrderLines = ({ order, isOwn, renderActions }: OrderLinesProps) => (
  <ul className="order-lines" aria-label="Items">
    {order.lines.map((line) => {
      const progress = progressText(line);
      return (
        <li key={line.productId}>
          <ProductImage src={line.img} alt="" className="order-lines__image" sizes="4rem" />
          <div className="cell-stack">
            <strong>
              {isOwn ? (
                <Link className="row-link" to={`/parts/${line.productId}`}>
                  {line.name}
                </Link>
              ) : (
                line.name
              )}
            </strong>
            {line.sku && <small>{line.sku}</small>}
            <span className="num">
              {count(line.quantity)} × {inCurrencyOf(order, line.price)}
            </span>
            {progress && <small>{progress}</small>}
            {renderActions?.(line)}
          </div>
          <strong className="num">{inCurrencyOf(order, line.total)}</strong>
        </li>
      );
    })}
  </ul>
);

interface UnitsProps {
  units: readonly LineUnits[];
  order: Pick<Order, 'lines'>;
  /** Of a refund that gives back the price of the delivery, too. */
  ofDelivery?: boolean;
}

/** Some units of an order: those of a shipment, or of a refund. */
export const Units = ({ units, order, ofDelivery }: UnitsProps) =>
  (units.length > 0 || ofDelivery) && (
    <ul className="order-units">
      {units.map(({ productId, quantity }) => (
        <li key={productId}>
          {count(quantity)} × {order.lines.find((line) => line.productId === productId)?.name}
        </li>
      ))}
      {ofDelivery && <li>Delivery</li>}
    </ul>
  );
