import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { changedSearch, type Changes } from './changed-search';

/** The limits of the `search` calls. */
const LARGEST_PAGE = 100;
const LAST_ROW = 10_000;

export interface TableOptions<Filter extends string> {
  /** Names of the filters, which are also their names in the URL and in the call. */
  filters: readonly Filter[];
  pageSize: number;
  sort?: string;
}

export type TableParams<Filter extends string> = { page: number; pageSize: number; sort?: string } & {
  [F in Filter]?: string;
};

type TableChange<Filter extends string> = Partial<Record<Filter | 'sort' | 'pageSize', string | undefined>>;

export interface TableState<Filter extends string> {
  /** As the `search` calls take them; empty filters are left out. */
  params: TableParams<Filter>;
  /**
   * Changes filters, sort or page size and goes back to page 1; `undefined` or '' clears one. A function makes the changes from
   * the parameters as they are now. Back undoes it, unless it `replace`s the change before.
   */
  set: (
    changes: TableChange<Filter> | ((now: URLSearchParams) => TableChange<Filter>),
    replace?: boolean,
  ) => void;
  /** Clears the filters; sort and page size stay. */
  reset: () => void;
  /** The query string, as a link takes it, with some parameters changed, from page 1 on unless `page` is among them. */
  link: (changes: Partial<Record<Filter | 'page', string | undefined>>) => string;
  /** True when any filter is set. */
  filtered: boolean;
}

const wholeFrom = (text: string | null, fallback: number): number => {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : fallback;
};

/** What a URL asks of a list, within the limits of the `search` calls. */
export function readTableParams<Filter extends string>(
  url: URLSearchParams,
  { filters, pageSize, sort }: TableOptions<Filter>,
): TableParams<Filter> {
  const found = filters.flatMap((name) => {
    const value = url.get(name);
    return value ? [[name, value] as const] : [];
  });
  const size = Math.min(wholeFrom(url.get('pageSize'), pageSize), LARGEST_PAGE);
  return {
    page: Math.min(wholeFrom(url.get('page'), 1), Math.floor(LAST_ROW / size)),
    pageSize: size,
    sort: url.get('sort') ?? sort,
    ...Object.fromEntries(found),
  } as TableParams<Filter>;
}

/** Page, size, sort and filters of a list, kept in the URL so that a link or a reload shows the same rows. */
export function useTableParams<Filter extends string>(options: TableOptions<Filter>): TableState<Filter> {
  const [search, setSearch] = useSearchParams();
  const { filters, pageSize, sort } = options;
  const key = search.toString();

  const params = useMemo(
    () => readTableParams(new URLSearchParams(key), { filters, pageSize, sort }),
    [key, filters, pageSize, sort],
  );

  const change = useCallback(
    (changes: Changes | ((now: URLSearchParams) => Changes), replace = false) => {
      // The URL itself: what `setSearch` passes to an updater is the last render's, without a change made since.
      const now = location.search;
      const made = typeof changes === 'function' ? changes(new URLSearchParams(now)) : changes;
      setSearch(changedSearch(now, { ...made, page: undefined }), { replace, preventScrollReset: true });
    },
    [setSearch],
  );

  return {
    params,
    set: change,
    reset: () => change(Object.fromEntries(filters.map((name) => [name, undefined]))),
    link: (changes) => `?${changedSearch(key, { page: undefined, ...changes }).toString()}`,
    filtered: filters.some((name) => search.get(name)),
  };
}
