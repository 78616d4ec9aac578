import type { Changes } from '../lib/changed-search';
import { searchText } from '../lib/limits';
import { knownSorts, OWN_PARAMS, sortsOf, type AnyList } from './define-list';
import { argOf, narrows, paramsOf, readValue, type FilterValues } from './filters';
import { LAST_ROW } from '../lib/page-range';

const LARGEST_PAGE = 100;
const DEFAULT_PAGE = 20;

/** What the URL says about a list. */
export interface ListState {
  q?: string;
  /** Whether its words are searched without correcting them. */
  asTyped?: true;
  values: FilterValues;
  /** The sort in effect. */
  sort?: string;
  /** The sort that was asked for, where these filters do not go with it. */
  refusedSort?: string;
  sorts: readonly string[];
  page: number;
  pageSize: number;
  /** Beyond the last numbered page. */
  cursor?: string;
  /** Rows before those of the cursor. */
  after: number;
  /** The row whose drawer is open. */
  open?: string;
  /** The saved view that was opened. */
  view?: string;
  /** Parameters that the list does not know or whose values it does not take; they have no effect but for what is `kept`. */
  ignored: { param: string; value: string; kept?: string }[];
  /** Whether a filter or the search is set. */
  filtered: boolean;
}

const wholeFrom = (text: string | null): number | undefined => {
  const value = Number(text ?? undefined);
  return Number.isInteger(value) && value > 0 ? value : undefined;
};

/** Reads a query string by the list's declaration. */
export function readList(list: AnyList, search: string): ListState {
  const url = new URLSearchParams(search);
  const ignored: ListState['ignored'] = [];
  const ignore = (param: string) => ignored.push({ param, value: url.get(param) ?? '' });

  const values: Record<string, string> = {};
  const filters = new Map((list.filters ?? []).flatMap((filter) => paramsOf(filter).map((p) => [p, filter])));
  for (const [param, value] of url) {
    if (OWN_PARAMS.has(param) || value === '') continue;
    const { value: taken, dropped } = readValue(filters.get(param), value);
    if (taken) values[param] = taken;
    if (dropped) ignored.push({ param, value: dropped, ...(taken && { kept: taken }) });
  }

  const q = (list.search && url.get('q')) || undefined;
  if (url.get('q') && !list.search) ignore('q');
  const asTyped = url.get('asTyped') === 'true' && q !== undefined && list.search?.corrects;
  if (url.has('asTyped') && !asTyped) ignore('asTyped');

  const sorts = sortsOf(list, { ...values, q });
  const asked = url.get('sort') ?? undefined;
  const isKnown = asked !== undefined && knownSorts(list).some(({ key }) => key === asked);
  if (asked !== undefined && !isKnown) ignore('sort');
  const isOffered = asked !== undefined && sorts.includes(asked);

  const size = wholeFrom(url.get('pageSize'));
  if (url.has('pageSize') && (!size || size > LARGEST_PAGE)) ignore('pageSize');
  const pageSize = size && size <= LARGEST_PAGE ? size : (list.pageSize ?? DEFAULT_PAGE);
  const page = wholeFrom(url.get('page'));
  const lastPage = Math.floor(LAST_ROW / pageSize);
  if (url.has('page') && (!page || page > lastPage)) ignore('page');

  const cursor = url.get('cursor') ?? undefined;
  return {
    q,
    ...(asTyped && { asTyped }),
    values,
    sort: isOffered ? asked : sorts[0],
    refusedSort: isKnown && !isOffered ? asked : undefined,
    sorts,
    page: page && page <= lastPage ? page : 1,
    pageSize,
    cursor,
    after: cursor ? (wholeFrom(url.get('after')) ?? 0) : 0,
    open: url.get('open') ?? undefined,
    view: url.get('view') ?? undefined,
    ignored,
    filtered: q !== undefined || [...filters].some(([param, filter]) => values[param] && narrows(filter)),
  };
}

/** Whether a new row would be the first that is shown: without filters and search, on the first page, newest first. */
export const showsNewest = ({ filtered, sort, page, cursor }: ListState): boolean =>
  !filtered && sort === 'newest' && page === 1 && cursor === undefined;

/** The filters and the search as the `search` call takes them. */
function filterArg(list: AnyList, { q, asTyped, values }: ListState): object {
  const given = (list.filters ?? []).flatMap((filter) =>
    paramsOf(filter).flatMap((param) => {
      const value = values[param] ?? (filter.kind === 'select' ? filter.fallback : undefined);
      return value === undefined ? [] : [[param, argOf(filter, value)] as const];
    }),
  );
  return { ...Object.fromEntries(given), ...(q && { q: searchText(q) }), ...(asTyped && { asTyped }) };
}

/** The sort in effect as the list's calls take it. */
export const sortArg = (list: AnyList, { sort }: ListState): object =>
  (sort !== undefined && list.sortArg?.(sort)) || { sort };

/** The whole argument of the list's `search` call. */
export function listArg(list: AnyList, state: ListState): object {
  const { page, pageSize, cursor } = state;
  return {
    ...filterArg(list, state),
    ...sortArg(list, state),
    pageSize,
    ...(cursor ? { cursor } : { page }),
  };
}

/** Other rows are shown from their first page on, without the row that was open. */
export const FROM_START: Changes = {
  page: undefined,
  cursor: undefined,
  after: undefined,
  open: undefined,
};

const PAGING = new Set(['page', 'pageSize', 'cursor', 'sort', 'sortSpec']);

/** The part of a call's argument that says which rows match; exports and calls on all matching rows take it. */
export const filterOf = (arg: object): object =>
  Object.fromEntries(Object.entries(arg).filter(([name]) => !PAGING.has(name)));

/** What a saved view keeps of a list: its filters, search and sort as a query string. */
export function viewQuery({ q, asTyped, values, sort, sorts }: ListState): string {
  const given = { ...values, q, asTyped: asTyped && 'true', sort: sort === sorts[0] ? undefined : sort };
  const entries = Object.entries(given).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return new URLSearchParams(entries).toString();
}

/** Changes with those of what means nothing any more: `asTyped` is of the words, and a sort may be of a filter. */
export function withDependents(list: AnyList, search: string, changes: Changes): Changes {
  const sort = new URLSearchParams(search).get('sort');
  const needed = sort === null ? undefined : list.sortNeeds?.(sort);
  return {
    ...('q' in changes && { asTyped: undefined }),
    ...(needed !== undefined && needed in changes && { sort: undefined }),
    ...changes,
  };
}

/** Removes the search, every filter, and what had no effect; keeps sort and page size. */
export function withoutFilters(search: string): Changes {
  const kept = new Set(['sort', 'pageSize']);
  const params = [...new URLSearchParams(search).keys()].filter((name) => !kept.has(name));
  return Object.fromEntries(params.map((name) => [name, undefined]));
}
