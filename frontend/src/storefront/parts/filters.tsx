import { useRef } from 'react';
import { useListKindsQuery } from '../../api/api';
import { asApiError } from '../../api/problem';
import { useDebouncedText } from '../../shared/hooks/use-debounced-text';
import type { TableState } from '../../shared/hooks/use-table-params';
import { MAX_PRICE, MAX_SEARCH, priceError, searchError } from '../../shared/limits';
import { Button } from '../../shared/ui/button';
import { Input, Select } from '../../shared/ui/field';
import { AVAILABILITY_OPTIONS } from '../../shared/availability';
import { kindName } from '../common/kind-name';
import { offeredSorts, sortOf, type PartFilter } from './search-arg';
import './filters.css';

interface FiltersProps {
  table: TableState<PartFilter>;
  /** Why the last search failed; its messages are shown at their fields. */
  problem: unknown;
}

export function Filters({ table, problem }: FiltersProps) {
  const { params, set } = table;
  const { data } = useListKindsQuery();
  const { errors } = asApiError(problem);
  const kinds = data?.kinds ?? [];
  const text = useDebouncedText(params.q ?? '', (q) => set({ q }));
  const from = useDebouncedText(params.minPrice ?? '', (minPrice) => set({ minPrice }));
  const to = useDebouncedText(params.maxPrice ?? '', (maxPrice) => set({ maxPrice }));
  const price = { type: 'number', min: 0, max: MAX_PRICE, step: 'any', inputMode: 'decimal' } as const;

  const search = useRef<HTMLElement>(null);
  // The button goes away with the last filter: the focus must not go with it.
  const clear = () => {
    table.reset();
    search.current?.querySelector('input')?.focus();
  };

  return (
    <search ref={search}>
      <form className="filters" aria-label="Parts" onSubmit={(event) => event.preventDefault()}>
        <div className="filters__search">
          <Input
            label="Search"
            type="search"
            maxLength={MAX_SEARCH}
            placeholder="Name, kind or description"
            error={searchError(params.q) ?? errors.q}
            {...text}
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
          {AVAILABILITY_OPTIONS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <fieldset className="filters__price">
          <legend className="visually-hidden">Unit price in dollars</legend>
          <Input
            label="Price from"
            error={priceError(params.minPrice) ?? errors.minPrice}
            {...price}
            {...from}
          />
          <Input label="Price to" error={priceError(params.maxPrice) ?? errors.maxPrice} {...price} {...to} />
        </fieldset>
        <Select
          label="Sort by"
          value={sortOf(params)}
          onChange={(event) => set({ sort: event.target.value })}
        >
          {offeredSorts(params).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
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
