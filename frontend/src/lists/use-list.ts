import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { AnyList, ListDeclaration } from './define-list';
import { changedSearch, type Changes } from '../lib/changed-search';
import { FROM_START, listArg, readList, withDependents, withoutFilters, type ListState } from './list-url';

export interface ListControl<Arg = object> {
  state: ListState;
  /** The argument of the list's `search` call. */
  arg: Arg;
  /** Changes filters, search, sort or page size, and returns to page 1. Typing should not fill the history: `typed`. */
  set: (changes: Changes, how?: { typed?: boolean }) => void;
  setPage: (page: number) => void;
  /** Goes on beyond the last numbered page. */
  goOn: (nextCursor: string, rows: number) => void;
  /** Opens a row's drawer; without one, closes it. A step from one row to the next does not fill the history. */
  open: (id: string | undefined, how?: { step: boolean }) => void;
  clear: () => void;
  /** Replaces everything but the open row, as a saved view does. */
  apply: (params: Readonly<Record<string, string>>) => void;
}

/** For the list's call: what others changed meanwhile has to show. */
export const LIVE = { refetchOnMountOrArgChange: true } as const;

/**
 * A list's state, all of it in the URL: a link, a reload and Back show the same rows.
 *
 * @param fixed joined to every call, such as whose orders are listed
 */
export function useList<Row, Arg extends object>(
  declared: ListDeclaration<Row, Arg>,
  fixed?: Partial<Arg>,
): ListControl<Arg> {
  const list = declared as unknown as AnyList;
  const always = JSON.stringify(fixed);
  const [search, setSearch] = useSearchParams();
  const key = search.toString();
  const state = useMemo(() => readList(list, key), [list, key]);
  const arg = useMemo(
    () => ({ ...listArg(list, state), ...(always && (JSON.parse(always) as object)) }) as Arg,
    [list, state, always],
  );

  const change = useCallback(
    (changes: Changes, replace = false) =>
      // The URL itself: what `setSearch` passes to an updater is the last render's, without a change made since.
      setSearch(changedSearch(location.search, changes), { replace, preventScrollReset: true }),
    [setSearch],
  );

  return useMemo(
    () => ({
      state,
      arg,
      set: (changes, { typed = false } = {}) =>
        change({ ...FROM_START, ...withDependents(list, location.search, changes) }, typed),
      setPage: (page) => change({ ...FROM_START, page: page > 1 ? String(page) : undefined }),
      goOn: (cursor, rows) => {
        const after = state.cursor ? state.after + rows : state.page * state.pageSize;
        change({ ...FROM_START, cursor, after: String(after) });
      },
      open: (id, { step } = { step: false }) => change({ open: id }, step || id === undefined),
      clear: () => change(withDependents(list, location.search, withoutFilters(location.search))),
      apply: (params) => setSearch(new URLSearchParams(params), { preventScrollReset: true }),
    }),
    [list, state, arg, change, setSearch],
  );
}
