import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 300;

/**
 * The text of a search box: commits once typing pauses, on Enter and when the box is left, so that no commit follows a
 * click on a link. Follows `value` when that changes by itself, but not while somebody is typing.
 *
 * @param onCommit is told whether the same edit, which ends with Enter or when the box is left, has committed before
 */
export function useDebouncedText(value: string, onCommit: (text: string, isContinued: boolean) => void) {
  const [text, setText] = useState(value);
  const committed = useRef(value);
  const isContinued = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    if (value === committed.current) return;
    committed.current = value;
    isContinued.current = false;
    if (timer.current === undefined) setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const commit = (typed: string) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const next = typed.trim();
    if (next === committed.current) return;
    committed.current = next;
    onCommit(next, isContinued.current);
    isContinued.current = true;
  };
  const end = () => {
    commit(text);
    isContinued.current = false;
  };

  return {
    value: text,
    onChange: ({ target }: { target: { value: string } }) => {
      setText(target.value);
      clearTimeout(timer.current);
      timer.current = setTimeout(commit, PAUSE_MS, target.value);
    },
    onKeyDown: ({ key }: { key: string }) => key === 'Enter' && end(),
    onBlur: end,
  };
}
