import { useRef } from 'react';
import { useListKindsQuery } from '../../../api/api';
import { kindLabel } from '../../../features/products/kind-name';
import type { TableState } from '../../../lib/use-table-params';
import { Button } from '../../../ui/button';
import { cleared, filterTags } from './filter-tags';
import type { PartFilter } from './search-arg';

interface ActiveFiltersProps {
  table: TableState<PartFilter>;
  /** Where the focus goes when the last tag is gone. */
  onNone: () => void;
}

/** The filters in effect; each can be removed, and all of them. */
export function ActiveFilters({ table, onNone }: ActiveFiltersProps) {
  const { data } = useListKindsQuery();
  const tags = filterTags(table.params, (slug) => kindLabel(slug, data));
  const list = useRef<HTMLUListElement>(null);
  if (!table.filtered) return null;

  // The removed tag's button goes away: the focus moves to its neighbour.
  const remove = (at: number) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('.chosen__tag') ?? [])];
    const next = buttons[at + 1] ?? buttons[at - 1];
    if (next) next.focus();
    else onNone();
    table.set(cleared(tags[at]?.params ?? []));
  };
  const removeAll = () => {
    onNone();
    table.reset();
  };

  return (
    <ul className="chosen" aria-label="Filters in effect" ref={list}>
      {tags.map(({ label, value }, at) => (
        <li key={label}>
          <button type="button" className="chosen__tag" onClick={() => remove(at)}>
            <span className="chosen__label">{label}:</span> <span className="chosen__value">{value}</span>
            <span className="visually-hidden">, remove filter</span>
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path d="M5.5 5.5l9 9M14.5 5.5l-9 9" />
            </svg>
          </button>
        </li>
      ))}
      <li>
        <Button look="quiet" small onClick={removeAll}>
          Clear all
        </Button>
      </li>
    </ul>
  );
}
