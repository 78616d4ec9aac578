import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '../ui/button';

interface PanelButtonProps {
  label: string;
  /** Given a way to close it. */
  children: (close: () => void) => ReactNode;
}

/** From a button near the right edge the panel opens to the left. */
function keepOnScreen(panel: HTMLElement | null): void {
  if (panel && panel.getBoundingClientRect().right > document.documentElement.clientWidth)
    panel.classList.add('panel__body--end');
}

/** A button with a panel under it, which Escape and a click elsewhere close. */
export function PanelButton({ label, children }: PanelButtonProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return undefined;
    const onPointer = ({ target }: PointerEvent) => {
      if (!root.current?.contains(target as Node)) setOpen(false);
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setOpen(false);
    };
    const button = trigger.current;
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('keydown', onKey);
      // What had the focus within the panel is gone.
      if (document.activeElement === document.body) button?.focus();
    };
  }, [open]);

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
