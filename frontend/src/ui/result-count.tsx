import { useLayoutEffect, useRef, type ReactNode, type Ref } from 'react';
import { useLocation } from 'react-router-dom';
import { rangeText, type PageOf } from '../lib/page-range';

interface ResultCountProps {
  /** Missing while the first rows load. */
  shown?: PageOf<unknown>;
  /** A plural in s. */
  noun: string;
  ref: Ref<HTMLParagraphElement>;
  /** What else there is to know about the rows. */
  children?: ReactNode;
}

/** Above a list: how many rows it shows, of how many. It is read out when that changes. */
export function ResultCount({ shown, noun, ref, children }: ResultCountProps) {
  return (
    <p className="results__count num" role="status" tabIndex={-1} ref={ref}>
      {shown ? rangeText(shown, noun) : `Loading the ${noun}`}
      {shown && children && <span className="results__note">{children}</span>}
    </p>
  );
}

/**
 * The start of a list, to go to when other rows are shown: `go`, called by the link to them, moves the focus and scrolls
 * there once they are. Earlier, Back would lead to this place instead of the link's.
 */
export function useListStart() {
  const ref = useRef<HTMLParagraphElement>(null);
  const going = useRef(false);
  const { key } = useLocation();
  const seen = useRef(key);
  const focus = () => ref.current?.focus({ preventScroll: true });
  const go = () => {
    going.current = true;
  };
  useLayoutEffect(() => {
    if (!going.current || seen.current === key) return;
    going.current = false;
    seen.current = key;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView();
  }, [key]);
  return { ref, focus, go };
}
