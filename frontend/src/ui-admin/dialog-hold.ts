import { createContext, useContext, useEffect } from 'react';

export const DialogHold = createContext<((busy: boolean) => void) | undefined>(undefined);

/** Keeps the dialog around the component open while a request is in progress: see `AdminDialog`. */
export function useHoldDialog(busy: boolean): void {
  const hold = useContext(DialogHold);
  useEffect(() => {
    hold?.(busy);
    return () => hold?.(false);
  }, [hold, busy]);
}
