import type { CheckedBasket, Order } from '../../../api/types';
import { money } from '../../../lib/format';
import { obstacle } from './checkout-values';

export interface SummaryLine {
  productId: string;
  name: string;
  img: string;
  quantity: number;
  /** Dollars. */
  price: number;
  total: number;
  /** What is to be read about it, and whether it keeps it from being ordered. */
  message?: string;
  isRefused?: boolean;
}

export interface Summary {
  lines: SummaryLine[];
  /** Names and amounts. */
  sums: [name: string, amount: string][];
  total: number;
  currency: string;
  /** The day of delivery. */
  expected?: string;
}

interface Sums {
  subtotal: number;
  delivery?: { name: string; price: number };
  tax: number;
  pricesIncludeTax: boolean;
}

const sumsOf = ({ subtotal, delivery, tax, pricesIncludeTax }: Sums, currency: string): Summary['sums'] =>
  [
    ['Subtotal', money(subtotal, currency)],
    ...(delivery
      ? [[`Delivery, ${delivery.name}`, delivery.price === 0 ? 'Free' : money(delivery.price, currency)]]
      : []),
    [pricesIncludeTax && tax > 0 ? 'Tax, included' : 'Tax', money(tax, currency)],
  ] as Summary['sums'];

/** @param refused messages of a refusal, by the line's place */
export const summaryOfBasket = (basket: CheckedBasket, refused: ReadonlyMap<number, string>): Summary => ({
  lines: basket.lines.map((line, at) => {
    const reason = obstacle(line) ?? refused.get(at);
    const message = reason ?? line.problems[0]?.message;
    return {
      productId: line.productId,
      name: line.name || 'A part that is not sold any more',
      img: line.img,
      quantity: line.orderQuantity,
      price: line.price,
      total: line.total,
      ...(message && { message }),
      ...(reason && { isRefused: true }),
    };
  }),
  sums: sumsOf(basket, 'USD'),
  total: basket.total,
  currency: 'USD',
  ...(basket.delivery && { expected: basket.delivery.expected }),
});

export const summaryOfOrder = (order: Order): Summary => ({
  lines: order.lines.map(({ productId, name, img, quantity, price, total }) => ({
    productId,
    name,
    img,
    quantity,
    price,
    total,
  })),
  sums: sumsOf(order, order.currency),
  total: order.total,
  currency: order.currency,
  ...(order.delivery?.expected && { expected: order.delivery.expected }),
});
