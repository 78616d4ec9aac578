import { type QueryFilter, trusted } from 'mongoose';
import { toCents } from '../common/money.js';
import type { KindBook } from '../kinds/kind-book.js';
import type { Sort } from '../lists/find-page.js';
import { matchesTokens, type SearchFields, searchFieldsWith } from '../lists/search-words.js';
import { availabilitiesOf, AVAILABILITIES, type AvailabilityFilter } from './availability.js';
import type { ItemFilters, ListedSort } from './product.dto.js';
import type { ManagedItemFilters, ProductState } from './product-edit.dto.js';
import type { Product } from './product.schema.js';

export const SORTS: Record<ListedSort, Sort> = {
  newest: ['createdAt', -1],
  oldest: ['createdAt', 1],
  price: ['priceCents', 1],
  '-price': ['priceCents', -1],
  name: ['name', 1],
  '-name': ['name', -1],
  availableQ: ['availableQ', 1],
  '-availableQ': ['availableQ', -1],
  waiting: ['waitingUnits', 1],
  '-waiting': ['waitingUnits', -1],
};

/** Products of some availabilities, each named for the indexes; without a filter of all of them. */
export const available = (filter?: AvailabilityFilter): QueryFilter<Product> => ({
  availability: trusted({ $in: [...(filter === undefined ? AVAILABILITIES : availabilitiesOf(filter))] }),
});

/** No word has it: the tokens of archived products are not found by a search of those on sale. */
const ARCHIVED_MARK = '~';

/** What a search by words finds: none of a deleted product, and apart from each other those on sale and archived. */
export function searchFieldsFor(
  product: Pick<Product, 'name' | 'kind' | 'description' | 'sku' | 'manufacturer' | 'partNumbers' | 'gtin'>,
  state: ProductState | 'deleted',
): SearchFields {
  const { name, sku, kind, description, manufacturer, partNumbers = [], gtin } = product;
  const identifying = [name, sku, kind, manufacturer, ...partNumbers, gtin];
  const { words, tokens } = searchFieldsWith(description, ...identifying);
  if (state === 'deleted') return { words, tokens: [] };
  return { words, tokens: state === 'archived' ? tokens.map((token) => ARCHIVED_MARK + token) : tokens };
}

const matchesMarked = (typed: string | undefined): Record<string, unknown>[] =>
  matchesTokens(typed).map((condition) =>
    typeof condition['tokens'] === 'string' ? { tokens: ARCHIVED_MARK + condition['tokens'] } : condition,
  );

/** Filters whose kind is named by its slug, whatever name of it was given. */
export const withKindSlug = <T extends { kind?: string }>(book: KindBook, filters: T): T =>
  filters.kind === undefined ? filters : { ...filters, kind: book.slugOf(filters.kind) };

/** Words without a letter or digit match nothing. */
const NOTHING: QueryFilter<Product> = { _id: trusted({ $in: [] }) };

/** The filter of a search, in the order of an index. */
export function filterOf(filters: ItemFilters & ManagedItemFilters): QueryFilter<Product> {
  const { q, kind, minPrice, maxPrice, availability, state, lacks } = filters;
  const isArchived = state === 'archived';
  const words = isArchived ? matchesMarked(q) : matchesTokens(q);
  if (words.length === 0 && q?.trim()) return NOTHING;
  const ofState = isArchived ? ({ archived: true } as const) : { removedAt: null };
  return {
    // the tokens say the state; with a kind, the index of kinds may have fewer rows than that of tokens
    ...((words.length === 0 || kind) && ofState),
    ...(kind && { kind }),
    // no index of tokens has the availability, which orders change
    ...((words.length === 0 || availability) && available(availability)),
    ...((minPrice !== undefined || maxPrice !== undefined) && {
      priceCents: trusted({
        ...(minPrice !== undefined && { $gte: toCents(minPrice) }),
        ...(maxPrice !== undefined && { $lte: toCents(maxPrice) }),
      }),
    }),
    ...(lacks !== undefined && { [`specs.${lacks}`]: trusted({ $exists: false }) }),
    ...(words.length > 0 && { $and: words }),
  };
}

/** A wider filter for a sort that the indexes of tokens do not have; undefined where one serves the search. */
export function widerFilterOf(
  { q, kind, availability, state }: ItemFilters & ManagedItemFilters,
  sort: ListedSort,
): QueryFilter<Product> | undefined {
  const [field] = SORTS[sort];
  if (matchesTokens(q).length === 0 || field === 'createdAt' || field === 'priceCents') return undefined;
  return filterOf({ availability, state, ...(state !== 'archived' && { kind }) });
}
