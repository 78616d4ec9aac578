import type { Finding, Resolution, Reconciliation, ReconciliationRow } from '../../../api/types';
import type { PageOf } from '../../../lib/page-range';
import type { Tone } from '../../../ui/feedback';

/** What each finding is called, and how bad it is. */
export const FINDINGS: Record<Finding, { text: string; tone: Tone }> = {
  'paid-without-order': { text: 'Payment without its order', tone: 'bad' },
  'cancelled-but-paid': { text: 'Cancelled, but paid', tone: 'bad' },
  'amount-mismatch': { text: 'Wrong amount', tone: 'bad' },
  'partly-refunded': { text: 'Partly refunded', tone: 'warn' },
  'refund-failed': { text: 'Refund failed', tone: 'bad' },
  dispute: { text: 'Disputed', tone: 'warn' },
};

export const FINDING_NAMES = Object.keys(FINDINGS) as Finding[];
export const FINDING_OPTIONS = FINDING_NAMES.map((name) => [name, FINDINGS[name].text] as const);

export const RESULT_TEXT: Record<Resolution['result'], string> = {
  confirmed: 'The order is confirmed',
  refunded: 'The payment is refunded',
  'refund-pending': 'The refund is on its way',
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
