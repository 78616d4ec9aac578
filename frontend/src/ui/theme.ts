import { useSyncExternalStore } from 'react';
import { storage } from '../lib/storage';

export type Theme = 'light' | 'dark';
/** `system` as long as nobody has chosen: the shop then follows the system, live. */
export type ThemeChoice = Theme | 'system';

/** Read by the head script too, before the first paint. */
const KEY = 'rapid.theme';
const listeners = new Set<() => void>();
let query: MediaQueryList | undefined;
/** Asked for late: there is none where pages are rendered on a server. */
const systemIsDark = () => (query ??= matchMedia('(prefers-color-scheme: dark)'));

const current = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');

function choice(): ThemeChoice {
  const chosen = storage.get(KEY);
  return chosen === 'dark' || chosen === 'light' ? chosen : 'system';
}

function apply(): void {
  const chosen = choice();
  const theme = chosen === 'system' ? (systemIsDark().matches ? 'dark' : 'light') : chosen;
  document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

const onStorage = ({ key }: StorageEvent) => (key === KEY || key === null) && apply();

/** The system and other tabs are followed while anything shows the theme, which the switch of every page does. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    systemIsDark().addEventListener('change', apply);
    addEventListener('storage', onStorage);
    // either may have changed since the head script ran
    apply();
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    systemIsDark().removeEventListener('change', apply);
    removeEventListener('storage', onStorage);
  };
}

export function setTheme(chosen: ThemeChoice): void {
  if (chosen === 'system') storage.remove(KEY);
  else storage.set(KEY, chosen);
  apply();
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, current, () => 'light');

export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, choice, () => 'system');
