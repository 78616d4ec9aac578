import { useId } from 'react';
import { asApiError } from '../api/problem';
import { useDebouncedText } from '../lib/use-debounced-text';
import { MAX_SEARCH, searchError } from '../lib/limits';

interface SearchBoxProps {
  label: string;
  placeholder?: string;
  /** What it finds, shown while the box is used. */
  help?: string;
  value: string | undefined;
  onSearch: (text: string | undefined) => void;
  /** Why the last search failed; a message for this field is shown at it. */
  problem?: unknown;
  /** Enter or ↓: on to the rows of this text. */
  onRows?: (text: string) => void;
  /** Escape. */
  onLeave?: () => void;
}

/** Searches once typing pauses, at once on Enter. */
export function SearchBox({
  label,
  placeholder,
  help,
  value = '',
  onSearch,
  problem,
  onRows,
  onLeave,
}: SearchBoxProps) {
  const id = useId();
  const input = useDebouncedText(value, (text) => onSearch(text || undefined));
  const error = searchError(value) ?? asApiError(problem).errors.q;
  return (
    <div className="table-bar__field table-bar__field--wide">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input input--compact"
        type="search"
        autoComplete="off"
        placeholder={placeholder}
        maxLength={MAX_SEARCH}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}e` : help ? `${id}h` : undefined}
        {...input}
        onKeyDown={(event) => {
          input.onKeyDown(event);
          const rows = event.key === 'Enter' || event.key === 'ArrowDown';
          if (!rows && event.key !== 'Escape') return;
          event.preventDefault();
          if (rows) onRows?.(input.value.trim());
          else onLeave?.();
        }}
      />
      {help && !error && (
        <p id={`${id}h`} className="table-bar__help">
          {help}
        </p>
      )}
      {error && (
        <p id={`${id}e`} className="field__error">
          {error}
        </p>
      )}
    </div>
  );
}
