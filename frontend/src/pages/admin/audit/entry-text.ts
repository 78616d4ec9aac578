import type { AuditEntry } from '../../../api/types';
import { localTime } from '../../../ui-admin/time';

/** The actions that the filter offers, and how they read in a sentence after the admin's name. */
const ACTIONS: Record<string, string> = {
  'product.created': 'added the product',
  'product.updated': 'changed the product',
  'product.restocked': 'restocked the product',
  'product.archived': 'archived the product',
  'product.unarchived': 'brought back the product',
  'product.deleted': 'deleted the product',
  'product.restored': 'restored the product',
  'order.shipped': 'shipped the order',
  'order.partly-shipped': 'shipped a part of the order',
  'order.shipment-undone': 'undid a shipment of the order',
  'order.cancelled': 'cancelled the order',
  'order.line-cancelled': 'cancelled a line of the order',
  'order.refund-requested': 'asked for a refund of the order',
  'order.partly-refunded': 'refunded a part of the order',
  'order.refunded': 'refunded the order',
  'order.refund-failed': 'could not refund the order',
  'order.payment-refunded': 'refunded a payment without an order',
  'order.payment-event-dismissed': 'dismissed an event of the payment provider',
  'order.note-added': 'added a note to the order',
  'user.updated': 'changed the profile of',
  'user.promoted': 'made an admin of',
  'user.demoted': 'took the admin role from',
  'user.removed': 'removed the account',
  'review.hidden': 'hid the review',
  'review.unhidden': 'showed again the review',
  'review.replied': 'replied to the review',
  'review.reply-removed': 'removed the reply to the review',
  'saved-view.created': 'saved the view',
  'saved-view.updated': 'changed the view',
  'saved-view.removed': 'removed the view',
  'api-key.created': 'created the API key',
  'api-key.revoked': 'revoked the API key',
  'delivery-settings.updated': 'changed',
};

const words = (name: string): string => name.replaceAll(/[.-]/g, ' ');

/** `product.updated` → `Product updated`, also of actions that this page does not know. */
export const actionName = (action: string): string => {
  const text = words(action);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

export const ACTION_OPTIONS = Object.keys(ACTIONS).map((action) => [action, actionName(action)] as const);

const nameOf = ({ name, email, apiKey }: AuditEntry['actor']): string =>
  apiKey ? `API key ${apiKey.name} (for ${name || email})` : name || email;

/** `Ada Admin hid the review`. */
export const sentenceOf = ({ actor, action }: Pick<AuditEntry, 'actor' | 'action'>): string =>
  `${nameOf(actor)} ${ACTIONS[action] ?? words(action)}`;

/** `hiddenReason` → `Hidden reason`. */
export function fieldName(field: string): string {
  const text = field.replaceAll(
    /([a-z])([A-Z]+)/g,
    (_match, end: string, start: string) => `${end} ${start.length > 1 ? start : start.toLowerCase()}`,
  );
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** `from 10, price 18.5` of a price by quantity. */
const itemText = (item: unknown): string =>
  typeof item === 'object' && item !== null
    ? Object.entries(item)
        .filter(([name]) => name !== '_id')
        .map(([name, value]) => `${name} ${String(value)}`)
        .join(', ')
    : String(item);

/** A value of a changed field for people; nothing for one that was not there. */
export function valueText(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return INSTANT.test(value) ? localTime(value) : value;
  if (typeof value === 'number') return String(value);
  return Array.isArray(value) ? value.map(itemText).join('; ') : JSON.stringify(value);
}

export interface ChangedField {
  field: string;
  before: string | undefined;
  after: string | undefined;
}

/** Each field that an entry says something about, in the order in which it does. */
export function changedFields({
  before = {},
  after = {},
}: Pick<AuditEntry, 'before' | 'after'>): ChangedField[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields.map((field) => ({
    field,
    before: valueText((before as Record<string, unknown>)[field]),
    after: valueText((after as Record<string, unknown>)[field]),
  }));
}

/** Where what was changed can be seen, if anywhere. */
export function placeOf({ entity, entityId, action, label }: AuditEntry): string | undefined {
  if (action.endsWith('.deleted') || action.endsWith('.removed')) return undefined;
  switch (entity) {
    case 'product':
      return `/dashboard/manageProducts?open=${entityId}`;
    case 'order':
      return `/dashboard/manageOrders?open=${entityId}`;
    case 'review':
      return `/dashboard/manageReviews?open=${entityId}`;
    case 'user':
      return `/dashboard/makeAdmin?q=${encodeURIComponent(label)}`;
    case 'api-key':
      return `/dashboard/apiKeys?q=${encodeURIComponent(label)}`;
    case 'delivery-settings':
      return '/dashboard/delivery';
    default:
      return undefined;
  }
}
