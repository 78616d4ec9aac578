import { useState } from 'react';
import { asApiError } from '../api/problem';
import { Button } from './button';
import './undo-toast.css';

export interface Undo {
  run: () => Promise<unknown>;
  /** What is said afterwards. */
  done: string;
}

interface UndoToastProps {
  message: string;
  undo: Undo;
  /** Closes the toast and says how it went. */
  onEnd: (kind: 'success' | 'error', message: string) => void;
}

/** A message that offers to take back what it says, as long as it is shown. */
export function UndoToast({ message, undo, onEnd }: UndoToastProps) {
  const [busy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    try {
      await undo.run();
      onEnd('success', undo.done);
    } catch (error) {
      onEnd('error', asApiError(error).detail);
    }
  };
  return (
    <div className="undo-toast">
      <span>{message}</span>
      <Button look="secondary" small busy={busy} onClick={() => void take()}>
        Undo
      </Button>
    </div>
  );
}
