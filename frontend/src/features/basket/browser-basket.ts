import { storage } from '../../lib/storage';
import { BASKET_KEY } from './basket-key';
import { type BasketLine, MAX_LINES, MAX_UNITS } from './merge';

/** Written when a customer's basket was changed, so that other tabs read it again. */
const CHANGED_KEY = 'rapid.basket.changed';
/** The form of what is stored; another one is not read. */
const VERSION = 1;
const KEEP_MS = 90 * 24 * 60 * 60 * 1000;

export const NO_LINES: readonly BasketLine[] = [];

const isLine = (value: unknown): value is BasketLine => {
  const { productId, orderQuantity, price } = (value ?? {}) as Partial<Record<keyof BasketLine, unknown>>;
  return (
    typeof productId === 'string' &&
    /^[0-9a-f]{24}$/.test(productId) &&
    Number.isInteger(orderQuantity) &&
    Number(orderQuantity) >= 1 &&
    Number(orderQuantity) <= MAX_UNITS &&
    (price === undefined || (typeof price === 'number' && price > 0))
  );
};

/** The lines of a stored text that are valid, one a part; none of one that is older than 90 days. */
export function parseBasket(text: string | undefined, now = Date.now()): readonly BasketLine[] {
  try {
    const stored = JSON.parse(text ?? 'null') as {
      version?: unknown;
      savedAt?: unknown;
      lines?: unknown;
    } | null;
    if (stored?.version !== VERSION || !Array.isArray(stored.lines)) return NO_LINES;
    if (typeof stored.savedAt !== 'number' || now - stored.savedAt > KEEP_MS) return NO_LINES;
    const byPart = new Map(stored.lines.filter(isLine).map((line) => [line.productId, line]));
    return [...byPart.values()].slice(0, MAX_LINES);
  } catch {
    return NO_LINES;
  }
}

let seen: { text: string | undefined; lines: readonly BasketLine[] } | undefined;

/** What is stored now; the same array until it changes. */
export function browserLines(): readonly BasketLine[] {
  const text = storage.get(BASKET_KEY);
  if (!seen || seen.text !== text) seen = { text, lines: parseBasket(text) };
  return seen.lines;
}

const listeners = new Set<() => void>();

export function writeBrowserLines(lines: readonly BasketLine[]): void {
  if (lines.length === 0) storage.remove(BASKET_KEY);
  else storage.set(BASKET_KEY, JSON.stringify({ version: VERSION, savedAt: Date.now(), lines }));
  for (const listener of listeners) listener();
}

/** Follows what is stored, in this tab and in others. */
export function onBrowserLines(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === BASKET_KEY || key === null) listener();
  };
  listeners.add(listener);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', onStorage);
  };
}

export const tellOtherTabs = (): void => storage.set(CHANGED_KEY, String(Date.now()));

/** Calls back when another tab has changed the customer's basket. */
export function onChangedElsewhere(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === CHANGED_KEY) listener();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
