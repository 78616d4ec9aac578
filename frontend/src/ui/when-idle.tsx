import { useEffect, useState, type ComponentType, type ReactNode } from 'react';

const RETRY_MS = 10_000;

interface WhenIdleProps {
  /** The same function each time. */
  load: () => Promise<{ default: ComponentType }>;
  /** In its place until then. */
  children?: ReactNode;
}

/**
 * A component that is fetched once the page has been shown and the browser is idle. No page is worth breaking for it: when it
 * cannot be had, it is fetched again.
 */
export function WhenIdle({ load, children }: WhenIdleProps) {
  const [Loaded, setLoaded] = useState<ComponentType>();
  useEffect(() => {
    let retry: ReturnType<typeof setTimeout>;
    const attempt = () =>
      void load().then(
        (module) => setLoaded(() => module.default),
        () => (retry = setTimeout(attempt, RETRY_MS)),
      );
    const idle = 'requestIdleCallback' in window;
    const handle = idle ? requestIdleCallback(attempt, { timeout: 3000 }) : setTimeout(attempt, 1000);
    return () => {
      clearTimeout(retry);
      if (idle) cancelIdleCallback(handle as number);
      else clearTimeout(handle);
    };
  }, [load]);
  return Loaded ? <Loaded /> : children;
}
