import { statusWord } from './status';

interface Entry {
  what: string;
  by: string;
  note?: string;
}

const WHO: Record<string, string> = {
  customer: 'by the customer',
  admin: 'by the shop',
  expiry: 'because it was not paid in time',
  payment: 'confirmed from the browser',
  webhook: 'confirmed by the payment provider',
  sweeper: 'confirmed by a check with the payment provider',
  'account-removal': 'with the removal of the account',
};

/** `payment-failed` → `Payment failed`. */
const plain = (what: string): string => {
  const words = what.replace(/[-_]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** A line of an order's history: what happened, and who did it. */
export function timelineWords({ what, by }: Entry): { what: string; by: string } {
  const state = what === 'unpaid' ? 'Ordered' : statusWord(what);
  return { what: state ?? plain(what), by: WHO[by] ?? `by ${by}` };
}
