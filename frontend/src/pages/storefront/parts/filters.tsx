import { useListKindsQuery } from '../../../api/api';
import { asApiError } from '../../../api/problem';
import { useDebouncedText } from '../../../lib/use-debounced-text';
import type { TableState } from '../../../lib/use-table-params';
import { MAX_PRICE, MAX_SEARCH, priceError, searchError } from '../../../lib/limits';
import { Button } from '../../../ui/button';
import { GroupedOptions, Input, Select } from '../../../ui/field';
import { FilterSheet } from '../../../ui/filter-sheet';
import { count } from '../../../lib/format';
import { AVAILABILITY_OPTIONS } from '../../../features/products/availability';
import { SpecFilters } from './lazy-parts';
import { kindChanges, sortsOf, type PartFilter } from './search-arg';
import type { useParts } from './use-parts';
import { Lens } from '../../../ui/lens';
import './filters.css';
// of what the document has before its code comes
import './spec-filters.css';

type Parts = Pick<ReturnType<typeof useParts>, 'facets' | 'specs' | 'choices'>;

interface FiltersProps extends Parts {
  table: TableState<PartFilter>;
  /** Why the last search failed; its messages are shown at their fields. */
  problem: unknown;
  /** How many parts are found now. */
  shownCount: string | undefined;
}

/** A choice with the number of parts that it leaves, where that is known. */
const counted = (label: string, counts: { total: number } | undefined): string =>
  counts ? `${label} (${count(counts.total)})` : label;

export function Filters({ table, facets, specs = [], choices, problem, shownCount }: FiltersProps) {
  const { params, set } = table;
  const { data } = useListKindsQuery();
  const { errors } = asApiError(problem);
  const text = useDebouncedText(params.q ?? '', (q, more) => set({ q, asTyped: undefined }, more));
  const from = useDebouncedText(params.minPrice ?? '', (minPrice, more) => set({ minPrice }, more));
  const to = useDebouncedText(params.maxPrice ?? '', (maxPrice, more) => set({ maxPrice }, more));
  const price = { type: 'number', min: 0, max: MAX_PRICE, step: 'any', inputMode: 'decimal' } as const;
  const ofKind = (kind: string) => facets?.kinds.find((each) => each.kind === kind);
  const kinds = (data?.options ?? []).map((one) => ({ ...one, label: counted(one.label, ofKind(one.slug)) }));
  const ofAvailability = (availability: string) =>
    facets?.availabilities.find((each) => each.availability === availability);
  const sorts = sortsOf(params, specs);

  const search = (
    <div className="filters__search">
      <Input
        label="Search"
        name="q"
        type="search"
        maxLength={MAX_SEARCH}
        placeholder="Name or value"
        error={searchError(params.q) ?? errors.q}
        {...text}
      />
      <Button type="submit" formMethod="get" look="secondary" aria-label="Search">
        <Lens />
      </Button>
    </div>
  );
  const kind = (
    <Select
      label="Kind"
      name="kind"
      value={params.kind ?? ''}
      onChange={({ target }) => {
        const chosen = target.value;
        set((now) => kindChanges(chosen, now));
      }}
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
  const ofSpecs = params.kind && specs.length > 0 && (
    <SpecFilters
      key={params.kind}
      specs={specs}
      choices={choices}
      onChange={(change, replace) => set((now) => ({ spec: change(now.get('spec') ?? '') }), replace)}
    />
  );

  return (
    <search className="parts__filters">
      {/* With script every change searches at once; without, the button does. */}
      <form className="filters" aria-label="Parts" onSubmit={(event) => event.preventDefault()}>
        {params.spec && <input type="hidden" name="spec" value={params.spec} />}
        <FilterSheet
          filters={[
            // the bar shows it as well
            { key: 'q', isSet: false, control: search },
            { key: 'kind', isSet: Boolean(params.kind), control: kind },
            { key: 'availability', isSet: Boolean(params.availability), control: availability },
            { key: 'price', isSet: Boolean(params.minPrice ?? params.maxPrice), control: prices },
            ...(ofSpecs ? [{ key: 'specs', isSet: choices.size, control: ofSpecs }] : []),
          ]}
          done={shownCount ? `Show ${shownCount}` : 'Show the parts'}
        />
        <Select
          label="Sort by"
          name="sort"
          value={sorts.find(({ value }) => value === params.sort)?.value ?? sorts[0]?.value}
          onChange={(event) => set({ sort: event.target.value })}
        >
          {sorts.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </form>
    </search>
  );
}
