import { useId } from 'react';

interface FilterSelectProps {
  label: string;
  value: string | undefined;
  /** Value and words. */
  options: readonly (readonly [string, string])[];
  /** Words for no choice; without them there is always one. */
  any?: string;
  onChange: (value: string | undefined) => void;
  className?: string;
}

export function FilterSelect({ label, value, options, any, onChange, className = '' }: FilterSelectProps) {
  const id = useId();
  return (
    <div className={`table-bar__field ${className}`}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input input--compact"
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value || undefined)}
      >
        {any !== undefined && <option value="">{any}</option>}
        {options.map(([key, words]) => (
          <option key={key} value={key}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
