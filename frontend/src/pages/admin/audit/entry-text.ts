import type { AuditEntry, Kind, Spec } from '../../../api/types';
import { specText, type SpecValue } from '../../../features/kinds/spec-text';
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
  'kind.created': 'added the kind',
  'kind.updated': 'changed the kind',
  'kind.removed': 'removed the kind',
  'order.shipped': 'shipped the order',
  'order.partly-shipped': 'shipped a part of the order',
  'order.shipment-undone': 'undid a shipment of the order',
  'order.tracking-changed': 'changed the tracking of a shipment of the order',
  'order.cancelled': 'cancelled the order',
  'order.line-cancelled': 'cancelled a line of the order',
  'order.refund-requested': 'asked for a refund of the order',
  'order.partly-refunded': 'refunded a part of the order',
  'order.refunded': 'refunded the order',
  'order.refund-failed': 'could not refund the order',
  'order.payment-refunded': 'refunded a payment without an order',
  'order.payment-event-dismissed': 'dismissed an event of the payment provider',
  'order.placed': 'entered the order',
  'order.pay-link-created': 'made a link to pay the order',
  'order.address-changed': 'changed the address of the order',
  'order.note-added': 'added a note to the order',
  'user.updated': 'changed the profile of',
  'user.note-added': 'added a note about',
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
  'webhook.created': 'created the webhook endpoint',
  'webhook.updated': 'changed the webhook endpoint',
  'webhook.deleted': 'removed the webhook endpoint',
  'webhook.secret-rotated': 'rotated the secret of the webhook endpoint',
  'webhook.rotation-ended': 'ended the former secret of the webhook endpoint',
  'webhook.event-resent': 'sent again an event to the webhook endpoint',
  'webhook.failed-resent': 'sent again all failed events to the webhook endpoint',
  'delivery-settings.updated': 'changed',
  'synonyms.updated': 'changed',
  'mail.requested': 'had a mail sent about',
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

const SPEC = 'specs.';

/** Specifications by their keys, where all kinds that have one call it the same. */
export function knownSpecs(kinds: readonly Kind[]): ReadonlyMap<string, Spec> {
  const known = new Map<string, Spec>();
  const ambiguous = new Set<string>();
  for (const spec of kinds.flatMap(({ specs }) => specs)) {
    if ((known.get(spec.key) ?? spec).label !== spec.label) ambiguous.add(spec.key);
    known.set(spec.key, spec);
  }
  for (const key of ambiguous) known.delete(key);
  return known;
}

/** The specification that a field of a product is. */
const specOf = (field: string, specs: ReadonlyMap<string, Spec> | undefined): Spec | undefined =>
  field.startsWith(SPEC) ? specs?.get(field.slice(SPEC.length)) : undefined;

const spaced = (name: string): string =>
  name.replaceAll(
    /([a-z])([A-Z]+)/g,
    (_match, end: string, start: string) => `${end} ${start.length > 1 ? start : start.toLowerCase()}`,
  );

/** `hiddenReason` → `Hidden reason`, `specs.lengthMm` → `Length mm` unless it has a label. */
export function fieldName(field: string, specs?: ReadonlyMap<string, Spec>): string {
  const label = specOf(field, specs)?.label;
  if (label !== undefined) return label;
  const text = spaced(field.startsWith(SPEC) ? field.slice(SPEC.length) : field);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `from 10, price 18.5` of a price by quantity, `label Length, on card no` of a kind's specification. */
const itemText = (item: unknown): string => {
  if (typeof item === 'boolean') return item ? 'yes' : 'no';
  if (!isFields(item)) return String(item);
  return Object.entries(item)
    .filter(([name, value]) => name !== '_id' && value !== '')
    .map(([name, value]) => `${spaced(name)} ${itemText(value)}`)
    .join(', ');
};

/** A value of a changed field for people; nothing for one that was not there. */
export function valueText(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return INSTANT.test(value) ? localTime(value) : value;
  if (typeof value === 'number') return String(value);
  return Array.isArray(value) ? value.map(itemText).join('; ') : itemText(value);
}

export interface ChangedField {
  field: string;
  before: string | undefined;
  after: string | undefined;
}

/** What one version of a field has other than the other; all of it where only one of them is there. */
const differing = (value: unknown, other: unknown): unknown =>
  isFields(value) && isFields(other)
    ? Object.fromEntries(
        Object.entries(value).filter(([name, one]) => JSON.stringify(one) !== JSON.stringify(other[name])),
      )
    : value;

/**
 * Each field that an entry says something about, in the order in which it does.
 *
 * @param specs of products, so that their values have units and the labels of options
 */
export function changedFields(
  { before = {}, after = {} }: Pick<AuditEntry, 'before' | 'after'>,
  specs?: ReadonlyMap<string, Spec>,
): ChangedField[] {
  const [was, is] = [before as Fields, after as Fields];
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return fields.map((field) => {
    const spec = specOf(field, specs);
    const show = (value: unknown, other: unknown) =>
      spec && isSpecValue(value) ? specText(spec, value) : valueText(differing(value, other));
    return { field, before: show(was[field], is[field]), after: show(is[field], was[field]) };
  });
}

const isSpecValue = (value: unknown): value is SpecValue =>
  ['number', 'string', 'boolean'].includes(typeof value) || Array.isArray(value);

/** Where what was changed can be seen, if anywhere. */
export function placeOf({ entity, entityId, action, label }: AuditEntry): string | undefined {
  if (action.endsWith('.deleted') || action.endsWith('.removed')) return undefined;
  switch (entity) {
    case 'product':
      return `/dashboard/manageProducts?open=${entityId}`;
    case 'kind':
      return `/dashboard/kinds/${entityId}`;
    case 'order':
      return `/dashboard/manageOrders?open=${entityId}`;
    case 'review':
      return `/dashboard/manageReviews?open=${entityId}`;
    case 'user':
      return `/dashboard/makeAdmin?q=${encodeURIComponent(label)}`;
    case 'api-key':
      return `/dashboard/apiKeys?q=${encodeURIComponent(label)}`;
    case 'webhook':
      return '/dashboard/webhooks';
    case 'delivery-settings':
      return '/dashboard/delivery';
    case 'synonyms':
      return '/dashboard/search';
    default:
      return undefined;
  }
}
