import type { LineUnits, Order, OrderLine, OrderToPay } from '../../api/types';
import { count, money } from '../../lib/format';

/** What an order costs, and of what. */
export type Priced = Pick<
  OrderToPay,
  'lines' | 'subtotal' | 'delivery' | 'tax' | 'pricesIncludeTax' | 'currency'
>;

/** `$1,234.50`, in the order's currency. */
export const inCurrencyOf = ({ currency }: Pick<Order, 'currency'>, amount: number): string =>
  money(amount, currency);

/** The units of an order's one line, or how many lines it has: `8 items`. */
export const quantityText = ({ lines, orderQuantity }: Pick<Order, 'lines' | 'orderQuantity'>): string =>
  lines.length > 1 ? `${count(lines.length)} items` : count(orderQuantity);

/** The unit price of an order's one line, or the total of several. */
export const priceText = (order: Pick<Order, 'lines' | 'price' | 'total' | 'currency'>): string =>
  money(order.lines.length > 1 ? order.total : order.price, order.currency);

/** `10 × Northbeam 480 SSD`, or `Northbeam 480 SSD and 2 more`. */
export const contentText = (order: Pick<Order, 'lines' | 'orderQuantity' | 'productName'>): string =>
  order.lines.length > 1 ? order.productName : `${count(order.orderQuantity)} × ${order.productName}`;

/** What became of a line's units, if anything did: `3 of 10 shipped, 2 refunded`. */
export const progressText = ({ quantity, shipped, refunded }: OrderLine): string =>
  [
    shipped > 0 && (shipped === quantity ? 'Shipped' : `${count(shipped)} of ${count(quantity)} shipped`),
    refunded > 0 && `${count(refunded)} refunded`,
  ]
    .filter(Boolean)
    .join(', ');

/** What of an order is still to be shipped: units that have not shipped and were not refunded. */
export const unitsToShip = ({ lines }: Pick<Order, 'lines'>): (LineUnits & Pick<OrderLine, 'name'>)[] =>
  lines
    .map(({ productId, name, quantity, shipped, refunded }) => ({
      productId,
      name,
      quantity: quantity - shipped - refunded,
    }))
    .filter(({ quantity }) => quantity > 0);

/** What the total is made of, but where it is that of one line alone: names and amounts. */
export function sumsOf(order: Priced): [name: string, amount: string][] {
  const { lines, subtotal, delivery, tax, pricesIncludeTax } = order;
  if (lines.length === 1 && !delivery && tax === 0) return [];
  const sums: [string, number][] = [['Subtotal', subtotal]];
  if (delivery) sums.push([`Delivery, ${delivery.name}`, delivery.price]);
  if (tax > 0) sums.push([pricesIncludeTax ? 'Tax, included' : 'Tax', tax]);
  return sums.map(([name, amount]) => [name, inCurrencyOf(order, amount)]);
}
