import type { Types } from 'mongoose';
import type { Caller } from '../../common/access.js';
import { searchFieldsOf } from '../../lists/search-words.js';
import type { Config } from '../../config.js';
import type { Product } from '../../products/product.schema.js';
import type { Order } from './order.schema.js';

/** An order that a customer wants to place. */
export interface NewOrder {
  /** The order's `_id`, chosen before, so that the same attempt cannot make two. */
  id: Types.ObjectId;
  productId: Types.ObjectId;
  quantity: number;
  /** The unit price that the customer saw, in whole cents. */
  seenCents: number | undefined;
  address: string;
  phone: string;
}

/** What an order keeps of its product and its customer as they are when it is made. */
export function snapshotOf(
  { id, quantity, address, phone }: NewOrder,
  product: Product,
  customer: Caller,
  orders: Config['orders'],
): Omit<Partial<Order>, 'userId' | 'totalCents'> {
  const now = new Date();
  const holdHours = customer.emailVerified ? orders.holdHours : orders.unverifiedHoldHours;
  return {
    _id: id,
    userEmail: customer.email,
    userName: customer.name,
    address,
    phone,
    orderQuantity: quantity,
    productId: product._id,
    productName: product.name,
    ...(product.kind && { kind: product.kind }),
    unitCents: product.priceCents,
    img: product.img,
    ...(product.imageId && { imageId: product.imageId }),
    status: 'unpaid',
    ...searchFieldsOf(customer.name, customer.email, product.name, String(id)),
    holdUntil: new Date(now.getTime() + holdHours * 3_600_000),
    hiddenAt: null,
    timeline: [{ at: now, what: 'unpaid', by: 'customer', userId: customer.id }],
  };
}
