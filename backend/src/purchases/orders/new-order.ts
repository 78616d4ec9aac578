import type { Types } from 'mongoose';
import type { Caller } from '../../common/access.js';
import { CURRENCY } from '../../common/money.js';
import type { Config } from '../../config.js';
import { type Address, addressText } from '../../delivery/address.js';
import { charge, type Destination } from '../../delivery/charges.js';
import type { DeliverySettings } from '../../delivery/delivery-settings.schema.js';
import { unitPriceAt } from '../../products/pricing.js';
import type { Product } from '../../products/product.schema.js';
import type { OrderLine } from './order-line.schema.js';
import { amountsOf } from './order-lines.js';
import { assertTotal } from './order-totals.js';
import { NotDelivered } from '../purchase-errors.js';
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
  /** A text belongs to the shop's own country. */
  address: Address | string;
  phone: string;
  /** Without it, the cheapest. */
  deliveryMethodId?: string | undefined;
  vatId?: string | undefined;
  poNumber?: string | undefined;
  note?: string | undefined;
  /** What another system calls it. */
  externalId?: string | undefined;
  /** The admin who enters it for the customer, whom then no limit on unpaid orders keeps from it. */
  enteredBy?: Caller | undefined;
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

/** Where an order goes: the country decides about delivery and tax. */
export const destinationOf = (address: Address | string, shopCountry: string): Destination =>
  typeof address === 'string'
    ? { country: shopCountry }
    : { country: address.country, region: address.region };

/** What an order keeps of its address. */
export const addressFields = (address: Address | string) =>
  typeof address === 'string'
    ? { address }
    : {
        address: addressText(address),
        shippingAddress: address,
        ...(address.company && { company: address.company }),
      };

/**
 * What an order keeps of its products, its customer, its delivery and its tax as they are when it is made.
 *
 * @param products those of its lines, by id
 * @throws OrderTotalOutOfRange, NotDelivered
 */
export function snapshotOf(
  order: NewOrder,
  products: ReadonlyMap<string, Product>,
  customer: Caller,
  settings: DeliverySettings,
  config: Pick<Config, 'orders' | 'delivery'>,
): Omit<NewOrderFields, 'userId'> {
  const { id, phone, vatId, poNumber, note, externalId, enteredBy } = order;
  const now = new Date();
  const untaxed = order.lines.map((line) => lineOf(line, products.get(String(line.productId))!));
  const charged = charge({
    lines: untaxed,
    settings,
    to: destinationOf(order.address, config.delivery.shopCountry),
    methodId: order.deliveryMethodId,
    at: now,
    time: config.delivery.time,
  });
  assertDelivered(order, charged);
  const lines = untaxed.map((line, n) => ({ ...line, ...charged.lines[n]! }));
  const { delivery } = charged;
  const pricesIncludeTax = charged.tax.isIncluded;
  const amounts = amountsOf({ lines, delivery, pricesIncludeTax });
  assertTotal(amounts.totalCents);
  return {
    _id: id,
    userEmail: customer.email,
    userName: customer.name,
    ...addressFields(order.address),
    phone,
    ...(vatId && { vatId }),
    ...(poNumber && { poNumber }),
    ...(note && { note }),
    ...(externalId && { externalId }),
    lines,
    ...(delivery && { delivery }),
    ...amounts,
    pricesIncludeTax,
    currency: CURRENCY,
    status: 'unpaid',
    holdUntil: new Date(now.getTime() + hoursHeld(order, customer, config) * 3_600_000),
    hiddenAt: null,
    timeline: [
      enteredBy
        ? { at: now, what: 'unpaid', by: 'admin', userId: enteredBy.id }
        : { at: now, what: 'unpaid', by: 'customer', userId: customer.id },
    ],
  };
}

/** How long it may stay unpaid: one that an admin enters as long as a link to pay it is valid. */
function hoursHeld(
  { enteredBy }: NewOrder,
  { emailVerified }: Caller,
  { orders: { holdHours, unverifiedHoldHours, payLinkHours } }: Pick<Config, 'orders'>,
): number {
  if (enteredBy) return Math.max(holdHours, payLinkHours);
  return emailVerified ? holdHours : unverifiedHoldHours;
}

/** @throws NotDelivered */
function assertDelivered(
  { deliveryMethodId }: NewOrder,
  { delivery, isDelivered }: Pick<ReturnType<typeof charge>, 'delivery' | 'isDelivered'>,
): void {
  if (!isDelivered) throw new NotDelivered('address.country', 'We do not deliver to this country.');
  if (deliveryMethodId !== undefined && !delivery)
    throw new NotDelivered('deliveryMethodId', 'This delivery method does not serve your address.');
}
