import { useId, useState } from 'react';
import { FilterSelect } from '../../shared/table/filter-select';
import { isDay, presetOf, PRESETS, type OverviewRange } from './range';

interface RangeBarProps {
  range: OverviewRange;
  today: string;
  /** Changes some of the query string. */
  onChange: (changes: Record<string, string | undefined>) => void;
}

const INTERVALS = [
  ['day', 'Day'],
  ['week', 'Week'],
  ['month', 'Month'],
] as const;

/** Which days are shown, in which steps, and whether they are compared with those before. */
export function RangeBar({ range, today, onChange }: RangeBarProps) {
  const id = useId();
  const { from, to, by, compare, problem } = range;
  return (
    <div className="overview-bar-of-range">
      <FilterSelect
        label="Range"
        options={[...PRESETS.map(({ key, label }) => [key, label] as const), ['own', 'Other days']]}
        value={presetOf(range, today)}
        onChange={(key) => {
          const preset = PRESETS.find((candidate) => candidate.key === key)?.days(today);
          if (preset) onChange({ ...preset, by: undefined });
        }}
      />
      <FilterSelect label="By" options={INTERVALS} value={by} onChange={(value) => onChange({ by: value })} />
      <Day
        label="From"
        value={from}
        error={problem && `${id}e`}
        onDay={(day) => onChange({ from: day, to })}
      />
      <Day label="To" value={to} error={problem && `${id}e`} onDay={(day) => onChange({ from, to: day })} />
      <label className="overview-compare">
        <input
          type="checkbox"
          checked={compare}
          onChange={({ target }) => onChange({ compare: target.checked ? undefined : 'no' })}
        />
        Compare with the days before
      </label>
      {problem && (
        <p id={`${id}e`} className="field__error" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

interface DayProps {
  label: string;
  value: string;
  /** The id of the message about it. */
  error: string | undefined;
  onDay: (day: string) => void;
}

function Day({ label, value, error, onDay }: DayProps) {
  const id = useId();
  // While a year is being typed, the input has days such as 0002-11-22.
  const [typed, setTyped] = useState<string>();
  const commit = () => {
    if (typed !== undefined && typed !== value && isDay(typed)) onDay(typed);
    setTyped(undefined);
  };
  return (
    <div className="table-bar__field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        className="input input--compact"
        aria-invalid={error ? true : undefined}
        aria-describedby={error}
        value={typed ?? value}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={commit}
        onKeyDown={({ key }) => key === 'Enter' && commit()}
      />
    </div>
  );
}
