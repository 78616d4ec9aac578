import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useDispatch } from 'react-redux';
import { basketApi, useSavedBasketQuery } from '../../api/basket';
import { useSessionState } from '../session/use-session';
import { browserLines, NO_LINES, onBrowserLines, onChangedElsewhere } from './browser-basket';
import { addToBasket, changeBasket, linesOf } from './change-basket';
import { type Added, type BasketLine, mergeBaskets } from './merge';

type Dispatch = (thunk: unknown) => Promise<unknown>;

export interface BasketState {
  /** One a part, in the order they were added. */
  lines: readonly BasketLine[];
  /** How many lines, as the header counts them. */
  count: number;
  /** `loading` until it is known whose basket it is and what is in it. */
  status: 'loading' | 'ready' | 'error';
  /** Of a customer's basket that could not be read. */
  error?: unknown;
  retry: () => void;
}

/** All reject with an `ApiError`. */
export interface BasketActions {
  /** Adds units to what is there; says how many lines a full basket had no space for. `price` is the base price that was seen. */
  add: (lines: readonly BasketLine[]) => Promise<Pick<Added, 'leftOut'>>;
  setQuantity: (productId: string, orderQuantity: number) => Promise<void>;
  remove: (productId: string) => Promise<void>;
  clear: () => Promise<void>;
  /** Any other change of the lines; it may be asked for more than once. */
  change: (change: (lines: readonly BasketLine[]) => readonly BasketLine[]) => Promise<void>;
}

/** The basket: a visitor's in this browser, a customer's on the server. All tabs have the same. */
export function useBasket(): BasketState & BasketActions {
  const { status, user } = useSessionState();
  const email = status === 'signed-in' ? user?.email : undefined;
  const own = useSyncExternalStore(onBrowserLines, browserLines, () => NO_LINES);
  const { currentData, error, refetch } = useSavedBasketQuery(email ?? '', {
    skip: email === undefined,
    refetchOnFocus: true,
  });
  const dispatch = useDispatch() as Dispatch;

  useEffect(
    () => onChangedElsewhere(() => void dispatch(basketApi.util.invalidateTags(['Basket']))),
    [dispatch],
  );

  const lines = useMemo(() => {
    if (status === 'loading') return NO_LINES;
    if (email === undefined) return own;
    // until those are saved that were put in before signing in
    return currentData ? mergeBaskets(linesOf(currentData), own).lines : NO_LINES;
  }, [status, email, own, currentData]);

  const actions = useMemo<BasketActions>(() => {
    const change: BasketActions['change'] = (by) => dispatch(changeBasket(by)) as Promise<void>;
    return {
      add: (added) => dispatch(addToBasket(added)) as ReturnType<BasketActions['add']>,
      setQuantity: (productId, orderQuantity) =>
        change((all) =>
          all.map((line) => (line.productId === productId ? { ...line, orderQuantity } : line)),
        ),
      remove: (productId) => change((all) => all.filter((line) => line.productId !== productId)),
      clear: () => change(() => []),
      change,
    };
  }, [dispatch]);

  const isKnown = status !== 'loading' && (email === undefined || currentData !== undefined);
  return {
    lines,
    count: lines.length,
    status: isKnown ? 'ready' : error ? 'error' : 'loading',
    error,
    retry: () => void refetch(),
    ...actions,
  };
}
