import { useId } from 'react';
import { GroupedOptions } from '../ui/field';

interface FilterSelectProps {
  label: string;
  value: string | undefined;
  /** Value and label, and the heading that it is under. */
  options: readonly (readonly [value: string, label: string, group?: string])[];
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
        <GroupedOptions options={options.map(([slug, text, group = '']) => ({ slug, label: text, group }))} />
      </select>
    </div>
  );
}
