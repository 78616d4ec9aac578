import { lazy, Suspense, useEffect, useState } from 'react';

const Container = lazy(() => import('./toast-container'));

/** The toast container of every page, fetched once the page has been shown and the browser is idle. */
export function Toasts() {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const idle = 'requestIdleCallback' in window;
    const handle = idle
      ? requestIdleCallback(() => setDue(true), { timeout: 3000 })
      : setTimeout(setDue, 1000, true);
    return () => (idle ? cancelIdleCallback(handle as number) : clearTimeout(handle));
  }, []);
  return (
    due && (
      <Suspense>
        <Container />
      </Suspense>
    )
  );
}
