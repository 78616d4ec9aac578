import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../ui/button';

interface CopyFieldProps {
  label: string;
  value: string;
  /** What it is called where it can only be selected: `The key`. */
  noun: string;
}

/** A text to be copied. The focus is in it from the start. */
export function CopyField({ label, value, noun }: CopyFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<string>();
  useEffect(() => field.current?.focus(), []);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied('Copied.');
    } catch {
      // without https, or where the browser does not allow it
      field.current?.select();
      setCopied(`${noun} is selected: copy it with your keyboard.`);
    }
  };

  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <div className="copy-field">
        <input
          id={id}
          ref={field}
          className="input copy-field__text"
          readOnly
          spellCheck={false}
          value={value}
          onFocus={({ target }) => target.select()}
        />
        <Button look="secondary" onClick={() => void copy()}>
          Copy
        </Button>
      </div>
      <p className="field__hint" role="status">
        {copied}
      </p>
    </div>
  );
}
