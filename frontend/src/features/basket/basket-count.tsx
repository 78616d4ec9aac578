import { useEffect, useSyncExternalStore } from 'react';
import { count as grouped } from '../../lib/format';
import { browserLines, NO_LINES, onBrowserLines } from './browser-basket';
import { useSessionState } from '../session/use-session';
import { useBasket } from './use-basket';

/** What was put in before signing in goes into the customer's basket. */
function useMergeAtSignIn(change: ReturnType<typeof useBasket>['change']): void {
  const { status } = useSessionState();
  const own = useSyncExternalStore(onBrowserLines, browserLines, () => NO_LINES);
  const isDue = status === 'signed-in' && own.length > 0;
  useEffect(() => {
    // when it fails, the lines stay and are shown; the next change, or the next page, merges them
    // told where it is seen: a tab in the background follows the sign-in as well
    if (isDue && document.visibilityState === 'visible') change((lines) => lines).catch(() => undefined);
  }, [isDue, change]);
}

/** How many parts are in the basket, for the header. */
export default function BasketCount() {
  const { count, change } = useBasket();
  useMergeAtSignIn(change);
  const parts = count === 1 ? '1 part' : `${grouped(count)} parts`;
  return (
    <>
      {count > 0 && (
        <span className="bar__count num" aria-hidden="true">
          {count}
        </span>
      )}
      <span className="visually-hidden">{count > 0 ? `Basket, ${parts}` : 'Basket, empty'}</span>
    </>
  );
}
