import type { SearchItemsApiArg } from '../../api/generated';
import type { TableParams } from '../../shared/hooks/use-table-params';
import { priceOf, searchText } from '../../shared/limits';
import { AVAILABILITIES } from '../../shared/availability';

export type PartFilter = 'q' | 'kind' | 'minPrice' | 'maxPrice' | 'availability';

export const SORTS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'price', label: 'Price, low to high' },
  { value: '-price', label: 'Price, high to low' },
  { value: 'name', label: 'Name, A to Z' },
  { value: '-availableQ', label: 'Most available' },
] as const;

/** The longest kind; a longer one in an edited URL matches nothing. */
const MAX_KIND = 40;

/** The URL's filters as the call takes them; what the server would refuse, such as an unknown sort, is left out. */
export function searchArg(params: TableParams<PartFilter>): SearchItemsApiArg {
  const { page, pageSize, sort, q, kind, minPrice, maxPrice, availability } = params;
  return {
    page,
    pageSize,
    sort: SORTS.find(({ value }) => value === sort)?.value,
    q: searchText(q),
    kind: kind?.slice(0, MAX_KIND),
    minPrice: priceOf(minPrice),
    maxPrice: priceOf(maxPrice),
    availability: AVAILABILITIES.find((value) => value === availability),
  };
}
