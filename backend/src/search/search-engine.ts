import type { Availability, AvailabilityFilter } from '../products/availability.js';
import type { ProductSort } from '../products/product.dto.js';
import type { ProductState } from '../products/product-edit.dto.js';
import type { Kind, Spec } from '../kinds/kind.js';
import type { KindBook } from '../kinds/kind-book.js';
import type { SearchDocument } from './search-document.js';
import type { SpecFilter } from './spec-filter.js';
import type { Term } from './words/alternatives.js';
import type { QueryPlan } from './words/query-plan.js';

/** What a search filters by. */
export interface EngineFilters {
  state: ProductState;
  kind?: Kind | undefined;
  /** A kind's slug that no kind has any more, or never had. */
  unknownKind?: string | undefined;
  availability?: AvailabilityFilter | undefined;
  minCents?: number | undefined;
  maxCents?: number | undefined;
  /** The key of a specification that has no value. */
  lacks?: string | undefined;
  specs: readonly SpecFilter[];
}

export type EngineSort =
  | { by: 'relevance' }
  | { by: Exclude<ProductSort, 'relevance'> }
  | { by: 'spec'; spec: Spec; direction: 1 | -1 };

/** By what engines do not know: see `findRows`. */
export interface WaitingSort {
  by: 'waiting' | '-waiting';
}

/** The values by which a row is sorted, its id last. */
export type SortKey = (number | string)[];

export interface EngineQuery {
  /** Undefined: every product. One without words finds none. */
  plan?: QueryPlan | undefined;
  /** What was typed, without signs, when it may be the number of one part. */
  number?: string | undefined;
  /** Whether what only admins see is searched. */
  isAdmin: boolean;
  /** The kinds by which the filters were read. */
  book: KindBook;
  filters: EngineFilters;
}

/** Rows of a list; `skip` counts from the row after the one with the sort key `after`. */
export interface PageWanted {
  skip: number;
  size: number;
  after?: SortKey | undefined;
}

export interface EnginePage {
  /** The rows of the page in their order, with their sort keys. */
  rows: { id: string; key: SortKey }[];
  total: number;
  /** Whether the first row of all has the number that was typed. */
  exactId?: string | undefined;
}

/** The counts of a specification's values. */
export interface SpecCounts {
  /** By value, as `spec` takes it. */
  values: Map<string, number>;
  min?: number;
  max?: number;
  notStated: number;
}

export interface EngineCounts {
  /** By slug, '' included. */
  kinds: Map<string, number>;
  availabilities: Map<Availability, number>;
  /** By the keys of the chosen kind's specifications that have a filter. */
  specs: Map<string, SpecCounts>;
}

/** The present state of some products, and which of them are not listed any more. */
export interface Changes {
  documents: SearchDocument[];
  removed: { id: string; changes: number }[];
}

/** Where an engine reads products. */
export interface CatalogueSource {
  /** The kinds as they are now. */
  book(): Promise<KindBook>;
  /** Products on sale and archived; more than the database has are never read at once. */
  all(book: KindBook): AsyncGenerator<SearchDocument[]>;
  /** Some products as they are now. */
  read(book: KindBook, ids: readonly string[]): Promise<Changes>;
}

/**
 * Finds products by words and filters. It decides no price, stock or visibility: the rows of a page are read from the database
 * by their ids, and checked.
 */
export interface SearchEngine {
  readonly name: 'embedded' | 'opensearch';
  /** The kinds that it counts by; undefined while it cannot be asked. */
  readonly book: KindBook | undefined;
  /** Builds a new index of all products next to the one in use, and swaps them. */
  rebuild(): Promise<void>;
  /** Applies what has become of products. */
  apply(ids: readonly string[]): Promise<void>;
  find(query: EngineQuery, sort: EngineSort, page: PageWanted): Promise<EnginePage>;
  count(query: EngineQuery): Promise<EngineCounts>;
  /** Whether some product, on sale or archived, has a term: what exists is no typing error. */
  knows(term: Term): Promise<boolean>;
  /** Words of products that may differ from one by so many typing errors, with the number of products; the caller counts errors. */
  similar(word: string, errors: number): Promise<{ word: string; products: number }[]>;
  close(): Promise<void>;
}

/** The engine cannot be asked now: its index is not built, or its server is not reached. */
export class SearchUnavailable extends Error {}

/** The rank of what can be ordered before what cannot. */
export const orderRank = (availability: Availability): number =>
  availability === 'orderable' || availability === 'low' ? 0 : 1;
