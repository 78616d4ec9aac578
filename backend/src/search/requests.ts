import { toCents } from '../common/money.js';
import type { KindBook } from '../kinds/kind-book.js';
import type { ItemFilters, ListedSort } from '../products/product.dto.js';
import type { ManagedItemFilters } from '../products/product-edit.dto.js';
import type { ManageItemsQuery } from './search.dto.js';
import type { EngineFilters, EngineQuery, EngineSort, WaitingSort } from './search-engine.js';
import { readSpecFilters, readSpecSort } from './spec-filter.js';

/** What requests ask for, as engines and the database are asked. Pure. */

export type Filters = ItemFilters & ManagedItemFilters;
/** Of a list of the shop, or of the admins', whose queries have more. */
export type Query = ManageItemsQuery;

/** Whether the indexes of the database do not have it: words, specifications, and a range of prices in another order. */
export function needsEngine({ q, spec, sortSpec, minPrice, maxPrice, sort }: Query): boolean {
  const isPriced = minPrice !== undefined || maxPrice !== undefined;
  const isByPrice = sort === 'price' || sort === '-price';
  return (
    Boolean(q?.trim()) ||
    spec !== undefined ||
    sortSpec !== undefined ||
    // few products are waited for: those out of the range are read with them
    (isPriced && !isByPrice && !isByWaiting(sort))
  );
}

const isByWaiting = (sort: Query['sort']): sort is WaitingSort['by'] =>
  sort === 'waiting' || sort === '-waiting';

/** Whether nothing but words excludes products. */
export const isOnlyWords = ({
  q: _q,
  asTyped: _typed,
  sort: _sort,
  page: _page,
  pageSize: _size,
  ...filters
}: Query): boolean => Object.values(filters).every((value) => value === undefined);

/** The sort of a list that the database reads; of a range of prices one that an index has, unless another is asked for. */
export function listedSort({ q, sort, minPrice, maxPrice }: Query): ListedSort {
  if (sort !== undefined && sort !== 'relevance') return sort;
  return !q && (minPrice !== undefined || maxPrice !== undefined) ? 'price' : 'newest';
}

/** @throws InvalidInput for a specification that the kind does not have */
export function sortOf({ plan, filters }: EngineQuery, { sort, sortSpec }: Query): EngineSort | WaitingSort {
  const bySpec = readSpecSort(filters.kind, sortSpec);
  if (bySpec) return { by: 'spec', ...bySpec };
  if (sort === undefined || sort === 'relevance') return { by: plan ? 'relevance' : 'newest' };
  return { by: sort };
}

/** @throws InvalidInput for a specification or a value that the kind does not have */
export function engineFiltersOf(book: KindBook, filters: Filters): EngineFilters {
  const { state = 'on-sale', availability, minPrice, maxPrice, lacks } = filters;
  const kind = filters.kind === undefined ? undefined : book.find(filters.kind);
  return {
    state,
    ...(kind ? { kind } : { unknownKind: filters.kind }),
    availability,
    minCents: minPrice === undefined ? undefined : toCents(minPrice),
    maxCents: maxPrice === undefined ? undefined : toCents(maxPrice),
    lacks,
    specs: readSpecFilters(kind, filters.spec),
  };
}
