import { useRef, useState, type ReactNode } from 'react';
import { asApiError } from '../api/problem';
import { notify } from '../ui/notify';
import { notifyUndo } from '../ui/notify-undo';
import { Button } from '../ui/button';
import type { Undo } from '../ui/undo-toast';
import { Alert } from '../ui/feedback';
import { AdminDialog } from './admin-dialog';

interface Confirmed<Result> {
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
  /** `plain` where nothing is lost by it. */
  tone?: 'danger' | 'plain';
}

/** Longer than the dialog takes to close and the list to be read again. */
const CONFIRM_MS = 600;

/** The button, and often its row, is gone after the action: the focus then moves to its table or drawer, or to the page. */
export function keepFocusNear(table: HTMLElement | null | undefined): void {
  setTimeout(() => {
    if (document.activeElement !== document.body) return;
    const next = table?.isConnected ? table : document.querySelector('main');
    next?.focus({ preventScroll: true });
  }, CONFIRM_MS);
}

interface ConfirmDialogProps<Result> extends Confirmed<Result> {
  open: boolean;
  onClose: () => void;
  /** Where the focus goes when what opened it is gone. */
  near?: () => HTMLElement | null | undefined;
}

/** Asks before it acts. */
export function ConfirmDialog<Result>(props: ConfirmDialogProps<Result>) {
  const { open, onClose, near, title, children, confirm, keep = 'Cancel', run, done, undo, tone } = props;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  const close = () => {
    setFailure(undefined);
    onClose();
  };
  const act = async () => {
    setBusy(true);
    setFailure(undefined);
    const table = near?.();
    try {
      const result = await run();
      close();
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
    <AdminDialog
      open={open}
      busy={busy}
      onClose={close}
      title={title}
      footer={
        <>
          <Button look="secondary" disabled={busy} onClick={close}>
            {keep}
          </Button>
          <Button
            busy={busy}
            className={tone === 'plain' ? undefined : 'btn--destructive'}
            onClick={() => void act()}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {children}
      {failure && <Alert tone="bad">{failure}</Alert>}
    </AdminDialog>
  );
}

interface ConfirmActionProps<Result> extends Confirmed<Result> {
  /** On the button in the row. */
  label: string;
  /** What it acts on; joined to the label for screen readers, since every row has the same button. */
  subject: string;
  disabled?: boolean;
  /** Its description, also shown when it is pointed at. */
  hint?: string;
  /** `primary` where it is the next step. */
  look?: 'primary' | 'secondary';
}

/** A button that asks for confirmation before it acts. */
export function ConfirmAction<Result>(props: ConfirmActionProps<Result>) {
  const { label, subject, disabled, hint, look = 'secondary', tone = 'danger', ...rest } = props;
  const trigger = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        ref={trigger}
        look={look}
        small
        className={tone === 'danger' ? 'btn--danger' : undefined}
        title={hint}
        aria-label={`${label}: ${subject}`}
        aria-haspopup="dialog"
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        {...rest}
        tone={tone}
        open={open}
        onClose={() => setOpen(false)}
        near={() => trigger.current?.closest<HTMLElement>('[role="region"], .side-drawer')}
      />
    </>
  );
}
