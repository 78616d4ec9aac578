import { useEffect, useState, type RefObject } from 'react';
import { storage } from '../lib/storage';

const OFF = 'rapid.keys.off';

/** Single keys can be switched off, as WCAG 2.1.4 asks for: speech input types them by accident. */
export const areKeysOn = (): boolean => storage.get(OFF) !== 'yes';
export const switchKeys = (on: boolean): void => (on ? storage.remove(OFF) : storage.set(OFF, 'yes'));

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

const rowsIn = (root: HTMLElement | null): HTMLElement[] => [
  ...(root?.querySelectorAll<HTMLElement>('tr[data-row-key]') ?? []),
];

interface RowKeysOptions {
  root: RefObject<HTMLElement | null>;
  onToggle?: (id: string) => void;
  onHelp: () => void;
}

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at) => at + 1,
  j: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  k: (at) => at - 1,
  Home: () => 0,
  End: (_at, last) => last,
};

/**
 * Keys of a list. In a row: up and down, or k and j, between rows; Enter opens; space or x selects. Anywhere outside of a
 * field: / to the search, j to the first row, ? for help.
 */
export function useRowKeys({ root, onToggle, onHelp }: RowKeysOptions) {
  // One row is in the tab order; the others are reached from it.
  const [active, setActive] = useState<string>();

  useEffect(() => {
    const inRow = (key: string, target: Element, row: HTMLElement): boolean => {
      const rows = rowsIn(root.current);
      const step = STEPS[key];
      if (step) rows[step(rows.indexOf(row), rows.length - 1)]?.focus();
      // Buttons within the row keep their own Enter and space.
      else if (key === 'Enter' && target === row) row.querySelector<HTMLElement>('.row-link')?.click();
      else if (onToggle && (key === 'x' || (key === ' ' && target === row)))
        onToggle(row.dataset.rowKey ?? '');
      else return false;
      return true;
    };
    const isOnList = () => document.activeElement?.classList.contains('data-table') === true;
    const anywhere = (key: string): boolean => {
      if (key === '/') document.querySelector<HTMLElement>('main input[type="search"]')?.focus();
      else if (key === '?') onHelp();
      else if (key === 'j' || (key === 'ArrowDown' && isOnList())) rowsIn(root.current)[0]?.focus();
      else return false;
      return true;
    };
    const onKey = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
      if (defaultPrevented || ctrlKey || metaKey || altKey || isTyping(target)) return;
      const isSign = key.length === 1 && key !== ' ';
      if (isSign && !areKeysOn()) return;
      // A dialog or drawer has the keys while it is open.
      if (!(target instanceof Element) || target.closest('[role="dialog"], dialog')) return;
      const row = target.closest<HTMLElement>('tr[data-row-key]');
      const isOurs = row !== null && root.current?.contains(row) === true;
      if ((isOurs && inRow(key, target, row)) || anywhere(key)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [root, onToggle, onHelp]);

  const rowProps = (id: string, isStop: boolean) => ({
    tabIndex: isStop ? 0 : -1,
    onFocus: () => setActive(id),
  });
  return { active, rowProps };
}
