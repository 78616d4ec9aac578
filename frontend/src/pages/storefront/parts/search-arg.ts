import type {
  Availability,
  CountItemsApiArg,
  ProductSort,
  SearchItemsApiArg,
  SpecFacetDto as SpecFacet,
} from '../../../api/generated';
import type { TableParams } from '../../../lib/use-table-params';
import { priceOf, searchText } from '../../../lib/limits';
import { AVAILABILITIES } from '../../../features/products/availability';

export type PartFilter = 'q' | 'asTyped' | 'kind' | 'spec' | 'minPrice' | 'maxPrice' | 'availability';

interface Sort {
  /** As the address has it; of a specification `spec.lengthMm`, `-spec.lengthMm`. */
  value: string;
  label: string;
}

const RELEVANCE: Sort = { value: 'relevance', label: 'Best match' };

const SORTS: readonly Sort[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'price', label: 'Price, low to high' },
  { value: '-price', label: 'Price, high to low' },
  { value: 'name', label: 'Name, A to Z' },
  { value: '-availableQ', label: 'Most available' },
];

const SPEC_SORT = /^(-?)spec\.(.+)$/;

/** The sorts that the list offers; the first is in effect when the address names none of them. */
export const sortsOf = ({ q, kind }: TableParams<PartFilter>, specs: readonly SpecFacet[] = []): Sort[] => [
  ...(q ? [RELEVANCE] : []),
  ...SORTS,
  ...(kind ? specs : [])
    .filter(({ isNumber }) => isNumber)
    .flatMap(({ key, label }) => [
      { value: `spec.${key}`, label: `${label}, low to high` },
      { value: `-spec.${key}`, label: `${label}, high to low` },
    ]),
];

/** The sort in effect, as the call takes it: none where it is the list's own. */
function sortArg(
  params: TableParams<PartFilter>,
  specs: readonly SpecFacet[] | undefined,
): Pick<SearchItemsApiArg, 'sort' | 'sortSpec'> {
  const { sort, kind } = params;
  const [, turned, key] = SPEC_SORT.exec(sort ?? '') ?? [];
  // what the kind has is not known yet
  if (kind && key && !specs) return { sortSpec: `${turned}${key}` };
  const at = sortsOf(params, specs).findIndex(({ value }) => value === sort);
  if (at <= 0) return {};
  return key ? { sortSpec: `${turned}${key}` } : { sort: sort as ProductSort };
}

/** Another kind has other specifications. */
export const kindChanges = (kind: string | undefined, now: URLSearchParams) => ({
  kind,
  spec: undefined,
  ...(SPEC_SORT.test(now.get('sort') ?? '') && { sort: undefined }),
});

/** Of the list's filters, without those that name several, as admins have. */
interface OneAvailability {
  availability?: Availability;
}

/** The longest kind; a longer one in an edited URL matches nothing. */
const MAX_KIND = 40;

/**
 * The URL's filters as the calls take them; what the server would refuse, such as an unknown state, is left out.
 *
 * @param spec the filters by specifications, of the address or those of them that are known
 */
export function facetArg(
  params: TableParams<PartFilter>,
  spec = params.spec,
): CountItemsApiArg & OneAvailability {
  const { q, asTyped, kind, minPrice, maxPrice, availability } = params;
  return {
    q: searchText(q),
    asTyped: (q && asTyped === 'true') || undefined,
    kind: kind?.slice(0, MAX_KIND),
    spec: (kind && spec) || undefined,
    minPrice: priceOf(minPrice),
    maxPrice: priceOf(maxPrice),
    availability: AVAILABILITIES.find((value) => value === availability),
  };
}

/** @param specs those that the kind has; undefined while that is not known */
export function searchArg(
  params: TableParams<PartFilter>,
  specs?: readonly SpecFacet[],
  spec = params.spec,
): SearchItemsApiArg & OneAvailability {
  const { page, pageSize } = params;
  return { page, pageSize, ...sortArg(params, specs), ...facetArg(params, spec) };
}

/** What an empty list shows besides. */
export const NEWEST = { limit: 3 };
