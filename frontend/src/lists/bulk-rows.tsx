import { count } from '../lib/format';
import type { BulkAction, BulkResult, BulkRow } from './bulk';

const MOST_SHOWN = 100;

interface BulkRowsProps {
  title: string;
  rows: readonly BulkRow[];
  show: BulkAction['showNumber'];
  open?: boolean;
}

/** The rows of one outcome, and why. */
export function BulkRows({ title, rows, show, open }: BulkRowsProps) {
  if (rows.length === 0) return null;
  return (
    <details className="bulk-rows" open={open}>
      <summary>
        {title} ({count(rows.length)})
      </summary>
      <ul className="bulk-rows__list">
        {rows.slice(0, MOST_SHOWN).map(({ id, label, reason, before, after }) => (
          <li key={id}>
            {label}
            {show && before !== undefined && after !== undefined && (
              <span className="num">
                {show(before)} → {show(after)}
              </span>
            )}
            {reason && <small className="muted">{reason}</small>}
          </li>
        ))}
        {rows.length > MOST_SHOWN && <li className="muted">and {count(rows.length - MOST_SHOWN)} more</li>}
      </ul>
    </details>
  );
}

/** What a dry run says: which rows qualify, and why the others do not. */
export function BulkPreview({ preview, show }: { preview: BulkResult; show: BulkAction['showNumber'] }) {
  const { matched, qualifying, rows } = preview;
  return (
    <>
      <p role="status">
        <strong>
          {count(qualifying)} of {count(matched)}
        </strong>{' '}
        {matched === 1 ? 'row qualifies' : 'rows qualify'}.{' '}
        {qualifying < matched && 'The others are left as they are.'}
      </p>
      <BulkRows
        title="Do not qualify"
        rows={rows.filter(({ outcome }) => outcome === 'refused')}
        show={show}
        open
      />
      <BulkRows
        title="Qualify"
        rows={rows.filter(({ outcome }) => outcome === 'qualifies')}
        show={show}
        open={show !== undefined}
      />
    </>
  );
}
