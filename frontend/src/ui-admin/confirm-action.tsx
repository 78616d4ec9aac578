import { Modal } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { asApiError } from '../api/problem';
import { notify } from '../ui/notify';
import { notifyUndo } from '../ui/notify-undo';
import { Button } from '../ui/button';
import type { Undo } from '../ui/undo-toast';
import { Alert } from '../ui/feedback';
import './parts.css';

interface ConfirmActionProps<Result> {
  /** On the button in the row. */
  label: string;
  /** What it acts on; joined to the label for screen readers, since every row has the same button. */
  subject: string;
  title: string;
  children?: ReactNode;
  /** On the button that does it. */
  confirm: string;
  /** On the button that leaves things as they are. */
  keep?: string;
  /** Rejects when it could not be done; the dialog then says why and stays open. */
  run: () => Promise<Result>;
  /** The toast afterwards. */
  done: string | ((result: Result) => string);
  /** Offered for a few seconds afterwards. */
  undo?: Undo;
  disabled?: boolean;
  /** Joined to the label for screen readers, and shown when it is pointed at. */
  hint?: string;
  /** `plain` where nothing is lost by it. */
  tone?: 'danger' | 'plain';
}

/** Longer than the dialog takes to close and the list to be read again. */
const CONFIRM_MS = 600;

/** The button, and often its row, is gone after the action: the focus then moves to its table, or to the page. */
function keepFocusNear(table: HTMLElement | null | undefined): void {
  setTimeout(() => {
    if (document.activeElement !== document.body) return;
    const next = table?.isConnected ? table : document.querySelector('main');
    next?.focus({ preventScroll: true });
  }, CONFIRM_MS);
}

/** A button that asks for confirmation before it acts. */
export function ConfirmAction<Result>({
  label,
  subject,
  keep = 'Cancel',
  ...rest
}: ConfirmActionProps<Result>) {
  const { title, children, confirm, run, done, undo, disabled, hint, tone = 'danger' } = rest;
  const trigger = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  const close = () => {
    if (!busy) setOpen(false);
  };
  const act = async () => {
    setBusy(true);
    setFailure(undefined);
    const table = trigger.current?.closest<HTMLElement>('[role="region"]');
    try {
      const result = await run();
      setOpen(false);
      const said = typeof done === 'function' ? done(result) : done;
      void (undo ? notifyUndo(said, undo) : notify('success', said));
      keepFocusNear(table);
    } catch (error) {
      setFailure(asApiError(error).detail);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <Button
        ref={trigger}
        look="secondary"
        small
        className={tone === 'danger' ? 'btn--danger' : undefined}
        title={hint}
        aria-label={`${label}: ${subject}${hint ? `, ${hint}` : ''}`}
        aria-haspopup="dialog"
        disabled={disabled}
        onClick={() => {
          setFailure(undefined);
          setOpen(true);
        }}
      >
        {label}
      </Button>
      <Modal
        open={open}
        onCancel={close}
        title={title}
        destroyOnHidden
        width={460}
        footer={
          <div className="dialog-buttons">
            <Button look="secondary" onClick={close}>
              {keep}
            </Button>
            <Button busy={busy} onClick={() => void act()}>
              {confirm}
            </Button>
          </div>
        }
      >
        <div className="dialog-body">
          {children}
          {failure && <Alert tone="bad">{failure}</Alert>}
        </div>
      </Modal>
    </>
  );
}
