import { Types, type Connection } from 'mongoose';
import { createKey, hashOf, startOf } from '../src/api-keys/api-key.js';
import { ApiKey } from '../src/api-keys/api-key.schema.js';
import { API_KEY_SCOPES } from '../src/common/access.js';
import { freeText, searchFieldsOf } from '../src/lists/search-words.js';
import { imageIdOf } from '../src/images/image-url.js';
import { availabilityOf } from '../src/products/availability.js';
import { Product } from '../src/products/product.schema.js';
import { searchFieldsOfOrder } from '../src/purchases/orders/order-words.js';
import type { OrderLine } from '../src/purchases/orders/order-line.schema.js';
import { amountsOf } from '../src/purchases/orders/order-lines.js';
import { OrderNumber, randomOrderNumber } from '../src/purchases/orders/order-number.js';
import { Order } from '../src/purchases/orders/order.schema.js';
import { Payment } from '../src/purchases/payments/payment.schema.js';
import { refundedCents } from '../src/purchases/refunds/refund-rules.js';
import type { Refund } from '../src/purchases/refunds/refund.schema.js';
import { Review } from '../src/reviews/review.schema.js';
import { User } from '../src/users/user.schema.js';

export interface TestUser {
  id: string;
  uid: string;
  email: string;
  name: string;
  role: 'admin' | 'customer';
  /** The shop's own token. */
  token: string;
}

type Stored<T> = Omit<T, '_id'> & { _id: Types.ObjectId };

export interface TestApiKey {
  id: string;
  name: string;
  /** The key itself. */
  token: string;
}

/** Fields of the one line of an order. */
interface OneLine {
  productId?: Types.ObjectId;
  productName?: string;
  kind?: string;
  orderQuantity?: number;
  unitCents?: number;
}

export interface Factories {
  /** A user with a verified address, signed in: a customer unless told otherwise. */
  user(fields?: Partial<User>): Promise<TestUser>;
  /** A product on sale: 100 units of at least 5 at $20.00 each. */
  product(fields?: Partial<Product>): Promise<Stored<Product>>;
  /**
   * An unpaid order of 10 units of one product, made now, straight in the database with its number and payment: it takes no
   * stock. Its lines may be given, or fields of its one line.
   */
  order(customer: TestUser, fields?: Partial<Order> & OneLine): Promise<Stored<Order>>;
  review(author: TestUser, fields?: Partial<Review>): Promise<Stored<Review>>;
  /** An API key that acts for an admin: with every scope, and a demo's, unless told otherwise. */
  apiKey(owner: TestUser, fields?: Partial<ApiKey>, demo?: boolean): Promise<TestApiKey>;
}

let serial = 0;
const next = (): number => (serial += 1);

/**
 * Writes valid documents straight into the database; a test states only what it is about.
 *
 * @param onWrite called after each, since nothing has counted it in the catalogue's revision; with the `_id` of a product, which
 *   no event tells of
 */
