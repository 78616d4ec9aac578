import { useEffect, useState } from 'react';

const TYPING_MS = 300;

/** A text once it has stopped changing: a request for each letter would be too many. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    if (text === settled) return undefined;
    const timer = setTimeout(setSettled, TYPING_MS, text);
    return () => clearTimeout(timer);
  }, [text, settled]);
  return settled;
}
