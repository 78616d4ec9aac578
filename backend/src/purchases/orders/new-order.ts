import type { Types } from 'mongoose';
import type { Caller } from '../../common/access.js';
import { CURRENCY } from '../../common/money.js';
import type { Config } from '../../config.js';
import { searchFieldsOf } from '../../lists/search-words.js';
import { unitPriceAt } from '../../products/pricing.js';
import type { Product } from '../../products/product.schema.js';
import type { OrderLine } from './order-line.schema.js';
import { amountsOf } from './order-lines.js';
import { assertTotal } from './order-totals.js';
import type { Order } from './order.schema.js';

/** A product that a customer wants to order. */
export interface WantedLine {
  productId: Types.ObjectId;
  quantity: number;
  /** The unit price that the customer saw, in whole cents. */
  seenCents: number | undefined;
}

/** An order that a customer wants to place. */
export interface NewOrder {
  /** The order's `_id`, chosen before, so that the same attempt cannot make two. */
  id: Types.ObjectId;
  /** At least one, at most `MAX_LINES`; no product twice. */
  lines: readonly WantedLine[];
  address: string;
  phone: string;
}

/** A new order but for what every order is given when it is made. */
export type NewOrderFields = Omit<Partial<Order>, '_id' | 'number' | 'lines'> & Pick<Order, '_id' | 'lines'>;

/** What a line keeps of its product as it is when it is ordered. */
export const lineOf = (
  { quantity }: Pick<WantedLine, 'quantity'>,
  product: Pick<Product, '_id' | 'name' | 'sku' | 'kind' | 'img' | 'imageId' | 'priceCents' | 'breaks'>,
): OrderLine => ({
  productId: product._id,
  name: product.name,
  ...(product.sku && { sku: product.sku }),
  ...(product.kind && { kind: product.kind }),
  img: product.img,
  ...(product.imageId && { imageId: product.imageId }),
  unitCents: unitPriceAt(product, quantity),
  quantity,
  taxRate: 0,
  taxCents: 0,
  refunded: 0,
  shipped: 0,
  restocked: 0,
});

type Searched = Pick<Order, '_id' | 'lines'> & Partial<Pick<Order, 'number' | 'userName' | 'userEmail'>>;

/** What a search by words finds of an order. */
export const searchFieldsOfOrder = ({ _id, number, userName, userEmail, lines }: Searched) =>
  searchFieldsOf(
    userName,
    userEmail,
    number,
    number?.replace(/^RM|-/g, ''),
    String(_id),
    ...lines.flatMap(({ name, sku }) => [name, sku]),
  );

/**
 * What an order keeps of its products and its customer as they are when it is made.
 *
 * @param products those of its lines, by id
 * @throws OrderTotalOutOfRange
 */
export function snapshotOf(
  { id, lines: wanted, address, phone }: NewOrder,
  products: ReadonlyMap<string, Product>,
  customer: Caller,
  orders: Config['orders'],
): Omit<NewOrderFields, 'userId'> {
  const now = new Date();
  const holdHours = customer.emailVerified ? orders.holdHours : orders.unverifiedHoldHours;
  const lines = wanted.map((line) => lineOf(line, products.get(String(line.productId))!));
  const amounts = amountsOf({ lines, pricesIncludeTax: true });
  assertTotal(amounts.totalCents);
  return {
    _id: id,
    userEmail: customer.email,
    userName: customer.name,
    address,
    phone,
    lines,
    ...amounts,
    pricesIncludeTax: true,
    currency: CURRENCY,
    status: 'unpaid',
    holdUntil: new Date(now.getTime() + holdHours * 3_600_000),
    hiddenAt: null,
    timeline: [{ at: now, what: 'unpaid', by: 'customer', userId: customer.id }],
  };
}
