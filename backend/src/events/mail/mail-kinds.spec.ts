import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../outbox/domain-events.js';
import { audienceOf, choiceOf, MAIL_KINDS, MAILED_TYPES, type MailedType, mailKindOf } from './mail-kinds.js';

const kindOf = (type: MailedType, by = 'customer') =>
  mailKindOf({ type, payload: { actor: { by } } } as DomainEvent<MailedType>);

describe('mailKindOf', () => {
  it.each<[MailedType, string, string | undefined]>([
    ['order.placed', 'customer', 'order-placed'],
    ['order.placed', 'admin', 'payment-link'],
    ['order.paid', 'webhook', 'order-paid'],
    ['order.paid-late', 'webhook', 'late-payment'],
    ['order.partly-shipped', 'admin', 'order-shipped'],
    ['order.shipped', 'admin', 'order-shipped'],
    ['order.tracking-changed', 'admin', 'tracking-changed'],
    ['order.cancelled', 'expiry', 'order-cancelled'],
    ['order.cancelled', 'account-removal', undefined],
    ['order.line-cancelled', 'admin', 'line-cancelled'],
    ['order.partly-refunded', 'webhook', 'order-refunded'],
    ['order.refunded', 'payments-job', 'order-refunded'],
    ['order.dispute-opened', 'webhook', 'dispute-opened'],
    ['product.low-stock', 'stock', 'low-stock'],
    ['webhook.disabled', 'webhooks', 'webhook-disabled'],
    ['webhook.disabled', 'admin', undefined],
    ['stock-alert.requested', 'visitor', 'stock-alert-confirm'],
    ['stock-alert.due', 'stock', 'stock-alert-due'],
  ])('of %s by %s is %s', (type, by, kind) => {
    expect(kindOf(type, by)).toBe(kind);
  });

  it('makes a mail of each type that the consumer asks for, and each kind of some type', () => {
    const made = MAILED_TYPES.flatMap((type) => [kindOf(type)!, kindOf(type, 'admin') ?? []].flat());
    expect(new Set(made)).toEqual(new Set(MAIL_KINDS));
  });
});

it('lets admins alone turn off mail, and none about their own orders or alerts', () => {
  const optional = MAIL_KINDS.filter((kind) => choiceOf(kind));
  expect(optional).toEqual(['dispute-opened', 'low-stock', 'webhook-disabled']);
  expect(new Set(optional.map(audienceOf))).toEqual(new Set(['admins']));
});
