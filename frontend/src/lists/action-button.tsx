import { useState } from 'react';
import { asApiError } from '../api/problem';
import { notify } from '../ui/notify';
import { Button } from '../ui/button';

interface ActionButtonProps {
  label: string;
  /** What it acts on, for screen readers. */
  subject: string;
  hint?: string;
  run: () => Promise<unknown>;
  /** The toast afterwards. */
  done: string;
}

/** A button of a row that acts at once; a refusal is shown as a toast. */
export function ActionButton({ label, subject, hint, run, done }: ActionButtonProps) {
  const [busy, setBusy] = useState(false);
  const act = async () => {
    setBusy(true);
    try {
      await run();
      void notify('success', done);
    } catch (error) {
      void notify('error', asApiError(error).detail);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      look="secondary"
      small
      busy={busy}
      title={hint}
      aria-label={`${label}: ${subject}${hint ? `, ${hint}` : ''}`}
      onClick={() => void act()}
    >
      {label}
    </Button>
  );
}
