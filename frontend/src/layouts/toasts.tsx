import { useEffect, useState, type ComponentType } from 'react';

const RETRY_MS = 10_000;

/** The toast container of every page, fetched once the page has been shown and the browser is idle. */
export function Toasts() {
  const [Container, setContainer] = useState<ComponentType>();
  useEffect(() => {
    let retry: ReturnType<typeof setTimeout>;
    // No page is worth breaking for it: it is fetched again, and toasts wait for it.
    const load = () =>
      void import('./toast-container').then(
        (module) => setContainer(() => module.default),
        () => (retry = setTimeout(load, RETRY_MS)),
      );
    const idle = 'requestIdleCallback' in window;
    const handle = idle ? requestIdleCallback(load, { timeout: 3000 }) : setTimeout(load, 1000);
    return () => {
      clearTimeout(retry);
      if (idle) cancelIdleCallback(handle as number);
      else clearTimeout(handle);
    };
  }, []);
  return Container && <Container />;
}
