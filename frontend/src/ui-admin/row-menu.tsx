import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../ui/button';
import './row-menu.css';

interface MenuItem {
  key: string;
  label: string;
  /** Where it leads. */
  to?: string;
  /** What it does. */
  run?: () => void;
}

interface RowMenuProps {
  /** What the actions are of, for screen readers, as every row has the same button. */
  subject: string;
  items: readonly MenuItem[];
  /** Dialogs that the items open. */
  children?: ReactNode;
}

/** Below the button, or above it near the end of the screen. The browser's top layer keeps tables from cutting it off. */
function place(menu: HTMLElement, button: HTMLElement): void {
  const { top, bottom, right } = button.getBoundingClientRect();
  const { height, width } = menu.getBoundingClientRect();
  const isBelow = bottom + height + 8 < innerHeight;
  menu.style.top = `${isBelow ? bottom + 4 : Math.max(8, top - height - 4)}px`;
  menu.style.left = `${Math.max(8, right - width)}px`;
}

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => (at === last ? 0 : at + 1),
  ArrowUp: (at, last) => (at <= 0 ? last : at - 1),
  Home: () => 0,
  End: (_at, last) => last,
};

/** The rare actions of a row, behind three dots. */
export function RowMenu({ subject, items, children }: RowMenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  useEffect(() => {
    if (!open) return undefined;
    const panel = menu.current;
    if (!panel || !button.current) return undefined;
    panel.showPopover();
    place(panel, button.current);
    panel.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    const close = () => setOpen(false);
    addEventListener('scroll', close, { capture: true, passive: true });
    addEventListener('resize', close);
    return () => {
      removeEventListener('scroll', close, { capture: true });
      removeEventListener('resize', close);
    };
  }, [open]);

  const end = () => {
    setOpen(false);
    button.current?.focus();
  };
  const entries = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];

  return (
    <>
      <Button
        ref={button}
        look="quiet"
        small
        className="row-menu__button"
        aria-label={`More: ${subject}`}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <span aria-hidden="true">⋯</span>
      </Button>
      {open && (
        <div
          ref={menu}
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={`More: ${subject}`}
          popover="auto"
          className="row-menu"
          onToggle={({ newState }) => newState === 'closed' && setOpen(false)}
          onKeyDown={(event) => {
            event.stopPropagation();
            const step = STEPS[event.key];
            const all = entries();
            if (step) {
              event.preventDefault();
              all[step(all.indexOf(document.activeElement as HTMLElement), all.length - 1)]?.focus();
            } else if (event.key === 'Escape' || event.key === 'Tab') {
              event.preventDefault();
              end();
            }
          }}
        >
          {items.map(({ key, label, to, run }) =>
            to === undefined ? (
              <button
                key={key}
                type="button"
                role="menuitem"
                className="row-menu__item"
                onClick={() => {
                  end();
                  run?.();
                }}
              >
                {label}
              </button>
            ) : (
              <Link key={key} role="menuitem" className="row-menu__item" to={to}>
                {label}
              </Link>
            ),
          )}
        </div>
      )}
      {children}
    </>
  );
}