export function createFactories(
  db: Connection,
  tokenOf: (userId: string) => Promise<string>,
  onWrite: (productId?: string) => void | Promise<void>,
): Factories {
  const insert = async <T>(name: string, fields: object): Promise<Stored<T>> => {
    const document = await db.model(name).create(fields);
    await onWrite(name === Product.name ? String((document as { _id: unknown })._id) : undefined);
    return document.toObject() as Stored<T>;
  };

  return {
    async user(fields = {}) {
      const n = next();
      const email = fields.email ?? `person${n}@example.com`;
      const name = fields.name ?? `Person ${n}`;
      const user = await insert<User>(User.name, {
        uid: `uid-${n}-${new Types.ObjectId().toHexString()}`,
        email,
        emailVerified: true,
        name,
        phone: '5550100',
        education: 'BSc',
        linkedIn: 'https://www.linkedin.com/in/person',
        role: 'customer',
        ...searchFieldsOf(name, email),
        lastAuthTime: Math.floor(Date.now() / 1_000) - 60,
        ...fields,
      });
      const id = String(user._id);
      return { id, uid: user.uid, email, name, role: user.role, token: await tokenOf(id) };
    },

    product(fields = {}) {
      const name = fields.name ?? `Part ${next()}`;
      const numbers = { minimumOQ: 5, availableQ: 100, ...fields };
      return insert<Product>(Product.name, {
        name,
        img: '/products/part.webp',
        imageId: imageIdOf(fields.img ?? ''),
        priceCents: 2_000,
        description: 'A part.',
        kind: 'cooler',
        ...searchFieldsOf(
          name,
          fields.sku,
          fields.kind ?? 'cooler',
          freeText(fields.description ?? 'A part.'),
        ),
        ...(fields.removedAt && { tokens: [] }),
        availability: availabilityOf(numbers),
        ...numbers,
      });
    },

    async order(customer, { orderQuantity: quantity = 10, unitCents = 2_000, ...fields } = {}) {
      const at = new Date();
      const { productId = new Types.ObjectId(), productName: name = 'Part', kind, ...rest } = fields;
      const status = rest.status ?? 'unpaid';
      const _id = new Types.ObjectId();
      const hasShipped = status === 'shipped' || rest.shippedAt !== undefined;
      const wasPaid = ['paid', 'shipped', 'refunded'].includes(status);
      const isRefunded = status === 'refunded';
      const lines: OrderLine[] = rest.lines ?? [
        {
          productId,
          name,
          ...(kind !== undefined && { kind }),
          img: '/products/part.webp',
          unitCents,
          quantity,
          taxRate: 0,
          taxCents: 0,
          refunded: isRefunded ? quantity : 0,
          shipped: hasShipped ? quantity : 0,
          restocked: status === 'cancelled' || (isRefunded && !hasShipped) ? quantity : 0,
        },
      ];
      const amounts = amountsOf({ lines, pricesIncludeTax: true });
      const transactionId = rest.transactionId ?? (wasPaid ? `pi_test${next()}` : undefined);
      const refunds: Refund[] =
        rest.refunds ??
        (rest.refundStatus === undefined
          ? []
          : [
              {
                attempt: 1,
                amountCents: amounts.totalCents,
                isRemainder: true,
                status: rest.refundStatus === 'partial' ? 'succeeded' : rest.refundStatus,
                at,
                by: 'admin',
              },
            ]);
      const number = rest.number ?? randomOrderNumber();
      const order = await insert<Order>(Order.name, {
        _id,
        userId: new Types.ObjectId(customer.id),
        userEmail: customer.email,
        userName: customer.name,
        address: '12 Foundry Lane',
        phone: '5550100',
        lines,
        ...amounts,
        status,
        ...searchFieldsOfOrder({
          address: '12 Foundry Lane',
          phone: '5550100',
          ...rest,
          _id,
          number,
          userName: customer.name,
          userEmail: customer.email,
          lines,
        }),
        holdUntil: new Date(at.getTime() + 48 * 3_600_000),
        ...(wasPaid && { paidAt: at }),
        ...(status === 'shipped' && { shippedAt: at }),
        shipments: hasShipped
          ? [
              {
                _id: new Types.ObjectId(),
                at,
                lines: lines.map(({ productId, quantity }) => ({ productId, quantity })),
              },
            ]
          : [],
        refunds,
        timeline: [{ at, what: status, by: 'customer', userId: customer.id }],
        ...rest,
        number,
        transactionId,
      });
      await insert<OrderNumber>(OrderNumber.name, { _id: number, orderId: order._id });
      if (transactionId !== undefined)
        await insert<Payment>(Payment.name, {
          _id: transactionId,
          orderId: order._id,
          takenCents: order.totalCents,
          refundedCents: refundedCents(order),
          takenAt: order.paidAt ?? at,
        });
      return order;
    },

    async apiKey(owner, fields = {}, demo = true) {
      const token = createKey(demo);
      const name = fields.name ?? `Stored key ${next()}`;
      const { _id } = await insert<ApiKey>(ApiKey.name, {
        name,
        ...(!fields.revoked && { nameInUse: name.toLowerCase() }),
        scopes: [...API_KEY_SCOPES],
        hash: hashOf(token),
        start: startOf(token),
        createdBy: new Types.ObjectId(owner.id),
        createdAt: new Date(),
        revoked: false,
        ...searchFieldsOf(name, startOf(token)),
        ...fields,
      });
      return { id: String(_id), name, token };
    },

    review(author, fields = {}) {
      const comments = fields.comments ?? 'The drives arrived a day early.';
      return insert<Review>(Review.name, {
        userId: new Types.ObjectId(author.id),
        ratings: 5,
        comments,
        ...searchFieldsOf(author.name, author.email, freeText(comments)),
        name: author.name,
        email: author.email,
        img: '',
        ...fields,
      });
    },
  };
}
