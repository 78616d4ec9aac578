import { Types } from 'mongoose';
import type { Order } from '../../backend/src/purchases/orders/order.schema.js';
import type { Kind } from '../../backend/src/kinds/kind.js';
import type { CatalogueProduct } from './catalogue/entry.js';

/** The demo data before it is put into the shop's documents. Times are milliseconds since 1970, money is whole cents. */

export interface DemoProduct extends CatalogueProduct {
  id: string;
  createdAt: number;
  /** Units ever made: what is available, held by orders, and sold. */
  initialQ: number;
}

export interface DemoUser {
  id: string;
  /** The provider's uid; a demo account gets its own from the identity emulator. */
  uid: string;
  account?: 'admin' | 'customer';
  email: string;
  name: string;
  phone: string;
  address: string;
  education: string;
  linkedIn: string;
  photo: string;
  createdAt: number;
}

export interface DemoEvent {
  at: number;
  what: string;
  by: 'customer' | 'admin' | 'expiry' | 'webhook';
  userId?: string;
  note?: string;
}

/** What of an order the shop's own rules make and change, as it is stored. */
type Recorded = Pick<
  Order,
  | 'lines'
  | 'subtotalCents'
  | 'taxCents'
  | 'totalCents'
  | 'pricesIncludeTax'
  | 'status'
  | 'shipments'
  | 'refunds'
  | 'refundStatus'
  | 'refundAttempt'
>;

export interface DemoOrder extends Recorded {
  id: string;
  number: string;
  user: DemoUser;
  /** Those of its lines, in their order. */
  products: DemoProduct[];
  createdAt: number;
  /** Whether its customer had not paid anything before. */
  ofNewCustomer?: true;
  paidAt?: number;
  shippedAt?: number;
  /** The succeeded intent that paid it. */
  intentId?: string;
  /** What its cardholder complained of, and what the bank said. */
  dispute?: { id: string; reason: string; status: 'needs_response' | 'won'; at: number; dueBy?: number };
  hiddenAt?: number;
  timeline: DemoEvent[];
}

export interface DemoReview {
  id: string;
  user: DemoUser;
  ratings: number;
  comments: string;
  createdAt: number;
}

/** A row of the payment sandbox's import. */
export interface DemoIntent {
  id: string;
  amount: number;
  currency: 'usd';
  created: number;
  metadata: { orderId: string };
  refunds: { id: string; amount: number; created: number; metadata: { attempt: string } }[];
  disputed: boolean;
}

export interface DemoData {
  /** Those that do not come with the shop. */
  kinds: readonly Kind[];
  products: DemoProduct[];
  users: DemoUser[];
  orders: DemoOrder[];
  reviews: DemoReview[];
  subscriptions: { id: string; email: string; createdAt: number }[];
  intents: DemoIntent[];
}

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

export const imageOf = ({ slug, image }: Pick<DemoProduct, 'slug' | 'image'>): string =>
  typeof image === 'string' ? image : `/products/${slug}.webp`;

/** What an order's line and the shop's own product keep of a product. */
export const soldAs = (product: DemoProduct) => ({
  _id: new Types.ObjectId(product.id),
  name: product.name,
  kind: product.kind,
  img: imageOf(product),
  priceCents: Math.round(product.price * 100),
  ...(product.breaks && {
    breaks: product.breaks.map(([from, price]) => ({ from, priceCents: Math.round(price * 100) })),
  }),
});
