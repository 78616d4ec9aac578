import { useRef } from 'react';
import { Link } from 'react-router-dom';
import type { TableState } from '../../../lib/use-table-params';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';
import type { FilterTag } from './filter-tags';
import type { PartFilter } from './search-arg';

export interface FilteredProps {
  table: TableState<PartFilter>;
  tags: readonly FilterTag[];
  /** The words that were searched instead of those typed. */
  corrected?: string;
  /** Filters by specifications that have no effect, because the kind does not have them. */
  dropped: readonly string[];
  /** Whether there are filters by specifications at all: there are none while the catalogue is not counted. */
  isCounted: boolean;
  /** Where the focus goes when the last tag is gone. */
  onNone: () => void;
}

/** Says which words were searched, where they are not those typed, and leads to those, and back. */
function Corrected({ table, corrected }: Pick<FilteredProps, 'table' | 'corrected'>) {
  const { q, asTyped } = table.params;
  const isAsTyped = asTyped === 'true';
  if (!q || !(corrected ?? isAsTyped)) return null;
  return (
    <p>
      Showing results for <strong>{corrected ?? q}</strong>
      {isAsTyped ? ' as typed.' : '.'}{' '}
      <Link to={table.link({ asTyped: isAsTyped ? undefined : 'true' })} preventScrollReset>
        {isAsTyped ? 'Correct typing errors' : `Search instead for ${q}`}
      </Link>
    </p>
  );
}

/** The filters in effect; each can be removed, and all of them. */
function Tags({ table, tags, onNone }: FilteredProps) {
  const list = useRef<HTMLUListElement>(null);

  // The removed tag's button goes away: the focus moves to its neighbour.
  const remove = ({ changes }: FilterTag, at: number) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('.chosen__tag') ?? [])];
    const next = buttons[at + 1] ?? buttons[at - 1];
    if (next) next.focus();
    else onNone();
    table.set(changes);
  };
  const removeAll = () => {
    onNone();
    table.reset();
  };

  return (
    <ul className="chosen" aria-label="Filters in effect" ref={list}>
      {tags.map((tag, at) => (
        <li key={tag.key ?? tag.label}>
          <button type="button" className="chosen__tag" onClick={() => remove(tag, at)}>
            <span className="chosen__label">{tag.label}:</span>{' '}
            <span className="chosen__value">{tag.value}</span>
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

/** What a list of parts that is filtered says about it. */
export function Filtered(props: FilteredProps) {
  const { dropped, isCounted } = props;
  return (
    <>
      {/* there before it says something, or that is not read out */}
      <div role="status">
        <Corrected {...props} />
      </div>
      {dropped.length > 0 && (
        <Alert tone="warn">
          {isCounted
            ? `There are no such filters, so they have no effect: ${dropped.join('; ')}.`
            : 'Filters by specifications are not available now.'}
        </Alert>
      )}
      <Tags {...props} />
    </>
  );
}
