import { Link } from 'react-router-dom';
import { ProductImage } from '../../../features/products/product-image';
import { count, date, money } from '../../../lib/format';
import type { Summary } from './checkout-summary';

interface OrderSummaryProps {
  summary: Summary;
  /** The prices of another address or method are on their way. */
  isStale: boolean;
  /** Whether its lines can still be changed. */
  isOpen: boolean;
}

/** What is ordered and what it costs, at the side. */
export function OrderSummary({ summary, isStale, isOpen }: OrderSummaryProps) {
  const { lines, sums, total, currency, expected } = summary;
  return (
    <>
      <div className="checkout__summary-head">
        <h2 id="checkout-summary">Your order</h2>
        {isOpen && <Link to="/basket">Edit the basket</Link>}
      </div>
      <ul className="checkout__lines">
        {lines.map((line) => (
          <li key={line.productId}>
            <ProductImage src={line.img} alt="" className="checkout__image" sizes="3.5rem" />
            <div className="checkout__stack">
              <strong>{line.name}</strong>
              <span className="num muted">
                {count(line.quantity)} × {money(line.price, currency)}
              </span>
              {line.message && (
                <span className={line.isRefused ? 'field__error' : 'checkout__notice'}>{line.message}</span>
              )}
              {line.isRefused && <Link to="/basket">Put it right in the basket</Link>}
            </div>
            <span className="num">{money(line.total, currency)}</span>
          </li>
        ))}
      </ul>
      <dl className="checkout__sums num" aria-busy={isStale} aria-live="polite">
        {sums.map(([name, amount]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
        <div className="checkout__total">
          <dt>Total</dt>
          <dd>{money(total, currency)}</dd>
        </div>
      </dl>
      {expected && <p className="muted">Expected {date(expected)}</p>}
    </>
  );
}
