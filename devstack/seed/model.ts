import type { CatalogueProduct } from './catalogue/entry.js';

/** The demo data before it is put into the shop's documents. Times are milliseconds since 1970, money is whole cents. */

export type OrderStatus = 'unpaid' | 'paid' | 'shipped' | 'cancelled' | 'refunded';

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

export interface DemoOrder {
  id: string;
  user: DemoUser;
  product: DemoProduct;
  quantity: number;
  unitCents: number;
  totalCents: number;
  status: OrderStatus;
  createdAt: number;
  paidAt?: number;
  shippedAt?: number;
  /** The succeeded intent that paid it. */
  intentId?: string;
  refunded: boolean;
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
  refunded: boolean;
}

export interface DemoData {
  products: DemoProduct[];
  users: DemoUser[];
  orders: DemoOrder[];
  reviews: DemoReview[];
  subscriptions: { id: string; email: string; createdAt: number }[];
  intents: DemoIntent[];
}

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** Whether the order's units are out of the shelf: set aside for it, or gone. */
export const keepsUnits = (order: Pick<DemoOrder, 'status' | 'shippedAt'>): boolean =>
  order.status === 'unpaid' || order.status === 'paid' || order.shippedAt !== undefined;
