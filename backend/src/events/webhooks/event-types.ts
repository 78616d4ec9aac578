import type { EventType } from '../../outbox/domain-events.js';

/** The domain events that leave the shop; the others are about its own machinery. */
type InternalEventType = Extract<
  EventType,
  `${'search' | 'synonyms' | 'mail' | 'stock-alert' | 'webhook'}.${string}`
>;
export type WebhookEventType = Exclude<EventType, InternalEventType>;

/** Is sent when an admin asks for it, to see whether an endpoint receives events. Endpoints do not choose it. */
export const TEST_EVENT = 'shop.test';

/** What endpoints can choose, and what each says, for `openapi.json`. */
export const WEBHOOK_EVENT_SUMMARIES = {
  'order.placed': 'An order is made, unpaid',
  'order.paid': 'The payment of an order is confirmed',
  'order.paid-late': 'An order is paid after it was cancelled; its refund follows',
  'order.cancelled': 'An order is cancelled',
  'order.line-cancelled': 'A line of an unpaid order is taken off',
  'order.address-changed': 'An order goes to another address',
  'order.partly-shipped': 'Units of an order have shipped, others have not',
  'order.shipped': 'Nothing of an order is left to be shipped',
  'order.shipment-undone': 'A shipment is undone',
  'order.tracking-changed': 'A shipment has another carrier or tracking number',
  'order.refund-requested': 'A refund is asked for',
  'order.partly-refunded': 'A part of an order is refunded',
  'order.refunded': 'All of an order is refunded',
  'order.refund-failed': 'A refund has failed',
  'order.dispute-opened': 'The customer disputes a payment',
  'order.dispute-lost': 'A dispute is lost',
  'order.dispute-won': 'A dispute is won',
  'order.removed-by-customer': 'A customer takes an order off their list',
  'order.put-back-by-customer': 'A customer puts an order back on their list',
  'order.anonymised': 'The account of the customer of an order is removed',
  'product.created': 'A product is created',
  'product.updated': 'A product is changed',
  'product.restocked': 'Units are added to a product',
  'product.archived': 'A product is archived',
  'product.unarchived': 'A product is on sale again',
  'product.deleted': 'A product is deleted',
  'product.restored': 'A deleted product is restored',
  'product.low-stock': 'Few units of a product are left',
  'product.well-stocked': 'A product has enough units again',
  'kind.created': 'A kind of part is created',
  'kind.updated': 'A kind of part is changed',
  'kind.removed': 'A kind of part is removed',
  'review.created': 'A review is written',
  'review.hidden': 'A review is hidden',
  'review.unhidden': 'A review is shown again',
  'review.replied': 'The shop replies to a review',
  'review.reply-removed': 'The reply to a review is removed',
  'review.anonymised': 'The account of the author of a review is removed',
  'account.created': 'An account is created',
  'account.updated': 'The profile of an account is changed',
  'account.promoted': 'An account becomes an admin',
  'account.demoted': 'An account is no admin any more',
  'account.removed': 'An account is removed',
} satisfies Record<WebhookEventType, string>;

export const WEBHOOK_EVENT_TYPES = Object.keys(WEBHOOK_EVENT_SUMMARIES) as WebhookEventType[];
