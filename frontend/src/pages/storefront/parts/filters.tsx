import { useListKindsQuery } from '../../../api/api';
import { asApiError } from '../../../api/problem';
import { useDebouncedText } from '../../../lib/use-debounced-text';
import type { TableState } from '../../../lib/use-table-params';
import { MAX_PRICE, MAX_SEARCH, priceError, searchError } from '../../../lib/limits';
import { Button } from '../../../ui/button';
import { GroupedOptions, Input, Select } from '../../../ui/field';
import { FilterSheet } from '../../../ui/filter-sheet';
import type { FacetsDto as Facets } from '../../../api/generated';
import { count } from '../../../lib/format';
import { AVAILABILITY_OPTIONS } from '../../../features/products/availability';
import { offeredSorts, sortOf, type PartFilter } from './search-arg';
import './filters.css';

interface FiltersProps {
  table: TableState<PartFilter>;
  /** How many parts each choice would leave; missing until it is known. */
  facets?: Facets;
  /** Why the last search failed; its messages are shown at their fields. */
  problem: unknown;
  /** How many parts are found now. */
  found: string | undefined;
}

/** A choice with the number of parts that it leaves. */
const counted = (label: string, counts: { total: number; totalIsExact: boolean } | undefined): string =>
  counts ? `${label} (${count(counts.total)}${counts.totalIsExact ? '' : '+'})` : label;

export function Filters({ table, facets, problem, found }: FiltersProps) {
  const { params, set } = table;
  const { data } = useListKindsQuery();
  const { errors } = asApiError(problem);
  const text = useDebouncedText(params.q ?? '', (q) => set({ q }));
  const from = useDebouncedText(params.minPrice ?? '', (minPrice) => set({ minPrice }));
  const to = useDebouncedText(params.maxPrice ?? '', (maxPrice) => set({ maxPrice }));
  const price = { type: 'number', min: 0, max: MAX_PRICE, step: 'any', inputMode: 'decimal' } as const;
  const ofKind = (kind: string) => facets?.kinds.find((each) => each.kind === kind);
  const kinds = (data?.options ?? []).map((one) => ({ ...one, label: counted(one.label, ofKind(one.slug)) }));
  const ofAvailability = (availability: string) =>
    facets?.availabilities.find((each) => each.availability === availability);

  const kind = (
    <Select
      label="Kind"
      name="kind"
      value={params.kind ?? ''}
      onChange={(event) => set({ kind: event.target.value })}
    >
      <option value="">All kinds</option>
      {/* A kind named by the URL is shown even before the list is here. */}
      {params.kind && !data?.kinds.includes(params.kind) && <option>{params.kind}</option>}
      <GroupedOptions options={kinds} />
    </Select>
  );
  const availability = (
    <Select
      label="Availability"
      name="availability"
      value={params.availability ?? ''}
      onChange={(event) => set({ availability: event.target.value })}
    >
      <option value="">Any</option>
      {AVAILABILITY_OPTIONS.map(([value, label]) => (
        <option key={value} value={value}>
          {counted(label, ofAvailability(value))}
        </option>
      ))}
    </Select>
  );
  const prices = (
    <fieldset className="filters__price">
      <legend className="visually-hidden">Unit price in dollars</legend>
      <Input
        label="Price from"
        name="minPrice"
        error={priceError(params.minPrice) ?? errors.minPrice}
        {...price}
        {...from}
      />
      <Input
        label="Price to"
        name="maxPrice"
        error={priceError(params.maxPrice) ?? errors.maxPrice}
        {...price}
        {...to}
      />
    </fieldset>
  );

  return (
    <search>
      {/* With script every change searches at once; without, the button does. */}
      <form className="filters" aria-label="Parts" onSubmit={(event) => event.preventDefault()}>
        <div className="filters__search">
          <Input
            label="Search"
            name="q"
            type="search"
            maxLength={MAX_SEARCH}
            placeholder="Name, kind or description"
            error={searchError(params.q) ?? errors.q}
            {...text}
          />
          <Button type="submit" formMethod="get" look="secondary">
            Search
          </Button>
        </div>
        <FilterSheet
          filters={[
            { key: 'kind', isSet: Boolean(params.kind), control: kind },
            { key: 'availability', isSet: Boolean(params.availability), control: availability },
            { key: 'price', isSet: Boolean(params.minPrice ?? params.maxPrice), control: prices },
          ]}
          done={found ? `Show ${found}` : 'Show the parts'}
        />
        <Select
          label="Sort by"
          name="sort"
          value={sortOf(params)}
          onChange={(event) => set({ sort: event.target.value })}
        >
          {offeredSorts(params).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </form>
    </search>
  );
}
