import { Link } from 'react-router-dom';
import type { OverviewDto } from '../../../api/generated-admin';
import { count, money } from '../../../lib/format';
import { AvailabilityTag } from '../../../features/products/availability-tag';
import { EmptyState } from '../../../ui/feedback';
import { ProductImage } from '../../../features/products/product-image';
import { ordersOf, productsOf } from './range';

export function TopProducts({ overview }: { overview: OverviewDto }) {
  const { topProducts } = overview;
  const most = topProducts[0]?.revenue ?? 0;
  return (
    <section className="overview-panel" aria-labelledby="top-products">
      <h2 id="top-products">Top products</h2>
      {topProducts.length === 0 ? (
        <EmptyState title="Nothing was sold in these days" />
      ) : (
        <div className="overview-scroll">
          <table className="overview-table">
            <thead>
              <tr>
                <th scope="col">Product</th>
                <th scope="col">Units</th>
                <th scope="col">Revenue</th>
              </tr>
            </thead>
            <tbody>
              {topProducts.map(({ productId, name, units, revenue }) => (
                <tr key={productId}>
                  <th scope="row">
                    <Link to={ordersOf(overview, { productId })}>{name}</Link>
                    <span
                      className="overview-bar"
                      aria-hidden="true"
                      style={{ width: `${Math.round((100 * revenue) / (most || 1))}%` }}
                    />
                  </th>
                  <td>{count(units)}</td>
                  <td>{money(revenue)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

export function LowStock({ overview: { lowStock } }: { overview: OverviewDto }) {
  const counts = [
    ['sold-out', 'Sold out', lowStock.soldOut],
    ['below-minimum', 'Below minimum', lowStock.belowMinimum],
    ['low', 'Low', lowStock.low],
  ] as const;
  return (
    <section className="overview-panel" aria-labelledby="low-stock">
      <h2 id="low-stock">Low stock</h2>
      <ul className="overview-counts">
        {counts.map(([availability, label, products]) => (
          <li key={availability}>
            <Link to={productsOf(availability)}>
              <strong>{count(products)}</strong> {label}
            </Link>
          </li>
        ))}
      </ul>
      {lowStock.items.length === 0 ? (
        <EmptyState title="Every product has enough units" />
      ) : (
        <ul className="overview-stock">
          {lowStock.items.map(({ _id, name, img, availableQ, minimumOQ, availability }) => (
            <li key={_id}>
              <ProductImage src={img} alt="" sizes="3.5rem" className="cell-image" />
              <span className="cell-stack">
                <Link to={`/dashboard/manageProducts?q=${encodeURIComponent(name)}`}>{name}</Link>
                <small>
                  {count(availableQ)} left, minimum order {count(minimumOQ)}
                </small>
              </span>
              <AvailabilityTag availability={availability} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
