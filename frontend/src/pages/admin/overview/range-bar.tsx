import { useId } from 'react';
import { DayInput } from '../../../lists/day-input';
import { FilterSelect } from '../../../lists/filter-select';
import { presetOf, PRESETS, type OverviewRange } from './range';

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
      <DayInput
        label="From"
        value={from}
        error={problem && `${id}e`}
        onDay={(day) => day && onChange({ from: day, to })}
      />
      <DayInput
        label="To"
        value={to}
        error={problem && `${id}e`}
        onDay={(day) => day && onChange({ from, to: day })}
      />
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
