/** Every change of an order. */
export const ORDER_EVENTS = [
  'order.placed',
  'order.paid',
  // paid after it was cancelled; its refund follows
  'order.paid-late',
  'order.cancelled',
  'order.line-cancelled',
  'order.address-changed',
  'order.partly-shipped',
  'order.shipped',
  'order.shipment-undone',
  'order.tracking-changed',
  'order.refund-requested',
  'order.partly-refunded',
  'order.refunded',
  'order.refund-failed',
  'order.dispute-opened',
  'order.dispute-lost',
  'order.dispute-won',
  'order.removed-by-customer',
  'order.put-back-by-customer',
  'order.anonymised',
] as const;
export type OrderEventType = (typeof ORDER_EVENTS)[number];

/**
 * Every domain event of the shop and what it carries; `docs/events.md` says what an event promises. Payloads are JSON: amounts
 * in whole cents, ids as text, times as ISO 8601. No event has personal data: a reader looks names and addresses up by id.
 */
export interface DomainEvents extends Record<OrderEventType, OrderChanged> {
  'product.created': ProductChanged;
  'product.updated': ProductChanged;
  'product.restocked': ProductChanged;
  'product.archived': ProductChanged;
  'product.unarchived': ProductChanged;
  'product.deleted': ProductChanged;
  'product.restored': ProductChanged;
  // its units fell under what counts as low, or rose above it
  'product.low-stock': ProductChanged;
  'product.well-stocked': ProductChanged;
  'kind.created': KindChanged;
  'kind.updated': KindChanged;
  'kind.removed': KindChanged;
  'synonyms.updated': SynonymsChanged;
  'search.rebuild-requested': SearchRebuildRequested;
  'review.created': ReviewChanged;
  'review.hidden': ReviewChanged;
  'review.unhidden': ReviewChanged;
  'review.replied': ReviewChanged;
  'review.reply-removed': ReviewChanged;
  'review.anonymised': ReviewChanged;
  'account.created': AccountChanged;
  'account.updated': AccountChanged;
  'account.promoted': AccountChanged;
  'account.demoted': AccountChanged;
  'account.removed': AccountChanged;
  'stock-alert.requested': StockAlertChanged;
  'stock-alert.confirmed': StockAlertChanged;
  'stock-alert.due': StockAlertChanged;
  'stock-alert.ended': StockAlertChanged;
  'webhook.disabled': WebhookChanged;
  'webhook.enabled': WebhookChanged;
  'mail.requested': MailRequested;
}

export type EventType = keyof DomainEvents;

/** What an event is about: `order/665f…`. The subject `stock/<product's id>` is whether a product has few units left. */
export type Subject = `${SubjectKind}/${string}`;
type SubjectKind =
  | 'order'
  | 'product'
  | 'stock'
  | 'kind'
  | 'synonyms'
  | 'search'
  | 'review'
  | 'account'
  | 'stock-alert'
  | 'webhook'
  | 'mail';

/** An event as it is emitted. */
export type NewEvent<T extends EventType = EventType> = {
  [K in T]: {
    type: K;
    subject: Subject;
    /** Rises with each change of the subject, so events of one subject are committed in its order. */
    version: number;
    payload: DomainEvents[K];
  };
}[T];

/** An event as its consumers get it. */
export type DomainEvent<T extends EventType = EventType> = NewEvent<T> & {
  /** Unique: an event that comes twice has the same one. */
  id: string;
  /** When it was written, by the clock of the process that did. */
  at: Date;
};

/** Who made a change: a kind of actor, such as `admin` or `webhook`, and the person's id where it was one. */
export interface EventActor {
  by: string;
  userId?: string;
}

export interface OrderLineFacts {
  productId: string;
  name: string;
  sku?: string;
  unitCents: number;
  quantity: number;
  /** Units of it that were refunded, and that have shipped. */
  refunded: number;
  shipped: number;
  totalCents: number;
}

/** An order as it is after a change. */
export interface OrderFacts {
  orderId: string;
  /** What people call it. */
  number: string;
  customerId: string;
  placedAt: string;
  status: 'unpaid' | 'paid' | 'shipped' | 'cancelled' | 'refunded';
  fulfilment: 'none' | 'partial' | 'full';
  /** An ISO 4217 code. */
  currency: string;
  subtotalCents: number;
  taxCents: number;
  deliveryCents: number;
  totalCents: number;
  refundedCents: number;
  lines: OrderLineFacts[];
}

export interface OrderChanged {
  order: OrderFacts;
  /** What it was before; absent of one that was placed. The units are those of each line, in their order. */
  before?: Pick<OrderFacts, 'status' | 'totalCents' | 'refundedCents'> & { refundedUnits: number[] };
  actor: EventActor;
  /** What the change was about, where that is a part of the order. */
  change?: {
    lines?: { productId: string; quantity: number }[];
    amountCents?: number;
    /** The shipment that was made, undone or got another tracking; absent of what was written before events had it. */
    shipmentId?: string;
    /** True of a refund that the bank made itself, of what it took back for a lost dispute. */
    isDispute?: boolean;
  };
}

/** A product as it is after a change. */
export interface ProductFacts {
  productId: string;
  name: string;
  sku?: string;
  kind?: string;
  state: 'on-sale' | 'archived' | 'deleted';
  priceCents: number;
  minimumOQ: number;
  availableQ: number;
  availability: string;
}

export interface ProductChanged {
  product: ProductFacts;
  actor: EventActor;
}

/** A kind of part; its specifications are read by its slug. */
export interface KindChanged {
  kind: { slug: string; label: string };
  /** How many products have got another value of a specification by it; no event tells of each. */
  changedParts: number;
  actor: EventActor;
}

/** Every process builds its search index again. */
export interface SearchRebuildRequested {
  actor: EventActor;
}

/** The synonyms of the search, which are replaced together. */
export interface SynonymsChanged {
  /** How many groups there are. */
  groups: number;
  actor: EventActor;
}

export interface ReviewChanged {
  review: {
    reviewId: string;
    /** Its author's account. */
    accountId: string;
    ratings: number;
    hidden: boolean;
    verifiedBuyer: boolean;
    hasReply: boolean;
  };
  actor: EventActor;
}

export interface AccountChanged {
  account: { accountId: string; role: 'customer' | 'admin'; emailVerified: boolean };
  actor: EventActor;
}

/** Somebody's wish to be told when a product is back in stock, as it is after a change. */
export interface StockAlertChanged {
  alert: {
    alertId: string;
    productId: string;
    /** How many they want. */
    units: number;
    state: 'requested' | 'waiting' | 'notified' | 'ended';
  };
  actor: EventActor;
}

/** An endpoint to which the shop sends events. */
export interface WebhookChanged {
  endpoint: {
    endpointId: string;
    disabled: boolean;
    /** Why the shop disabled it; absent where an admin did. */
    reason?: 'failed' | 'gone';
  };
  actor: EventActor;
}

/** Somebody asks for a mail, such as one about an order once more. */
export interface MailRequested {
  /** The `_id` of the mail, which says what it is about. */
  mailId: string;
  actor: EventActor;
}
