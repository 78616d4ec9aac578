import { useId, useState } from 'react';
import { useDebouncedText } from '../lib/use-debounced-text';
import { MAX_PRICE } from '../lib/limits';
import { count, money } from '../lib/format';
import { dayOf } from '../lib/days';
import { DayInput } from './day-input';
import { FilterSelect } from './filter-select';
import { amountOf, type AmountsFilter, type DatesFilter, type Filter } from './filters';
import { DATE_PERIODS, periodOf } from './periods';
import type { ListControl } from './use-list';

/** The control of a filter; tabs stand above the list instead. */
export function FilterControl({ filter, table }: { filter: Filter; table: ListControl }) {
  const id = useId();
  const { values } = table.state;
  switch (filter.kind) {
    case 'tabs':
      return null;
    case 'select':
      return (
        <FilterSelect
          label={filter.label}
          any={filter.fallback ? undefined : (filter.any ?? 'All')}
          options={filter.options}
          value={values[filter.name] ?? filter.fallback}
          onChange={(value) => table.set({ [filter.name]: value === filter.fallback ? undefined : value })}
        />
      );
    case 'text':
      return (
        <DebouncedField
          label={filter.label}
          placeholder={filter.placeholder}
          maxLength={filter.maxLength ?? 200}
          value={values[filter.name]}
          onCommit={(text) => table.set({ [filter.name]: text }, { typed: true })}
        />
      );
    case 'toggle':
      return (
        <label className="table-bar__toggle">
          <input
            type="checkbox"
            checked={values[filter.name] === 'true'}
            onChange={({ target }) => table.set({ [filter.name]: target.checked ? 'true' : undefined })}
          />
          {filter.label}
        </label>
      );
    case 'dates':
      return <Dates filter={filter} table={table} />;
    case 'amounts':
      return <Amounts filter={filter} table={table} />;
    case 'compound':
      return (
        <filter.Input
          value={values[filter.name]}
          onChange={(value, how) => table.set({ [filter.name]: value }, how)}
        />
      );
    default:
      return (
        <div className="table-bar__field">
          <label htmlFor={id}>{filter.label}</label>
          <filter.Input
            id={id}
            value={values[filter.name]}
            onChange={(value) =>
              table.set({
                ...Object.fromEntries((filter.dependents ?? []).map((name) => [name, undefined])),
                [filter.name]: value,
              })
            }
          />
        </div>
      );
  }
}

interface DebouncedFieldProps {
  label: string;
  value: string | undefined;
  onCommit: (text: string | undefined) => void;
  placeholder?: string;
  maxLength?: number;
  inputMode?: 'decimal' | 'numeric';
  /** What is wrong with a text; it is then not committed. */
  problem?: (text: string) => string | undefined;
  className?: string;
}

export function DebouncedField({
  label,
  value = '',
  onCommit,
  problem,
  className = '',
  ...rest
}: DebouncedFieldProps) {
  const id = useId();
  const [error, setError] = useState<string>();
  const input = useDebouncedText(value, (text) => {
    const wrong = text ? problem?.(text) : undefined;
    setError(wrong);
    if (!wrong) onCommit(text || undefined);
  });
  return (
    <div className={`table-bar__field ${className}`}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input input--compact"
        autoComplete="off"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}e` : undefined}
        {...rest}
        {...input}
      />
      {error && (
        <p id={`${id}e`} className="field__error">
          {error}
        </p>
      )}
    </div>
  );
}

function Amounts({ filter, table }: { filter: AmountsFilter; table: ListControl }) {
  const { values } = table.state;
  const max = filter.max ?? (filter.unit === 'units' ? 1e9 : MAX_PRICE);
  const shown = filter.unit === 'units' ? count : money;
  const problem = (text: string) =>
    amountOf(filter, text) === undefined ? `Enter ${shown(0)} to ${shown(max)}.` : undefined;
  const from = values[filter.from];
  const to = values[filter.to];
  const field = (name: string, label: string) => (
    <DebouncedField
      label={label}
      inputMode={filter.unit === 'units' ? 'numeric' : 'decimal'}
      className="table-bar__field--narrow"
      value={values[name]}
      problem={problem}
      onCommit={(text) => table.set({ [name]: text }, { typed: true })}
    />
  );
  return (
    <div className="table-bar__range" role="group" aria-label={filter.label}>
      {field(filter.from, `${filter.label} from`)}
      {field(filter.to, `${filter.label} to`)}
      {from && to && Number(from) > Number(to) && (
        <p className="field__error" role="status">
          The first amount is greater than the second.
        </p>
      )}
    </div>
  );
}

function Dates({ filter, table }: { filter: DatesFilter; table: ListControl }) {
  const { values } = table.state;
  const from = values[filter.from];
  const to = values[filter.to];
  const current = periodOf(from, to);
  const [isOwn, setIsOwn] = useState(false);
  const own = isOwn || current === 'own';
  return (
    <div className="table-bar__range" role="group" aria-label={filter.label}>
      <FilterSelect
        label={filter.label}
        any="Any time"
        options={[...DATE_PERIODS.map(({ key, label }) => [key, label] as const), ['own', 'From … to …']]}
        value={own ? 'own' : current}
        onChange={(key) => {
          setIsOwn(key === 'own');
          if (key === 'own') return;
          const period = DATE_PERIODS.find((candidate) => candidate.key === key)?.days(dayOf(new Date()));
          table.set({ [filter.from]: period?.from, [filter.to]: period?.to });
        }}
      />
      {own && (
        <>
          <DayInput
            label={`${filter.label} from`}
            value={from}
            max={to}
            onDay={(day) => table.set({ [filter.from]: day })}
          />
          <DayInput
            label={`${filter.label} to`}
            value={to}
            min={from}
            onDay={(day) => table.set({ [filter.to]: day })}
          />
        </>
      )}
      {from && to && from > to && (
        <p className="field__error" role="status">
          The first day is after the last.
        </p>
      )}
    </div>
  );
}
