import { useEffect, useRef, useState } from 'react';

/** From a button near the right edge the panel opens to the left. */
export function keepOnScreen(panel: HTMLElement | null): void {
  if (panel && panel.getBoundingClientRect().right > document.documentElement.clientWidth)
    panel.classList.add('panel__body--end');
}

/** The state of a panel under a button, which Escape and a click elsewhere close; the focus returns to the button. */
export function usePanel() {
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

  return { open, setOpen, root, trigger };
}
