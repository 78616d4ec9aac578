import type { Product } from '../../api/types';
import { count, money } from '../../lib/format';
import './price-table.css';

/** What each unit costs in smaller and in larger orders; nothing where all cost the same. */
export function PriceTable({ product }: { product: Product }) {
  const { price, breaks, minimumOQ } = product;
  if (!breaks) return null;
  return (
    <table className="prices num">
      <caption>Prices by quantity</caption>
      <thead>
        <tr>
          <th scope="col">Order of at least</th>
          <th scope="col">Each unit</th>
        </tr>
      </thead>
      <tbody>
        {[{ from: minimumOQ, price }, ...breaks].map((each) => (
          <tr key={each.from}>
            <th scope="row">{count(each.from)} units</th>
            <td>{money(each.price)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
