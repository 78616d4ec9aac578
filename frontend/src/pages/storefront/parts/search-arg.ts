import type { CountItemsApiArg, SearchItemsApiArg } from '../../../api/generated';
import type { TableParams } from '../../../lib/use-table-params';
import { priceOf, searchText } from '../../../lib/limits';
import { AVAILABILITIES } from '../../../features/products/availability';

export type PartFilter = 'q' | 'kind' | 'minPrice' | 'maxPrice' | 'availability';

export const SORTS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'price', label: 'Price, low to high' },
  { value: '-price', label: 'Price, high to low' },
  { value: 'name', label: 'Name, A to Z' },
  { value: '-availableQ', label: 'Most available' },
] as const;

type PartSort = (typeof SORTS)[number]['value'];

const PRICE_SORTS: readonly PartSort[] = ['price', '-price'];
const SEARCHED_SORTS: readonly PartSort[] = ['newest', ...PRICE_SORTS];

const hasPrice = ({ minPrice, maxPrice }: TableParams<PartFilter>): boolean =>
  priceOf(minPrice) !== undefined || priceOf(maxPrice) !== undefined;

/**
 * The sorts that the server reads from an index under these filters; the first is in effect when the URL names none of
 * them. A price range is a range of the parts in order of price.
 */
export function offeredSorts(params: TableParams<PartFilter>): readonly (typeof SORTS)[number][] {
  const { q } = params;
  const offered = (values: readonly PartSort[]) => SORTS.filter(({ value }) => values.includes(value));
  if (hasPrice(params)) return offered(PRICE_SORTS);
  return q ? offered(SEARCHED_SORTS) : SORTS;
}

/** The sort in effect. */
export function sortOf(params: TableParams<PartFilter>): PartSort | undefined {
  const offered = offeredSorts(params);
  return (offered.find(({ value }) => value === params.sort) ?? offered[0])?.value;
}

/** Whether a price range has put another sort in the place of the one that was chosen: the list says so. */
export const isSortedByPrice = (params: TableParams<PartFilter>): boolean =>
  hasPrice(params) && sortOf(params) !== params.sort;

/** The longest kind; a longer one in an edited URL matches nothing. */
const MAX_KIND = 40;

/** The URL's filters as the calls take them; what the server would refuse, such as an unknown state, is left out. */
export function facetArg(params: TableParams<PartFilter>): CountItemsApiArg {
  const { q, kind, minPrice, maxPrice, availability } = params;
  return {
    q: searchText(q),
    kind: kind?.slice(0, MAX_KIND),
    minPrice: priceOf(minPrice),
    maxPrice: priceOf(maxPrice),
    availability: AVAILABILITIES.find((value) => value === availability),
  };
}

export function searchArg(params: TableParams<PartFilter>): SearchItemsApiArg {
  const { page, pageSize } = params;
  return { page, pageSize, sort: sortOf(params), ...facetArg(params) };
}
