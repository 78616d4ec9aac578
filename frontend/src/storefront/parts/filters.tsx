import { useEffect, useRef, useState } from 'react';
import { useListKindsQuery } from '../../api/api';
import type { TableState } from '../../shared/hooks/use-table-params';
import { Button } from '../../shared/ui/button';
import { Input, Select } from '../../shared/ui/field';
import { AVAILABILITIES } from '../common/availability-words';
import { kindName } from '../common/kind-name';
import { LONGEST_SEARCH, SORTS, type PartFilter } from './search-arg';
import './filters.css';

const TYPING_MS = 250;

/** A text filter that follows the typing after a short pause, and the URL when that changes by itself. */
function useTyped(value: string, commit: (value: string) => void) {
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  if (value !== sent) {
    setSent(value);
    setText(value);
  }
  useEffect(() => {
    if (text === sent) return undefined;
    const timer = setTimeout(() => {
      setSent(text);
      commit(text);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  });
  return { value: text, onChange: (event: { target: { value: string } }) => setText(event.target.value) };
}

export function Filters({ table }: { table: TableState<PartFilter> }) {
  const { params, set } = table;
  const { data } = useListKindsQuery();
  const kinds = data?.kinds ?? [];
  const words = useTyped(params.q ?? '', (q) => set({ q }));
  const least = useTyped(params.minPrice ?? '', (minPrice) => set({ minPrice }));
  const most = useTyped(params.maxPrice ?? '', (maxPrice) => set({ maxPrice }));

  const search = useRef<HTMLElement>(null);
  // The button goes away with the last filter: the focus must not go with it.
  const clear = () => {
    table.reset();
    search.current?.querySelector('input')?.focus();
  };

  return (
    <search ref={search}>
      <form className="filters" aria-label="Parts" onSubmit={(event) => event.preventDefault()}>
        <div className="filters__words">
          <Input
            label="Search"
            type="search"
            maxLength={LONGEST_SEARCH}
            placeholder="Name, kind or description"
            {...words}
          />
        </div>
        <Select
          label="Kind"
          value={params.kind ?? ''}
          onChange={(event) => set({ kind: event.target.value })}
        >
          <option value="">All kinds</option>
          {/* A kind named by the URL is shown even before the list is here. */}
          {params.kind && !kinds.includes(params.kind) && (
            <option value={params.kind}>{kindName(params.kind)}</option>
          )}
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindName(kind)}
            </option>
          ))}
        </Select>
        <Select
          label="Availability"
          value={params.availability ?? ''}
          onChange={(event) => set({ availability: event.target.value })}
        >
          <option value="">Any</option>
          {AVAILABILITIES.map(({ value, words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Select>
        <fieldset className="filters__price">
          <legend className="visually-hidden">Unit price in dollars</legend>
          <Input label="Price from" type="number" min={0} step="any" inputMode="decimal" {...least} />
          <Input label="Price to" type="number" min={0} step="any" inputMode="decimal" {...most} />
        </fieldset>
        <Select label="Sort by" value={params.sort} onChange={(event) => set({ sort: event.target.value })}>
          {SORTS.map(({ value, words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Select>
        {table.filtered && (
          <Button look="quiet" className="filters__clear" onClick={clear}>
            Clear filters
          </Button>
        )}
      </form>
    </search>
  );
}
