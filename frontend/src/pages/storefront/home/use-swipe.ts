import { useRef, type MouseEvent, type PointerEvent } from 'react';

/** A shorter way is a tap or a click. */
const LEAST_PX = 40;

/** Handlers that turn something by a swipe of a finger, a pen or a mouse: to the left by 1, to the right by -1. */
export function useSwipe(onSwipe: (by: 1 | -1) => void) {
  const from = useRef<{ x: number; y: number }>(undefined);
  const swiped = useRef(false);
  return {
    onPointerDown: ({ clientX, clientY, isPrimary, button }: PointerEvent) => {
      swiped.current = false;
      from.current = isPrimary && button === 0 ? { x: clientX, y: clientY } : undefined;
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      if (!from.current) return;
      const right = clientX - from.current.x;
      const down = clientY - from.current.y;
      from.current = undefined;
      if (Math.abs(right) < LEAST_PX || Math.abs(right) < Math.abs(down)) return;
      swiped.current = true;
      onSwipe(right < 0 ? 1 : -1);
    },
    onPointerCancel: () => (from.current = undefined),
    // a swipe that began and ended on a link does not follow it
    onClickCapture: (event: MouseEvent) => {
      if (swiped.current) event.preventDefault();
      swiped.current = false;
    },
    onDragStart: (event: { preventDefault: () => void }) => event.preventDefault(),
  };
}
