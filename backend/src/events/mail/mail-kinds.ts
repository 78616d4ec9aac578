import type { DomainEvent, EventType } from '../../outbox/domain-events.js';

/** Every mail that the shop sends. */
export const MAIL_KINDS = [
  'order-placed',
  'payment-link',
  'order-paid',
  'order-shipped',
  'tracking-changed',
  'order-cancelled',
  'line-cancelled',
  'order-refunded',
  'late-payment',
  'dispute-opened',
  'low-stock',
  'webhook-disabled',
  'stock-alert-confirm',
  'stock-alert-due',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** What an admin may choose not to receive. Mail about one's own orders, and of an alert that one asked for, is always sent. */
export const MAIL_CHOICES = ['low-stock', 'disputes', 'failed-webhooks'] as const;
export type MailChoice = (typeof MAIL_CHOICES)[number];

const CHOICE_OF: Partial<Record<MailKind, MailChoice>> = {
  'low-stock': 'low-stock',
  'dispute-opened': 'disputes',
  'webhook-disabled': 'failed-webhooks',
};

/** The choice that turns a kind of mail off; undefined for one that is always sent. */
export const choiceOf = (kind: MailKind): MailChoice | undefined => CHOICE_OF[kind];

/** To whom a mail goes: the order's customer, every admin who wants it, or the address of a stock alert. */
export type Audience = 'customer' | 'admins' | 'alert';

const AUDIENCES: Partial<Record<MailKind, Audience>> = {
  'dispute-opened': 'admins',
  'low-stock': 'admins',
  'webhook-disabled': 'admins',
  'stock-alert-confirm': 'alert',
  'stock-alert-due': 'alert',
};

export const audienceOf = (kind: MailKind): Audience => AUDIENCES[kind] ?? 'customer';

const KINDS_OF = {
  'order.placed': 'order-placed',
  'order.paid': 'order-paid',
  'order.paid-late': 'late-payment',
  'order.partly-shipped': 'order-shipped',
  'order.shipped': 'order-shipped',
  'order.tracking-changed': 'tracking-changed',
  'order.cancelled': 'order-cancelled',
  'order.line-cancelled': 'line-cancelled',
  'order.partly-refunded': 'order-refunded',
  'order.refunded': 'order-refunded',
  'order.dispute-opened': 'dispute-opened',
  'product.low-stock': 'low-stock',
  'webhook.disabled': 'webhook-disabled',
  'stock-alert.requested': 'stock-alert-confirm',
  'stock-alert.due': 'stock-alert-due',
} as const satisfies Partial<Record<EventType, MailKind>>;

/** The types of events that are mailed about by themselves. */
export type MailedType = keyof typeof KINDS_OF;
export const MAILED_TYPES = Object.keys(KINDS_OF) as MailedType[];

/** The mail that an event makes; undefined when none. */
export function mailKindOf({
  type,
  payload,
}: Pick<DomainEvent<MailedType>, 'type' | 'payload'>): MailKind | undefined {
  const { by } = payload.actor;
  // there is nobody left to write to
  if (by === 'account-removal') return undefined;
  // its customer has not seen it: they are asked to pay
  if (type === 'order.placed' && by === 'admin') return 'payment-link';
  // somebody's decision, and no failure
  if (type === 'webhook.disabled' && by === 'admin') return undefined;
  return KINDS_OF[type];
}
