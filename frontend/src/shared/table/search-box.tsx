import { useEffect, useId, useRef, useState } from 'react';

interface SearchBoxProps {
  label: string;
  placeholder?: string;
  value: string | undefined;
  onSearch: (words: string | undefined) => void;
}

const PAUSE_MS = 300;

/** Searches once typing pauses, at once on Enter; follows the URL when that changes by another way. */
export function SearchBox({ label, placeholder, value = '', onSearch }: SearchBoxProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const send = (words: string) => {
    clearTimeout(timer.current);
    if (words === sent.current) return;
    sent.current = words;
    onSearch(words || undefined);
  };

  return (
    <div className="table-bar__field table-bar__field--wide">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input input--compact"
        type="search"
        autoComplete="off"
        placeholder={placeholder}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          clearTimeout(timer.current);
          timer.current = setTimeout(send, PAUSE_MS, target.value.trim());
        }}
        onKeyDown={({ key }) => key === 'Enter' && send(text.trim())}
      />
    </div>
  );
}
