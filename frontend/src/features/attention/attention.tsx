import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useGetAttentionQuery } from '../../api/admin-api';
import type { AttentionCountDto, GetAttentionApiArg } from '../../api/generated-admin';
import { count } from '../../lib/format';
import type { PageQuery } from '../../lists/page-query';
import { Button } from '../../ui/button';

const POLL_MS = 20_000;

/** Lists that say how many rows came since they were loaded. */
export type GrowingList = 'orders' | 'reviews';

interface AttentionState {
  /** What needs an admin; undefined until it is known. */
  counts: AttentionCountDto[] | undefined;
  error: unknown;
  refetch: () => unknown;
  /** How many rows a list has got since it was loaded. */
  newRows: Record<GrowingList, number>;
  /** Notes when an open list was loaded, by the browser's clock; undefined when it is left. */
  watch: (list: GrowingList, loadedAt: number | undefined) => void;
}

const Attention = createContext<AttentionState | undefined>(undefined);

export function useAttention(): AttentionState {
  const state = useContext(Attention);
  if (!state) throw new Error('useAttention outside its provider');
  return state;
}

type Loaded = Partial<Record<GrowingList, number>>;

/** @param ahead milliseconds that the shop's clock is ahead of the browser's */
function argOf({ orders, reviews }: Loaded, ahead: number | undefined): GetAttentionApiArg {
  if (ahead === undefined) return {};
  const time = (at: number) => new Date(at + ahead).toISOString();
  return {
    ...(orders !== undefined && { ordersSince: time(orders) }),
    ...(reviews !== undefined && { reviewsSince: time(reviews) }),
  };
}

/** One call for the bell and for open lists together: every 20 seconds while the tab is seen, and when it comes to be seen. */
export function AttentionProvider({ children }: { children: ReactNode }) {
  const [loaded, setLoaded] = useState<Loaded>({});
  const [ahead, setAhead] = useState<number>();
  const arg = useMemo(() => argOf(loaded, ahead), [loaded, ahead]);
  const query = useGetAttentionQuery(arg, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
    refetchOnMountOrArgChange: true,
  });
  const { data, currentData, error, refetch, startedTimeStamp, fulfilledTimeStamp } = query;
  // once: another estimate would be another call
  if (ahead === undefined && data && startedTimeStamp && fulfilledTimeStamp)
    setAhead(Date.parse(data.asOf) - (startedTimeStamp + fulfilledTimeStamp) / 2);

  const watch = useCallback(
    (list: GrowingList, loadedAt: number | undefined) =>
      setLoaded((before) => ({ ...before, [list]: loadedAt })),
    [],
  );
  const state = useMemo(
    (): AttentionState => ({
      counts: data?.counts,
      error,
      refetch,
      // of the list as it is shown, not as it was before
      newRows: { orders: currentData?.newOrders ?? 0, reviews: currentData?.newReviews ?? 0 },
      watch,
    }),
    [data, currentData, error, refetch, watch],
  );
  return <Attention value={state}>{children}</Attention>;
}

/** The server counts no further. */
const MOST = 100;

interface NewRowsProps {
  list: GrowingList;
  query: PageQuery<unknown>;
  one: string;
  many: string;
}

/**
 * Says above a list how many rows came since it was loaded, in place of moving the rows under the pointer. They are counted
 * whatever the list's filters are, so it belongs where the list `showsNewest` alone.
 */
export function NewRows({ list, query, one, many }: NewRowsProps) {
  const { newRows, watch } = useAttention();
  const { isFetching, startedTimeStamp, fulfilledTimeStamp, refetch } = query;
  const loadedAt =
    !isFetching && startedTimeStamp !== undefined && fulfilledTimeStamp !== undefined
      ? (startedTimeStamp + fulfilledTimeStamp) / 2
      : undefined;
  useEffect(() => {
    if (loadedAt !== undefined) watch(list, loadedAt);
  }, [watch, list, loadedAt]);
  useEffect(() => () => watch(list, undefined), [watch, list]);

  const found = isFetching ? 0 : newRows[list];
  return (
    // there from the start, so that what comes into it is read out
    <div role="status" className="new-rows">
      {found > 0 && (
        <Button
          look="secondary"
          wide
          onClick={({ currentTarget }) => {
            // the button goes, and the focus with it
            currentTarget.closest<HTMLElement>('.data-table')?.focus({ preventScroll: true });
            void refetch();
          }}
        >
          {found >= MOST ? `${count(MOST)} or more` : count(found)} new {found === 1 ? one : many} — show
        </Button>
      )}
    </div>
  );
}
