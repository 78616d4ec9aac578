import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { Button } from './button';

interface DialogProps {
  title: string;
  open: boolean;
  /** Without it, the dialog stays until its content is done. */
  onClose?: () => void;
  children: ReactNode;
}

/** The browser's own modal: it traps the focus, closes on Escape and gives the focus back. */
export function Dialog({ title, open, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (open && !dialog?.open) dialog?.showModal();
    if (!open && dialog?.open) dialog.close();
  }, [open]);
  // One that is taken away without being closed leaves the focus nowhere.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      className="dialog"
      ref={ref}
      aria-labelledby={id}
      onCancel={(event) => !onClose && event.preventDefault()}
      onClose={onClose ?? (() => open && ref.current?.showModal())}
    >
      {open && (
        <div className="dialog__inner">
          <div className="dialog__head">
            <h2 className="dialog__title" id={id}>
              {title}
            </h2>
            {onClose && (
              <Button look="quiet" small aria-label="Close" onClick={onClose}>
                ✕
              </Button>
            )}
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
