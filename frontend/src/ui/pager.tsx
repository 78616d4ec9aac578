import type { MouseEvent, ReactNode } from 'react';
import { ButtonLink } from './button';

interface PagerProps {
  page: number;
  pageSize: number;
  total: number;
  /** The address of a page. */
  link: (page: number) => string;
  /** Another page is about to be shown here. */
  onTurn: () => void;
}

/** Pages beyond row 10,000 are not numbered by the server. */
const LAST_ROW = 10_000;

const inOtherTab = ({ metaKey, ctrlKey, shiftKey }: MouseEvent): boolean => metaKey || ctrlKey || shiftKey;

/** Links, so that pages can be opened in other tabs and without script. */
export function Pager({ page, pageSize, total, link, onTurn }: PagerProps) {
  const pages = Math.max(1, Math.ceil(Math.min(total, LAST_ROW) / pageSize));
  if (pages === 1 && page === 1) return null;
  const step = (to: number, name: ReactNode) => {
    if (to < 1 || to > pages)
      return (
        <span className="btn btn--secondary" role="link" aria-disabled="true">
          {name}
        </span>
      );
    return (
      <ButtonLink
        look="secondary"
        to={link(to)}
        preventScrollReset
        onClick={(event) => inOtherTab(event) || onTurn()}
      >
        {name}
      </ButtonLink>
    );
  };
  return (
    <nav className="pager" aria-label="Pages">
      <p className="muted num">
        Page {page} of {pages}
      </p>
      <div className="pager__steps">
        {step(page - 1, 'Previous')}
        {step(page + 1, 'Next')}
      </div>
    </nav>
  );
}
