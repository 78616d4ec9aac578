import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { changedSearch } from '../lib/changed-search';

interface OpenRowProps {
  id: string;
  /** For screen readers, as every row has the same control. */
  label: string;
  children: ReactNode;
}

/** In the cell that names the row: the link to its drawer, over the whole row. It opens in other tabs as well. */
export function OpenRow({ id, label, children }: OpenRowProps) {
  const [search] = useSearchParams();
  return (
    <Link
      className="row-link row-link--open"
      to={{ search: changedSearch(search.toString(), { open: id }).toString() }}
      preventScrollReset
      aria-label={label}
    >
      {children}
    </Link>
  );
}
