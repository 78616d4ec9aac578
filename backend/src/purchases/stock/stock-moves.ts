import { unitsTaken } from '../orders/order-lines.js';
import type { Order } from '../orders/order.schema.js';

/** What a change of an order moves of a product's stock. */
export interface StockMove {
  /** Units that come back to the stock; below zero, units that are taken. */
  units: number;
  /** Units that customers who never paid hold more; below zero, fewer. */
  counted: number;
}

type Holder = Pick<Order, 'lines' | 'status' | 'ofNewCustomer'>;

/** What an order holds of each product, by the product's id. */
function heldBy({ lines, status, ofNewCustomer }: Holder): Map<string, StockMove> {
  const isCounted = status === 'unpaid' && ofNewCustomer === true;
  return new Map(
    lines.map((line): [string, StockMove] => {
      const units = unitsTaken(line);
      return [String(line.productId), { units, counted: isCounted ? units : 0 }];
    }),
  );
}

/**
 * What a change of an order moves, by the product's id: units that it held and holds no more go back to the stock; those of a
 * new customer count as theirs until the order is paid or cancelled.
 */
export function stockMoves(before: Holder, after: Holder): Map<string, StockMove> {
  const moves = new Map<string, StockMove>();
  const is = heldBy(after);
  for (const [productId, held] of heldBy(before)) {
    const { units = 0, counted = 0 } = is.get(productId) ?? {};
    if (units !== held.units || counted !== held.counted)
      moves.set(productId, { units: held.units - units, counted: counted - held.counted });
  }
  return moves;
}
