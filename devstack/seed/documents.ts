import { Types } from 'mongoose';
import type { Kind } from '../../backend/src/kinds/kind.js';
import type { Models, Rules } from './backend.js';
import { DELIVERY_SETTINGS } from './delivery.js';
import {
  HOUR,
  soldAs,
  type DemoData,
  type DemoOrder,
  type DemoProduct,
  type DemoReview,
  type DemoUser,
} from './model.js';

export type Row = Record<string, unknown>;
export type Documents = { [K in keyof Models]: Row[] };

export interface Extras {
  rules: Rules;
  /** Hours that an unpaid order is held for its customer. */
  holdHours: number;
}

const idOf = (id: string): Types.ObjectId => new Types.ObjectId(id);
const dateOf = (time: number): Date => new Date(time);

const kindRow = ({ slug, ...fields }: Kind, createdAt: number): Row => ({
  _id: slug,
  ...fields,
  isBuiltIn: false,
  createdAt: dateOf(createdAt),
  updatedAt: dateOf(createdAt),
});

export const productRow = (p: DemoProduct, { rules }: Extras, updatedAt: number): Row => ({
  ...soldAs(p),
  ...rules.searchFieldsFor({ ...p, partNumbers: [...p.partNumbers] }, 'on-sale'),
  minimumOQ: p.minimumOQ,
  ...(p.orderStep && { orderStep: p.orderStep }),
  availableQ: p.availableQ,
  availability: rules.availabilityOf(p),
  ...(p.lowStockAt === undefined ? {} : { lowStockAt: p.lowStockAt }),
  description: p.description,
  specs: p.specs,
  partNumbers: p.partNumbers,
  removedAt: null,
  createdAt: dateOf(p.createdAt),
  updatedAt: dateOf(updatedAt),
});

export const userRow = (u: DemoUser, { rules }: Extras): Row => ({
  _id: idOf(u.id),
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
  createdAt: dateOf(u.createdAt),
  updatedAt: dateOf(u.createdAt),
});

export const orderRow = (o: DemoOrder, { rules, holdHours }: Extras): Row => {
  const _id = idOf(o.id);
  const { number, lines, shipments } = o;
  const { email: userEmail, name: userName, address, phone } = o.user;
  const searched = { _id, number, userName, userEmail, address, phone, lines, shipments };
  return {
    ...searched,
    userId: idOf(o.user.id),
    subtotalCents: o.subtotalCents,
    taxCents: o.taxCents,
    pricesIncludeTax: o.pricesIncludeTax,
    totalCents: o.totalCents,
    ...(o.ofNewCustomer && { ofNewCustomer: o.ofNewCustomer }),
    status: o.status,
    ...rules.searchFieldsOfOrder(searched),
    ...(o.intentId !== undefined && { intentId: o.intentId, transactionId: o.intentId }),
    holdUntil: dateOf(o.createdAt + holdHours * HOUR),
    ...(o.paidAt !== undefined && { paidAt: dateOf(o.paidAt) }),
    ...(o.shippedAt !== undefined && { shippedAt: dateOf(o.shippedAt) }),
    refunds: o.refunds,
    ...(o.refundStatus && { refundStatus: o.refundStatus }),
    refundAttempt: o.refundAttempt,
    ...(o.dispute && { dispute: o.dispute.status === 'won' ? 'won' : 'open' }),
    ...(o.dispute?.dueBy !== undefined && { disputeDueBy: dateOf(o.dispute.dueBy) }),
    hiddenAt: o.hiddenAt === undefined ? null : dateOf(o.hiddenAt),
    timeline: o.timeline.map((entry) => ({ ...entry, at: dateOf(entry.at) })),
    createdAt: dateOf(o.createdAt),
    updatedAt: dateOf(o.timeline.at(-1)!.at),
  };
};

export const numberRow = (o: DemoOrder): Row => ({ _id: o.number, orderId: idOf(o.id) });

/** The payment of an order that was paid. */
export const paymentRows = (o: DemoOrder, { rules }: Extras): Row[] =>
  o.intentId === undefined || o.paidAt === undefined
    ? []
    : [
        {
          _id: o.intentId,
          orderId: idOf(o.id),
          takenCents: o.totalCents,
          refundedCents: rules.refundedCents(o),
          currency: rules.CURRENCY,
          takenAt: dateOf(o.paidAt),
        },
      ];

/** The dispute of an order's payment, if there is one. */
export const disputeRows = (o: DemoOrder, { rules }: Extras): Row[] =>
  o.dispute === undefined
    ? []
    : [
        {
          _id: o.dispute.id,
          intentId: o.intentId,
          status: o.dispute.status,
          reason: o.dispute.reason,
          amount: o.totalCents,
          currency: rules.CURRENCY.toLowerCase(),
          ...(o.dispute.dueBy !== undefined && { dueBy: dateOf(o.dispute.dueBy) }),
          reportedAt: dateOf(o.dispute.at),
        },
      ];

const reviewRow = (r: DemoReview, firstPaid: number | undefined, { rules }: Extras): Row => ({
  _id: idOf(r.id),
  userId: idOf(r.user.id),
  ratings: r.ratings,
  comments: r.comments,
  name: r.user.name,
  email: r.user.email,
  img: r.user.photo,
  verifiedBuyer: firstPaid !== undefined && firstPaid <= r.createdAt,
  hidden: false,
  ...rules.searchFieldsOf(r.user.name, r.user.email, rules.freeText(r.comments)),
  createdAt: dateOf(r.createdAt),
  updatedAt: dateOf(r.createdAt),
});

/** The shop's documents, collection by collection. */
export const documentsOf = (demo: DemoData, extras: Extras): Documents => {
  const lastSale = new Map<string, number>();
  const placed = new Map<string, number>();
  const firstPaid = new Map<string, number>();
  for (const o of demo.orders) {
    const { at } = o.timeline.at(-1)!;
    for (const { id } of o.products) lastSale.set(id, Math.max(lastSale.get(id) ?? 0, at));
    placed.set(o.user.id, (placed.get(o.user.id) ?? 0) + 1);
    if (o.paidAt !== undefined)
      firstPaid.set(o.user.id, Math.min(firstPaid.get(o.user.id) ?? Infinity, o.paidAt));
  }
  const oldest = Math.min(...demo.products.map((p) => p.createdAt));
  return {
    kinds: demo.kinds.map((kind) => kindRow(kind, oldest)),
    products: demo.products.map((p) => productRow(p, extras, lastSale.get(p.id) ?? p.createdAt)),
    users: demo.users.map((u) => userRow(u, extras)),
    purchases: demo.orders.map((o) => orderRow(o, extras)),
    orderNumbers: demo.orders.map(numberRow),
    payments: demo.orders.flatMap((o) => paymentRows(o, extras)),
    disputes: demo.orders.flatMap((o) => disputeRows(o, extras)),
    deliverySettings: [DELIVERY_SETTINGS],
    customerLocks: [...placed].map(([id, orders]) => ({ _id: idOf(id), orders, closedAt: null })),
    reviews: demo.reviews.map((r) => reviewRow(r, firstPaid.get(r.user.id), extras)),
    subscriptions: demo.subscriptions.map((s) => ({
      _id: idOf(s.id),
      email: s.email,
      createdAt: dateOf(s.createdAt),
      updatedAt: dateOf(s.createdAt),
    })),
  };
};
