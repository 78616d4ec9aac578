import type { Models, Rules } from './backend.js';
import {
  HOUR,
  type DemoData,
  type DemoOrder,
  type DemoProduct,
  type DemoReview,
  type DemoUser,
} from './model.js';

export type Documents = { [K in keyof Models]: Record<string, unknown>[] };

export interface Extras {
  rules: Rules;
  /** Hours that an unpaid order is held for its customer. */
  holdHours: number;
  /** The refund of each refunded intent, by the intent's id. */
  refunds: ReadonlyMap<string, string>;
}

const imageOf = (product: DemoProduct): string => `/products/${product.slug}.webp`;

export const productRow = (
  p: DemoProduct,
  { rules }: Extras,
  updatedAt: number,
): Record<string, unknown> => ({
  _id: p.id,
  name: p.name,
  ...rules.searchFieldsOf(p.name, p.kind, rules.freeText(p.description)),
  img: imageOf(p),
  priceCents: Math.round(p.price * 100),
  minimumOQ: p.minimumOQ,
  availableQ: p.availableQ,
  availability: rules.availabilityOf(p),
  ...(p.lowStockAt === undefined ? {} : { lowStockAt: p.lowStockAt }),
  description: p.description,
  kind: p.kind,
  removedAt: null,
  createdAt: p.createdAt,
  updatedAt,
});

export const userRow = (u: DemoUser, { rules }: Extras): Record<string, unknown> => ({
  _id: u.id,
  uid: u.uid,
  email: u.email,
  emailVerified: true,
  name: u.name,
  phone: u.phone,
  education: u.education,
  linkedIn: u.linkedIn,
  photo: u.photo,
  role: u.account === 'admin' ? 'admin' : 'customer',
  ...rules.searchFieldsOf(u.name, u.email),
  createdAt: u.createdAt,
  updatedAt: u.createdAt,
});

export const orderRow = (o: DemoOrder, { rules, holdHours, refunds }: Extras): Record<string, unknown> => {
  const refundId = o.intentId === undefined ? undefined : refunds.get(o.intentId);
  return {
    _id: o.id,
    userId: o.user.id,
    userEmail: o.user.email,
    userName: o.user.name,
    address: o.user.address,
    phone: o.user.phone,
    orderQuantity: o.quantity,
    productId: o.product.id,
    productName: o.product.name,
    kind: o.product.kind,
    unitCents: o.unitCents,
    totalCents: o.totalCents,
    img: imageOf(o.product),
    status: o.status,
    ...rules.searchFieldsOf(o.user.name, o.user.email, o.product.name, o.id),
    ...(o.intentId === undefined ? {} : { intentId: o.intentId, transactionId: o.intentId }),
    holdUntil: o.createdAt + holdHours * HOUR,
    ...(o.paidAt === undefined ? {} : { paidAt: o.paidAt }),
    ...(o.shippedAt === undefined ? {} : { shippedAt: o.shippedAt }),
    ...(o.refunded ? { refundStatus: 'succeeded', refundAttempt: 1 } : {}),
    ...(refundId === undefined ? {} : { refundId }),
    hiddenAt: o.hiddenAt ?? null,
    timeline: o.timeline,
    createdAt: o.createdAt,
    updatedAt: o.timeline.at(-1)!.at,
  };
};

const reviewRow = (
  r: DemoReview,
  firstPaid: number | undefined,
  { rules }: Extras,
): Record<string, unknown> => ({
  _id: r.id,
  userId: r.user.id,
  ratings: r.ratings,
  comments: r.comments,
  name: r.user.name,
  email: r.user.email,
  img: r.user.photo,
  verifiedBuyer: firstPaid !== undefined && firstPaid <= r.createdAt,
  hidden: false,
  ...rules.searchFieldsOf(r.user.name, r.user.email, rules.freeText(r.comments)),
  createdAt: r.createdAt,
  updatedAt: r.createdAt,
});

/** The shop's documents, collection by collection. */
export const documentsOf = (demo: DemoData, extras: Extras): Documents => {
  const lastSale = new Map<string, number>();
  const placed = new Map<string, number>();
  const firstPaid = new Map<string, number>();
  for (const o of demo.orders) {
    lastSale.set(o.product.id, Math.max(lastSale.get(o.product.id) ?? 0, o.timeline.at(-1)!.at));
    placed.set(o.user.id, (placed.get(o.user.id) ?? 0) + 1);
    if (o.paidAt !== undefined)
      firstPaid.set(o.user.id, Math.min(firstPaid.get(o.user.id) ?? Infinity, o.paidAt));
  }
  return {
    products: demo.products.map((p) => productRow(p, extras, lastSale.get(p.id) ?? p.createdAt)),
    users: demo.users.map((u) => userRow(u, extras)),
    purchases: demo.orders.map((o) => orderRow(o, extras)),
    customerLocks: [...placed].map(([id, orders]) => ({ _id: id, orders, closedAt: null })),
    reviews: demo.reviews.map((r) => reviewRow(r, firstPaid.get(r.user.id), extras)),
    subscriptions: demo.subscriptions.map((s) => ({
      _id: s.id,
      email: s.email,
      createdAt: s.createdAt,
      updatedAt: s.createdAt,
    })),
  };
};
