import type { SearchItemsApiArg } from '../../api/generated';
import type { TableParams } from '../../shared/hooks/use-table-params';
import { AVAILABILITIES } from '../common/availability-words';

export type PartFilter = 'q' | 'kind' | 'minPrice' | 'maxPrice' | 'availability';

export const SORTS = [
  { value: 'newest', words: 'Newest first' },
  { value: 'price', words: 'Price, low to high' },
  { value: '-price', words: 'Price, high to low' },
  { value: 'name', words: 'Name, A to Z' },
  { value: '-availableQ', words: 'Most available' },
] as const;

export const LONGEST_SEARCH = 200;

const dollars = (text?: string): number | undefined => {
  const value = Number(text);
  return text && Number.isFinite(value) && value >= 0 ? value : undefined;
};

/** The URL's words as the call takes them; what the server would refuse, such as a made-up sort, is left out. */
export function searchArg(params: TableParams<PartFilter>): SearchItemsApiArg {
  const { page, pageSize, sort, q, kind, minPrice, maxPrice, availability } = params;
  return {
    page,
    pageSize,
    sort: SORTS.find(({ value }) => value === sort)?.value,
    q: q?.slice(0, LONGEST_SEARCH),
    kind,
    minPrice: dollars(minPrice),
    maxPrice: dollars(maxPrice),
    availability: AVAILABILITIES.find(({ value }) => value === availability)?.value,
  };
}
