import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { useCountManagedItemsQuery } from '../../../api/admin-api';
import type { CountManagedItemsApiArg } from '../../../api/generated-admin';
import type { Kind, SpecFacet } from '../../../api/types';
import { withRange, withValue } from '../../../features/kinds/spec-changes';
import {
  boundsOf,
  type FilterableSpec,
  rangeOf,
  readSpec,
  type SpecChoices,
  UNSTATED,
} from '../../../features/kinds/spec-filter';
import { NOT_STATED } from '../../../features/kinds/spec-text';
import { count } from '../../../lib/format';
import { DebouncedField } from '../../../lists/filter-controls';
import { PanelButton } from '../../../lists/panel-button';
import { LIVE } from '../../../lists/use-list';
import { Button } from '../../../ui/button';
import { Alert, ErrorState } from '../../../ui/feedback';
import { Spinner } from '../../../ui/spinner';

export const NEEDS_OPENSEARCH =
  'This catalogue is too large for filters by specifications without OpenSearch: set OPENSEARCH_URL.';

const UNAVAILABLE =
  'The search is not available now: its index is being built, or OpenSearch is not reached. Please try again soon.';

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
  const { choices } = readSpec(value, specs);
  // two changes may come before the address has the first
  const latest = useRef(value);
  useEffect(() => void (latest.current = value), [value]);
  const commit = (spec: string, how?: { typed: boolean }) => {
    latest.current = spec;
    onChange(spec || undefined, how);
  };
  const changes: SpecChanges = {
    choose: (key, item, isChosen) => commit(withValue(latest.current, specs, key, item, isChosen)),
    setRange: (key, range) => commit(withRange(latest.current, specs, key, range), { typed: true }),
  };
  const set = choices.size === 0 ? '' : ` (${choices.size})`;
  return (
    <PanelButton label={`Specifications${set}`}>
      {(close) => (
        <>
          <Facets key={kind?.slug} choices={choices} {...changes} />
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

interface SpecChanges {
  choose: (key: string, value: string, isChosen: boolean) => void;
  setRange: (key: string, range: string) => void;
}

function Facets({ choices, ...changes }: SpecChanges & { choices: SpecChoices }) {
  const { arg } = useContext(CountedFilters);
  const { data, error, isFetching, refetch } = useCountManagedItemsQuery(arg, LIVE);
  if (error && !data) return <ErrorState error={error} title="They could not be counted" retry={refetch} />;
  if (!data) return <Spinner label="Counting" />;
  if (!data.isCounted)
    return <Alert tone="warn">{data.uncounted === 'unavailable' ? UNAVAILABLE : NEEDS_OPENSEARCH}</Alert>;
  if (data.specs.length === 0) return <p className="muted">This kind has no specifications to filter by.</p>;
  return (
    <div className="facets" aria-busy={isFetching}>
      {data.specs.map((facet) => (
        <Facet key={facet.key} facet={facet} chosen={choices.get(facet.key) ?? []} {...changes} />
      ))}
    </div>
  );
}

interface FacetProps extends SpecChanges {
  facet: SpecFacet;
  /** What is chosen of it. */
  chosen: readonly string[];
}

/** One specification, open where it is set. */
function Facet({ facet, chosen, choose, setRange }: FacetProps) {
  const { key, label, unit, notStated } = facet;
  const [isFirstOpen] = useState(chosen.length > 0);
  const choice = (value: string, text: string, total: number) => (
    <Choice
      key={value}
      label={text}
      total={total}
      isChosen={chosen.includes(value)}
      onChange={(isChosen) => choose(key, value, isChosen)}
    />
  );
  return (
    <details className="facet" open={isFirstOpen}>
      <summary>
        {label}
        {unit && facet.type === 'range' && <span className="muted"> {unit}</span>}
        {chosen.length > 0 && <span className="num"> ({chosen.length})</span>}
      </summary>
      <div className="facet__body" role="group" aria-label={label}>
        {facet.type === 'range' && (
          <RangeFields facet={facet} chosen={chosen} onChange={(range) => setRange(key, range)} />
        )}
        {facet.options.map((option) => choice(option.value, option.label, option.total))}
        {facet.type === 'values' && facet.options.length === 0 && notStated === 0 && (
          <p className="muted">No product has a value, under the other filters.</p>
        )}
        {(notStated > 0 || chosen.includes(UNSTATED)) && choice(UNSTATED, NOT_STATED, notStated)}
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

const numberProblem = (text: string): string | undefined =>
  rangeOf(text, '') === undefined ? 'Enter a number, such as 65.' : undefined;

interface RangeProps extends Pick<FacetProps, 'facet' | 'chosen'> {
  onChange: (range: string) => void;
}

/** Bounds of a number. Until they are a range they stay as typed, and are not in the address. */
function RangeFields({ facet, chosen, onChange }: RangeProps) {
  const own = boundsOf(chosen);
  const [typed, setTyped] = useState({ on: own, bounds: own });
  const isOwn = typed.on.join('..') === own.join('..');
  const [from, to] = isOwn ? typed.bounds : own;
  const range = rangeOf(from, to);
  const commit = (bounds: typeof own) => {
    setTyped({ on: own, bounds });
    const next = rangeOf(...bounds);
    if (next !== undefined) onChange(next);
  };
  const field = (name: string, value: string, hint: number | undefined, change: (text: string) => void) => (
    <DebouncedField
      label={`${facet.label} ${name}`}
      placeholder={hint?.toString()}
      inputMode="decimal"
      className="table-bar__field--narrow"
      value={value}
      problem={numberProblem}
      onCommit={(text = '') => change(text)}
    />
  );
  return (
    <div className="table-bar__range">
      {field('from', from, facet.min, (text) => commit([text, to]))}
      {field('to', to, facet.max, (text) => commit([from, text]))}
      {range === undefined && (
        <p className="field__error" role="status">
          The first number is greater than the second.
        </p>
      )}
    </div>
  );
}
