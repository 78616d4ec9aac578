import { Button } from './button';

interface PagerProps {
  page: number;
  pageSize: number;
  total: number;
  /** False when the server stopped counting at `total`. */
  totalIsExact: boolean;
  onPage: (page: number) => void;
}

/** Pages beyond row 10,000 are not numbered by the server. */
const LAST_ROW = 10_000;

export function Pager({ page, pageSize, total, totalIsExact, onPage }: PagerProps) {
  const pages = Math.max(1, Math.ceil(Math.min(total, LAST_ROW) / pageSize));
  const count = `${totalIsExact ? '' : 'more than '}${total.toLocaleString('en-US')}`;
  return (
    <nav className="pager" aria-label="Pages">
      <p className="muted num" aria-live="polite">
        Page {page} of {pages} · {count} in all
      </p>
      {pages > 1 && (
        <div className="pager__steps">
          <Button look="secondary" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            Previous
          </Button>
          <Button look="secondary" disabled={page >= pages} onClick={() => onPage(page + 1)}>
            Next
          </Button>
        </div>
      )}
    </nav>
  );
}
