import { useId } from 'react';

interface FilterSelectProps {
  label: string;
  value: string | undefined;
  /** Value and label. */
  options: readonly (readonly [string, string])[];
  /** Label for no choice; without it there is always one. */
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
        {options.map(([key, label]) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}
