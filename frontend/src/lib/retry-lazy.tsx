import { lazy, useState, type ComponentType } from 'react';

/** What makes those components that could not be fetched be fetched again. */
const failed = new Set<() => void>();

/**
 * React's `lazy`, whose failures are remembered only until an error boundary has shown them: mounted again after that,
 * the component is fetched again. (Earlier, React would try the same mount over and over.)
 */
export function retryLazy<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const make = () =>
    lazy(() =>
      load().catch((error: unknown) => {
        failed.add(() => (Latest = make()));
        throw error;
      }),
    );
  let Latest = make();
  return function Retried(props: Props) {
    // Held while mounted: another type would mount it twice.
    const [Part] = useState(() => Latest);
    return <Part {...props} />;
  };
}

/** For error boundaries, once they show an error. */
export function forgetFailures(): void {
  for (const renew of failed) renew();
  failed.clear();
}
