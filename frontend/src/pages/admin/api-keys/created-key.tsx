import { useEffect, useId, useRef, useState } from 'react';
import type { CreatedApiKey } from '../../../api/types';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';

interface CreatedKeyProps {
  created: CreatedApiKey;
  onDone: () => void;
}

/** The one time that a key is shown. */
export function CreatedKey({ created: { key, name }, onDone }: CreatedKeyProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<string>();
  useEffect(() => field.current?.focus(), []);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(key);
      setCopied('Copied.');
    } catch {
      // without https, or where the browser does not allow it
      field.current?.select();
      setCopied('The key is selected: copy it with your keyboard.');
    }
  };

  return (
    <div className="dialog-body">
      <Alert tone="warn">
        This is the only time the key is shown. Keep it like a password; if it is lost, revoke it and create
        another.
      </Alert>
      <div className="field">
        <label className="field__label" htmlFor={id}>
          Key of {name}
        </label>
        <div className="created-key">
          <input
            id={id}
            ref={field}
            className="input created-key__text"
            readOnly
            spellCheck={false}
            value={key}
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
      <p>
        Programs send it in the header <code>Authorization: Bearer</code>. The{' '}
        <a href="/api/docs" target="_blank" rel="noreferrer">
          API’s documentation
        </a>{' '}
        takes it under “Authorize”.
      </p>
      <div className="dialog-buttons">
        <Button onClick={onDone}>I have copied it</Button>
      </div>
    </div>
  );
}
