import { useContext, type ReactNode } from 'react';
import { ListContext } from './list-context';

interface OpenRowProps {
  id: string;
  /** For screen readers, as every row has the same control. */
  label: string;
  children: ReactNode;
}

/** In the cell that names the row: opens its drawer. */
export function OpenRow({ id, label, children }: OpenRowProps) {
  const { open } = useContext(ListContext);
  return (
    <button
      type="button"
      className="row-link"
      aria-haspopup="dialog"
      aria-label={label}
      onClick={() => open(id)}
    >
      {children}
    </button>
  );
}
