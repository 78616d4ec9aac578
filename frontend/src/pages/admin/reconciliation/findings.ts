import type {
  Finding,
  Reconciliation,
  ReconciliationPass,
  ReconciliationRow,
  Resolution,
} from '../../../api/types';
import { count } from '../../../lib/format';
import type { PageOf } from '../../../lib/page-range';
import type { Tone } from '../../../ui/feedback';

/** What each finding is called, and how bad it is. */
export const FINDINGS: Record<Finding, { text: string; tone: Tone }> = {
  'paid-without-order': { text: 'Payment without its order', tone: 'bad' },
  'paid-without-payment': { text: 'Order without its payment', tone: 'bad' },
  'cancelled-but-paid': { text: 'Cancelled, but paid', tone: 'bad' },
  'amount-mismatch': { text: 'Wrong amount', tone: 'bad' },
  'refunds-differ': { text: 'Refunds differ', tone: 'bad' },
  'refund-failed': { text: 'Refund failed', tone: 'bad' },
  'order-does-not-add-up': { text: 'Does not add up', tone: 'bad' },
  'dispute-unknown': { text: 'Dispute not known', tone: 'bad' },
  dispute: { text: 'Disputed', tone: 'warn' },
};

export const FINDING_NAMES = Object.keys(FINDINGS) as Finding[];
export const FINDING_OPTIONS = FINDING_NAMES.map((name) => [name, FINDINGS[name].text] as const);

export const RESULT_TEXT: Record<Resolution['result'], string> = {
  confirmed: 'The order is confirmed',
  refunded: 'The payment is refunded',
  'refund-pending': 'The refund is on its way',
  'refunds-synced': 'The order has the refunds of its payment',
};

/** A row with an id for the table. */
export type Row = ReconciliationRow & { _id: string };

/** A page of the rows, which the server sends all at once. */
export function pageOf(
  { items, isComplete }: Reconciliation,
  { page = 1, pageSize = 20, finding }: { page?: number; pageSize?: number; finding?: Finding },
): PageOf<Row> {
  const rows = items
    // A payment can be disputed and wrong in another way; a dispute may name no payment.
    .map((row, index) => ({ ...row, _id: `${row.finding} ${row.intentId ?? index}` }))
    .filter((row) => !finding || row.finding === finding);
  const from = (page - 1) * pageSize;
  return {
    items: rows.slice(from, from + pageSize),
    total: rows.length,
    totalIsExact: isComplete,
    page,
    pageSize,
  };
}

/** `needs_response` → `Needs response`. */
export const disputeText = (status: string): string => {
  const text = status.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** How far a comparison in progress is: `1,800 of about 21,500`; in percent where that is known. */
export function progressOf({ inProgress = 0, expected = 0 }: ReconciliationPass): {
  text: string;
  percent?: number;
} {
  // more may have come meanwhile
  if (expected <= inProgress) return { text: `${count(inProgress)} so far` };
  return {
    text: `${count(inProgress)} of about ${count(expected)}`,
    percent: Math.floor((100 * inProgress) / expected),
  };
}
