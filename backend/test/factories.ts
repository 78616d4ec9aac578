import { Types, type Connection } from 'mongoose';
import { createKey, hashOf, startOf } from '../src/api-keys/api-key.js';
import { ApiKey } from '../src/api-keys/api-key.schema.js';
import { API_KEY_SCOPES } from '../src/common/access.js';
import { freeText, searchFieldsOf } from '../src/lists/search-words.js';
import { imageIdOf } from '../src/images/image-url.js';
import { availabilityOf } from '../src/products/availability.js';
import { Product } from '../src/products/product.schema.js';
import { Order } from '../src/purchases/orders/order.schema.js';
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

export interface Factories {
  /** A user with a verified address, signed in: a customer unless told otherwise. */
  user(fields?: Partial<User>): Promise<TestUser>;
  /** A product on sale: 100 units of at least 5 at $20.00 each. */
  product(fields?: Partial<Product>): Promise<Stored<Product>>;
  /** An unpaid order of 10 units, made now, straight in the database: it takes no stock. */
  order(customer: TestUser, fields?: Partial<Order>): Promise<Stored<Order>>;
  review(author: TestUser, fields?: Partial<Review>): Promise<Stored<Review>>;
  /** An API key that acts for an admin: with every scope, and a demo's, unless told otherwise. */
  apiKey(owner: TestUser, fields?: Partial<ApiKey>, demo?: boolean): Promise<TestApiKey>;
}

let serial = 0;
const next = (): number => (serial += 1);

/**
 * Writes valid documents straight into the database; a test states only what it is about.
 *
 * @param onWrite called after each, since nothing has counted it in the catalogue's revision
 */
export function createFactories(
  db: Connection,
  tokenOf: (userId: string) => Promise<string>,
  onWrite: () => void,
): Factories {
  const insert = async <T>(name: string, fields: object): Promise<Stored<T>> => {
    const document = await db.model(name).create(fields);
    onWrite();
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

    order(customer, fields = {}) {
      const now = Date.now();
      const unitCents = fields.unitCents ?? 2_000;
      const orderQuantity = fields.orderQuantity ?? 10;
      const productName = fields.productName ?? 'Part';
      const status = fields.status ?? 'unpaid';
      const _id = new Types.ObjectId();
      return insert<Order>(Order.name, {
        _id,
        userId: new Types.ObjectId(customer.id),
        userEmail: customer.email,
        userName: customer.name,
        address: '12 Foundry Lane',
        phone: '5550100',
        orderQuantity,
        productId: new Types.ObjectId(),
        productName,
        unitCents,
        totalCents: unitCents * orderQuantity,
        img: '/products/part.webp',
        status,
        ...searchFieldsOf(customer.name, customer.email, productName, String(_id)),
        holdUntil: new Date(now + 48 * 3_600_000),
        ...(['paid', 'shipped', 'refunded'].includes(status) && {
          paidAt: new Date(now),
          transactionId: `pi_test${next()}`,
        }),
        ...(status === 'shipped' && { shippedAt: new Date(now) }),
        timeline: [{ at: new Date(now), what: status, by: 'customer', userId: customer.id }],
        ...fields,
      });
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
