import { useEffect, useState } from 'react';

/** Long enough for a mail to arrive, before another is asked for. */
const PAUSE_SECONDS = 60;

/** A pause between two mails: the seconds that are left of it, and what begins it. */
export function usePause(): { left: number; begin: () => void } {
  const [endsAt, setEndsAt] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (endsAt === 0) return undefined;
    const tick = () => setLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1_000)));
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [endsAt]);
  return { left, begin: () => setEndsAt(Date.now() + PAUSE_SECONDS * 1_000) };
}
