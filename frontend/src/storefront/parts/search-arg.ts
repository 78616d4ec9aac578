import type { SearchItemsApiArg } from '../../api/generated';
import type { TableParams } from '../../shared/hooks/use-table-params';
import { priceOf, searchText } from '../../shared/limits';
import { AVAILABILITIES } from '../common/availability-words';

export type PartFilter = 'q' | 'kind' | 'minPrice' | 'maxPrice' | 'availability';

export const SORTS = [
  { value: 'newest', words: 'Newest first' },
  { value: 'price', words: 'Price, low to high' },
  { value: '-price', words: 'Price, high to low' },
  { value: 'name', words: 'Name, A to Z' },
  { value: '-availableQ', words: 'Most available' },
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
    availability: AVAILABILITIES.find(({ value }) => value === availability)?.value,
  };
}
