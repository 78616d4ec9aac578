import { useEffect, useMemo, useRef, useState } from 'react';
import type { Challenge } from './sandbox-charge';

/** Between looks at the intent while the bank's page is open; its own page loads are looked at at once. */
const LOOK_MS = 2_000;

/** The bank's question as a dialog: what it shows, and what the charge waits for. */
export function useChallenge() {
  const [url, setUrl] = useState<string>();
  const closed = useRef(false);
  const wake = useRef<() => void>(undefined);

  const challenge = useMemo<Challenge>(
    () => ({
      show: (address) => {
        closed.current = false;
        setUrl(address);
      },
      next: () =>
        new Promise((resolve) => {
          const look = () => {
            clearTimeout(timer);
            wake.current = undefined;
            resolve(!closed.current);
          };
          const timer = setTimeout(look, LOOK_MS);
          wake.current = look;
          if (closed.current) look();
        }),
      hide: () => setUrl(undefined),
    }),
    [],
  );

  const close = () => {
    closed.current = true;
    wake.current?.();
  };
  // Leaving the page ends the wait.
  useEffect(
    () => () => {
      closed.current = true;
      wake.current?.();
    },
    [],
  );

  return { url, challenge, close, loaded: () => wake.current?.() };
}
