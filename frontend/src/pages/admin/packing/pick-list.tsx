import { count } from '../../../lib/format';
import { Box } from './packing-slip';
import type { Pick } from './picks';

/** What is to be fetched, by part, with the orders that it is for. */
export const PickList = ({ picks }: { picks: readonly Pick[] }) => (
  <article className="sheet picks">
    <header className="sheet__head">
      <p>Rapid Manufacturer</p>
      <p>Pick list</p>
    </header>
    <table className="sheet__table">
      <caption className="visually-hidden">What is to be fetched</caption>
      <thead>
        <tr>
          <th>Fetched</th>
          <th>SKU</th>
          <th>Part and its orders</th>
          <th className="sheet__units">Units</th>
        </tr>
      </thead>
      <tbody>
        {picks.map(({ productId, name, sku, quantity, orders }) => (
          <tr key={productId}>
            <td>
              <Box />
            </td>
            <td>{sku}</td>
            <td>
              <strong>{name}</strong>
              <ul className="picks__orders">
                {orders.map(({ number, quantity: units }) => (
                  <li key={number}>
                    {number}: {count(units)}
                  </li>
                ))}
              </ul>
            </td>
            <td className="sheet__units">
              <strong>{count(quantity)}</strong>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </article>
);
