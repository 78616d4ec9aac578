import type { WebhookEventType } from '../../../api/types';

const LABELS: Record<WebhookEventType, string> = {
  'order.placed': 'Placed',
  'order.paid': 'Paid',
  'order.paid-late': 'Paid after it was cancelled',
  'order.cancelled': 'Cancelled',
  'order.line-cancelled': 'A line cancelled',
  'order.address-changed': 'Address changed',
  'order.partly-shipped': 'Partly shipped',
  'order.shipped': 'Shipped',
  'order.shipment-undone': 'Shipment undone',
  'order.tracking-changed': 'Tracking changed',
  'order.refund-requested': 'Refund requested',
  'order.partly-refunded': 'Partly refunded',
  'order.refunded': 'Refunded',
  'order.refund-failed': 'Refund failed',
  'order.dispute-opened': 'Dispute opened',
  'order.dispute-lost': 'Dispute lost',
  'order.dispute-won': 'Dispute won',
  'order.removed-by-customer': 'Removed by the customer',
  'order.put-back-by-customer': 'Put back by the customer',
  'order.anonymised': 'Anonymised',
  'product.created': 'Created',
  'product.updated': 'Changed',
  'product.restocked': 'Restocked',
  'product.archived': 'Archived',
  'product.unarchived': 'On sale again',
  'product.deleted': 'Deleted',
  'product.restored': 'Restored',
  'product.low-stock': 'Low stock',
  'product.well-stocked': 'Enough stock again',
  'kind.created': 'Created',
  'kind.updated': 'Changed',
  'kind.removed': 'Removed',
  'review.created': 'Written',
  'review.hidden': 'Hidden',
  'review.unhidden': 'Shown again',
  'review.replied': 'Replied to',
  'review.reply-removed': 'Reply removed',
  'review.anonymised': 'Anonymised',
  'account.created': 'Created',
  'account.updated': 'Changed',
  'account.promoted': 'Made an admin',
  'account.demoted': 'Admin role taken',
  'account.removed': 'Removed',
};

const GROUPS = {
  order: 'Orders',
  product: 'Products',
  kind: 'Kinds',
  review: 'Reviews',
  account: 'Accounts',
} as const;

export const EVENT_TYPES = Object.keys(LABELS) as WebhookEventType[];

export interface EventGroup {
  title: string;
  types: { type: WebhookEventType; label: string }[];
}

/** What can be chosen, by what it is about. */
export const EVENT_GROUPS: EventGroup[] = Object.entries(GROUPS).map(([prefix, title]) => ({
  title,
  types: EVENT_TYPES.filter((type) => type.startsWith(`${prefix}.`)).map((type) => ({
    type,
    label: LABELS[type],
  })),
}));
