import { useId, useState } from 'react';
import { isDay } from '../lib/days';

interface DayInputProps {
  label: string;
  value: string | undefined;
  min?: string;
  max?: string;
  /** The id of the message about it. */
  error?: string;
  /** A whole day was typed or chosen; undefined when it was emptied. */
  onDay: (day: string | undefined) => void;
}

/** A day of the calendar, taken once it is whole. */
export function DayInput({ label, value = '', error, onDay, ...bounds }: DayInputProps) {
  const id = useId();
  // While a year is being typed, the input has days such as 0002-11-22.
  const [typed, setTyped] = useState<string>();
  const commit = () => {
    if (typed !== undefined && typed !== value && (typed === '' || isDay(typed))) onDay(typed || undefined);
    setTyped(undefined);
  };
  return (
    <div className="table-bar__field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        className="input input--compact"
        {...bounds}
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
