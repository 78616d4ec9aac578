import { useEffect, useRef, useState } from 'react';
import { MAX_UNITS } from './merge';

const PAUSE_MS = 400;

const unitsIn = (text: string): number | undefined => {
  const units = /^\d{1,10}$/.test(text.trim()) ? Number(text) : 0;
  return units >= 1 && units <= MAX_UNITS ? units : undefined;
};

/**
 * A quantity that is typed or stepped: committed once that pauses, and when the field is left. What is no quantity is
 * replaced by the one before when the field is left.
 */
export function useUnits(quantity: number, onCommit: (units: number) => void) {
  const [typed, setTyped] = useState(String(quantity));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ quantity, onCommit });
  useEffect(() => {
    latest.current = { quantity, onCommit };
  });
  useEffect(() => {
    if (timer.current === undefined) setTyped(String(quantity));
  }, [quantity]);
  const commit = (text: string) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const units = unitsIn(text);
    if (units !== undefined && units !== latest.current.quantity) latest.current.onCommit(units);
    return units;
  };
  const change = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(commit, PAUSE_MS, text);
  };
  return {
    typed,
    change,
    bind: {
      value: typed,
      onChange: ({ target }: { target: { value: string } }) => change(target.value),
      onBlur: () => commit(typed) ?? setTyped(String(quantity)),
    },
  };
}
