import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { useCountManagedItemsQuery } from '../../../api/admin-api';
import type { CountManagedItemsApiArg } from '../../../api/generated-admin';
import type { Kind, SpecFacet } from '../../../api/types';
import { NOT_STATED } from '../../../features/kinds/spec-text';
import { count } from '../../../lib/format';
import {
  type FilterableSpec,
  filterOfSpec,
  formatSpecFilters,
  readSpecFilters,
  type SpecFilter,
  withSpecFilter,
} from '../../../lib/spec-filter';
import { DebouncedField } from '../../../lists/filter-controls';
import { PanelButton } from '../../../lists/panel-button';
import { LIVE } from '../../../lists/use-list';
import { Button } from '../../../ui/button';
import { Alert, ErrorState } from '../../../ui/feedback';
import { Spinner } from '../../../ui/spinner';

export const NEEDS_OPENSEARCH =
  'This catalogue is too large for filters by specifications without OpenSearch: set OPENSEARCH_URL.';

/** What the panel counts: the filters of the list, and the kind whose specifications they may be of. */
export const CountedFilters = createContext<{
  kind: Kind | undefined;
  specs: readonly FilterableSpec[];
  arg: CountManagedItemsApiArg;
}>({ kind: undefined, specs: [], arg: {} });

interface SpecPanelProps {
  value: string | undefined;
  onChange: (value: string | undefined, how?: { typed?: boolean }) => void;
}

/** The filters by the specifications of the chosen kind, with how many products each value would leave. */
export function SpecPanel({ value = '', onChange }: SpecPanelProps) {
  const { kind, specs } = useContext(CountedFilters);
  const { filters } = readSpecFilters(value, specs);
  // two changes may come before the address has the first
  const latest = useRef(value);
  useEffect(() => void (latest.current = value), [value]);
  const change = (filter: SpecFilter, how?: { typed: boolean }) => {
    const before = readSpecFilters(latest.current, specs).filters;
    latest.current = formatSpecFilters(withSpecFilter(before, filter), specs);
    onChange(latest.current || undefined, how);
  };
  const set = filters.length === 0 ? '' : ` (${filters.length})`;
  return (
    <PanelButton label={`Specifications${set}`}>
      {(close) => (
        <>
          <Facets key={kind?.slug} filters={filters} onChange={change} />
          <span className="facets__end">
            <Button look="secondary" small onClick={close}>
              Done
            </Button>
          </span>
        </>
      )}
    </PanelButton>
  );
}

interface FacetsProps {
  filters: readonly SpecFilter[];
  onChange: (filter: SpecFilter, how?: { typed: boolean }) => void;
}

function Facets({ filters, onChange }: FacetsProps) {
  const { arg } = useContext(CountedFilters);
  const { data, error, isFetching, refetch } = useCountManagedItemsQuery(arg, LIVE);
  if (error && !data) return <ErrorState error={error} title="They could not be counted" retry={refetch} />;
  if (!data) return <Spinner label="Counting" />;
  if (!data.isCounted) return <Alert tone="warn">{NEEDS_OPENSEARCH}</Alert>;
  if (data.specs.length === 0) return <p className="muted">This kind has no specifications to filter by.</p>;
  return (
    <div className="facets" aria-busy={isFetching}>
      {data.specs.map((facet) => (
        <Facet key={facet.key} facet={facet} filter={filterOfSpec(filters, facet.key)} onChange={onChange} />
      ))}
    </div>
  );
}

interface FacetProps {
  facet: SpecFacet;
  filter: SpecFilter;
  onChange: FacetsProps['onChange'];
}

/** One specification, open where it is set. */
function Facet({ facet, filter, onChange }: FacetProps) {
  const { label, unit, notStated } = facet;
  const { values, from, to, orUnstated } = filter;
  const set = values.length + (from === undefined && to === undefined ? 0 : 1) + (orUnstated ? 1 : 0);
  const [isFirstOpen] = useState(set > 0);
  return (
    <details className="facet" open={isFirstOpen}>
      <summary>
        {label}
        {unit && facet.type === 'range' && <span className="muted"> {unit}</span>}
        {set > 0 && <span className="num"> ({set})</span>}
      </summary>
      <div className="facet__body" role="group" aria-label={label}>
        {facet.type === 'range' && <RangeFields facet={facet} filter={filter} onChange={onChange} />}
        {facet.options.map((option) => (
          <Choice
            key={option.value}
            label={option.label}
            total={option.total}
            isChosen={values.includes(option.value)}
            onChange={(isChosen) =>
              onChange({
                ...filter,
                values: isChosen
                  ? [...values, option.value]
                  : values.filter((value) => value !== option.value),
              })
            }
          />
        ))}
        {facet.type === 'values' && facet.options.length === 0 && notStated === 0 && (
          <p className="muted">No product has a value, under the other filters.</p>
        )}
        {(notStated > 0 || orUnstated) && (
          <Choice
            label={NOT_STATED}
            total={notStated}
            isChosen={orUnstated}
            onChange={(isChosen) => onChange({ ...filter, orUnstated: isChosen })}
          />
        )}
      </div>
    </details>
  );
}

interface ChoiceProps {
  label: string;
  total: number;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
}

const Choice = ({ label, total, isChosen, onChange }: ChoiceProps) => (
  <label className="panel__choice">
    <input type="checkbox" checked={isChosen} onChange={({ target }) => onChange(target.checked)} />
    <span className="facet__label">{label}</span> <span className="muted num">{count(total)}</span>
  </label>
);

const NUMBER = /^-?\d{1,9}(?:\.\d{1,6})?$/;
const numberProblem = (text: string): string | undefined =>
  NUMBER.test(text) ? undefined : 'Enter a number, such as 65.';
const boundOf = (text: string): number | undefined => (text === '' ? undefined : Number(text));
const isTurned = ({ from, to }: Bounds): boolean => from !== '' && to !== '' && Number(from) > Number(to);

interface Bounds {
  from: string;
  to: string;
}

/** Bounds of a number. Until they are a range they stay as typed, and are not in the address. */
function RangeFields({ facet, filter, onChange }: FacetProps) {
  const { from: _from, to: _to, ...rest } = filter;
  const own: Bounds = { from: String(filter.from ?? ''), to: String(filter.to ?? '') };
  const [typed, setTyped] = useState({ on: own, bounds: own });
  const bounds = typed.on.from === own.from && typed.on.to === own.to ? typed.bounds : own;
  const commit = (next: Bounds) => {
    setTyped({ on: own, bounds: next });
    if (isTurned(next)) return;
    const [from, to] = [boundOf(next.from), boundOf(next.to)];
    onChange(
      { ...rest, ...(from !== undefined && { from }), ...(to !== undefined && { to }) },
      { typed: true },
    );
  };
  const field = (name: keyof Bounds, hint: number | undefined) => (
    <DebouncedField
      label={`${facet.label} ${name}`}
      placeholder={hint?.toString()}
      inputMode="decimal"
      className="table-bar__field--narrow"
      value={bounds[name]}
      problem={numberProblem}
      onCommit={(text = '') => commit({ ...bounds, [name]: text })}
    />
  );
  return (
    <div className="table-bar__range">
      {field('from', facet.min)}
      {field('to', facet.max)}
      {isTurned(bounds) && (
        <p className="field__error" role="status">
          The first number is greater than the second.
        </p>
      )}
    </div>
  );
}
