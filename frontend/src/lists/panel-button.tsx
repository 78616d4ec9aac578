import type { ReactNode } from 'react';
import { Button } from '../ui/button';
import { keepOnScreen, usePanel } from './use-panel';

interface PanelButtonProps {
  label: string;
  /** Given a way to close it. */
  children: (close: () => void) => ReactNode;
}

/** A button with a panel under it, which Escape and a click elsewhere close. */
export function PanelButton({ label, children }: PanelButtonProps) {
  const { open, setOpen, root, trigger } = usePanel();
  return (
    <div className="panel" ref={root}>
      <Button
        ref={trigger}
        look="secondary"
        small
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={() => setOpen(!open)}
      >
        {label}
      </Button>
      {open && (
        <div className="panel__body" ref={keepOnScreen} role="dialog" aria-label={label}>
          {children(() => setOpen(false))}
        </div>
      )}
    </div>
  );
}
