import type { Order, OrderLine, OrderToPay } from '../../api/types';
import { count, date, money } from '../../lib/format';

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

/** What of an order is still to be shipped. */
export const unitsToShip = ({
  lines,
}: Pick<Order, 'lines'>): Pick<OrderLine, 'productId' | 'name' | 'quantity'>[] =>
  lines
    .map(({ productId, name, outstanding }) => ({ productId, name, quantity: outstanding }))
    .filter(({ quantity }) => quantity > 0);

/** `Tax, 19% included`; without the rate where there are several, or none is known. */
function taxName({ lines, pricesIncludeTax }: Priced): string {
  const rates = [...new Set(lines.map(({ taxRate }) => taxRate))];
  const rate = rates.length === 1 && rates[0]! > 0 && `${rates[0]}%`;
  return ['Tax', [rate, pricesIncludeTax && 'included'].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}

/** What the total is made of: names and amounts. */
export function allSumsOf(order: Priced): [name: string, amount: string][] {
  const { subtotal, delivery, tax } = order;
  const sums: [string, number][] = [['Subtotal', subtotal]];
  if (delivery) sums.push([`Delivery, ${delivery.name}`, delivery.price]);
  if (tax > 0) sums.push([taxName(order), tax]);
  return sums.map(([name, amount]) => [name, inCurrencyOf(order, amount)]);
}

/** The same, but where the total is that of one line alone. */
export const sumsOf = (order: Priced): [name: string, amount: string][] =>
  order.lines.length === 1 && !order.delivery && order.tax === 0 ? [] : allSumsOf(order);

/** The day that an order is expected, `Nov 30, 2026`: a day of the shop, the same in every time zone. */
export const expectedText = ({ delivery }: Pick<Order, 'delivery'>): string | undefined =>
  delivery?.expected && date(delivery.expected);

/** Who gets an order, and where, in lines; an address in its parts begins with the name. */
export const recipientText = ({ userName, address }: Pick<Order, 'userName' | 'address'>): string =>
  address.startsWith(userName) ? address : `${userName}\n${address}`;

/** What was paid and not given back. */
export const remainingText = (order: Pick<Order, 'total' | 'refunded' | 'currency'>): string =>
  inCurrencyOf(order, Math.round((order.total - order.refunded) * 100) / 100);

/** What an unpaid order costs without one of its lines; its delivery costs the same. */
export const dueWithout = ({ total }: Pick<Order, 'total'>, line: Pick<OrderLine, 'total'>): number =>
  Math.round((total - line.total) * 100) / 100;

/** What an order's state means for its customer, in a sentence. */
export function stateText({ status, fulfilment, paid, refundStatus }: Order): string {
  const isRefunding = refundStatus === 'pending';
  switch (status) {
    case 'unpaid':
      return 'It is not paid yet. Its units are held for you.';
    case 'paid':
      if (isRefunding) return 'It is paid, and a refund is on its way.';
      return fulfilment === 'partial'
        ? 'It is paid, and a part of it has shipped.'
        : 'It is paid and will be shipped.';
    case 'shipped':
      return isRefunding ? 'It has shipped, and a refund is on its way.' : 'It has shipped.';
    case 'cancelled':
      return paid
        ? 'It was cancelled; what you paid is given back.'
        : 'It was cancelled. Nothing was charged.';
    default:
      return 'Your payment was given back.';
  }
}
