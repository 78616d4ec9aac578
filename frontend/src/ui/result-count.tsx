import { useRef, type ReactNode, type Ref } from 'react';
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

/** The start of a list, to go to when other rows are shown: `go` moves the focus and scrolls there. */
export function useListStart() {
  const ref = useRef<HTMLParagraphElement>(null);
  const focus = () => ref.current?.focus({ preventScroll: true });
  const go = () => {
    focus();
    ref.current?.scrollIntoView();
  };
  return { ref, focus, go };
}
