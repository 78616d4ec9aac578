import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '../ui/button';
import { Alert } from '../ui/feedback';
import { hasHeader, knownSorts, type AnyList } from './define-list';
import { FilterControl } from './filter-controls';
import { FilterSelect } from './filter-select';
import { paramsOf, tagOf, type FilterTag } from './filters';
import { SearchBox } from './search-box';
import type { ListState } from './list-url';
import type { ListControl } from './use-list';

interface ListToolbarProps {
  list: AnyList;
  table: ListControl;
  /** Why the last read failed; a message for the search is shown at it. */
  problem?: unknown;
  /** From the search on to the rows of its text. */
  onRows: (text: string) => void;
  /** Out of the search. */
  onLeave: () => void;
  /** More controls, behind the filters. */
  children?: ReactNode;
}

/** Search, filters and sort, and what of them is set. */
export function ListToolbar({ list, table, problem, onRows, onLeave, children }: ListToolbarProps) {
  const { state } = table;
  const filters = (list.filters ?? []).filter(({ kind }) => kind !== 'tabs');
  const [more, setMore] = useState(false);
  const isSet = (filter: (typeof filters)[number]) => paramsOf(filter).some((name) => state.values[name]);
  const primary = filters.filter((filter) => !filter.more);
  const folded = filters.filter((filter) => filter.more);
  const setCount = filters.flatMap((filter) => tagOf(filter, state.values)).length;
  const sorts = knownSorts(list).filter(({ key }) => state.sorts.includes(key));
  const open = more || folded.some(isSet);

  return (
    <>
      <div className={`table-bar ${more ? 'table-bar--open' : ''}`} role="search">
        {list.search && (
          <SearchBox
            label={list.search.label}
            placeholder={list.search.placeholder}
            help={list.search.help}
            value={state.q}
            problem={problem}
            onRows={onRows}
            onLeave={onLeave}
            onSearch={(q) => table.set({ q }, { typed: true })}
          />
        )}
        {primary.map((filter) => (
          <div key={paramsOf(filter)[0]} className="table-bar__filter">
            <FilterControl filter={filter} table={table} />
          </div>
        ))}
        {sorts.length > 1 && (
          <FilterSelect
            className="table-bar__sort"
            label="Sort by"
            value={state.sort}
            options={sorts.map(({ key, label, group }) => [key, label, group] as const)}
            onChange={(sort) => table.set({ sort: sort === state.sorts[0] ? undefined : sort })}
          />
        )}
        {filters.length > 0 && (
          <Button
            look="secondary"
            small
            className={`table-bar__more ${folded.length > 0 ? 'table-bar__more--always' : ''}`}
            aria-expanded={open}
            onClick={() => setMore(!more)}
          >
            <span className="table-bar__when-wide">More filters</span>
            <span className="table-bar__when-narrow">Filters</span>
            {setCount > 0 && ` (${setCount})`}
          </Button>
        )}
        {children}
        {/* A line of their own: nothing that is there already moves. */}
        {open && folded.length > 0 && (
          <div className="table-bar__folded">
            {folded.map((filter) => (
              <FilterControl key={paramsOf(filter)[0]} filter={filter} table={table} />
            ))}
          </div>
        )}
      </div>
      <SetFilters list={list} table={table} />
      <Notices list={list} table={table} />
    </>
  );
}

const focusToolbar = () =>
  document.querySelector<HTMLElement>('.table-bar :is(input, select, button)')?.focus();

/** What had the focus goes with the tag: the next one has it then, or the first field of the toolbar. */
function focusBeside(button: HTMLElement, tags: number): void {
  const own = button.closest('li');
  const beside = tags > 1 ? (own?.nextElementSibling ?? own?.previousElementSibling) : undefined;
  const next = beside?.querySelector<HTMLElement>('button');
  if (next) next.focus();
  else focusToolbar();
}

const searchTag = ({ q, asTyped }: ListState): FilterTag[] =>
  q ? [{ changes: { q: undefined }, label: 'Search', value: asTyped ? `${q}, as typed` : q }] : [];

/** The sort, where no header shows it or leads back to the list's own. */
function sortTag(list: AnyList, { sort, sorts: [first] }: ListState): FilterTag[] {
  if (sort === undefined || first === undefined || sort === first) return [];
  if (hasHeader(list, sort) && hasHeader(list, first)) return [];
  const label = knownSorts(list).find(({ key }) => key === sort)?.label ?? sort;
  return [{ changes: { sort: undefined }, label: 'Sorted by', value: label }];
}

/** What is set, each with a button that removes it. */
function SetFilters({ list, table }: { list: AnyList; table: ListControl }) {
  const { values, filtered } = table.state;
  const tags = (list.filters ?? []).flatMap((filter) => tagOf(filter, values));
  const shown = [...searchTag(table.state), ...tags, ...sortTag(list, table.state)];
  // Of two removed at once, what is beside the second may go as well.
  const isUsed = useRef(false);
  const left = filtered ? shown.length : 0;
  const before = useRef(left);
  useEffect(() => {
    if (before.current === left) return;
    before.current = left;
    if (isUsed.current && document.activeElement === document.body) focusToolbar();
  });
  if (!filtered) return null;
  return (
    <ul className="filter-tags" aria-label="Filters that are set">
      {shown.map(({ changes, label, value }) => (
        <li key={`${Object.keys(changes).join()} ${label}`} className="filter-tags__tag">
          <span className="filter-tags__text">
            {label}: <strong>{value}</strong>
          </span>
          <button
            type="button"
            className="filter-tags__remove"
            aria-label={`Remove the filter ${label}`}
            onClick={({ currentTarget }) => {
              isUsed.current = true;
              focusBeside(currentTarget, shown.length);
              table.set(changes);
            }}
          >
            <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
      <li>
        <Button
          look="quiet"
          small
          onClick={({ currentTarget }) => {
            focusBeside(currentTarget, 1);
            table.clear();
          }}
        >
          Clear filters
        </Button>
      </li>
    </ul>
  );
}

/** What of the address has no effect, so that nobody takes the rows for something else. */
function Notices({ list, table }: { list: AnyList; table: ListControl }) {
  const { ignored, refusedSort, sort } = table.state;
  const labelOf = (key: string | undefined) =>
    knownSorts(list).find((known) => known.key === key)?.label ?? 'the list’s own order';
  return (
    <>
      {refusedSort && (
        <p className="list-note" role="status">
          “{labelOf(refusedSort)}” cannot be combined with these filters: sorted by “{labelOf(sort)}”.
        </p>
      )}
      {ignored.length > 0 && (
        <Alert tone="warn">
          <p>
            Left out, as this list has no such filter or value:{' '}
            {ignored.map(({ param, value }) => `${param} = ${value.slice(0, 60)}`).join(', ')}
          </p>
          <Button
            look="secondary"
            small
            onClick={({ currentTarget }) => {
              focusBeside(currentTarget, 1);
              table.set(Object.fromEntries(ignored.map(({ param, kept }) => [param, kept])));
            }}
          >
            Remove from the address
          </Button>
        </Alert>
      )}
    </>
  );
}
