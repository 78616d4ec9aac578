import { statusLabel } from './status';

interface Entry {
  what: string;
  by: string;
  note?: string;
}

/** Who did something, and what was done, as the customer of the order reads it. */
const OWN_WHO: Record<string, string> = { customer: 'by you' };
const OWN_CHANGES: Record<string, string> = {
  'removed-by-customer': 'Taken off your list',
  'put-back-by-customer': 'Put back on your list',
};

const WHO: Record<string, string> = {
  customer: 'by the customer',
  admin: 'by the shop',
  'pay-link': 'by a payment link',
  expiry: 'because it was not paid in time',
  webhook: 'confirmed by the payment provider',
  'payments-job': 'confirmed by a check with the payment provider',
  'account-removal': 'with the removal of the account',
};

const CHANGES: Record<string, string> = {
  'removed-by-customer': 'Taken off their list',
  'put-back-by-customer': 'Put back on their list',
  'address-changed': 'Address changed; before:',
  'tracking-changed': 'Carrier or tracking number changed',
  'dispute-opened': 'Payment disputed at the bank',
  'dispute-won': 'Dispute decided for the shop',
  'dispute-lost': 'Dispute decided for the cardholder',
};

/** `payment-failed` → `Payment failed`. */
const plain = (what: string): string => {
  const text = what.replace(/[-_]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/**
 * A line of an order's history: the event, and who caused it.
 *
 * @param isOwn whether the order's customer reads it
 */
export function timelineText({ what, by }: Entry, isOwn = false): { what: string; by: string } {
  const placed = by === 'admin' ? `Entered for ${isOwn ? 'you' : 'the customer'}` : 'Ordered';
  const state = what === 'unpaid' ? placed : (statusLabel(what) ?? CHANGES[what]);
  const own = isOwn ? { what: OWN_CHANGES[what], by: OWN_WHO[by] } : undefined;
  return { what: own?.what ?? state ?? plain(what), by: own?.by ?? WHO[by] ?? `by ${by}` };
}
