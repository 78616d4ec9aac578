import { useSyncExternalStore } from 'react';
import { storage } from './storage';

export type Theme = 'light' | 'dark';

/** Read by the head script too, before the first paint. */
const KEY = 'rapid.theme';
const listeners = new Set<() => void>();

const current = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  storage.set(KEY, theme);
  for (const listener of listeners) listener();
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, current, () => 'light');
