import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { LRUCache } from 'lru-cache';
import { type Model, trusted } from 'mongoose';
import { InvalidInput } from '../common/errors.js';
import { MAX_COUNTED, type Page } from '../common/paging.js';
import { Kinds } from '../kinds/kinds.service.js';
import { findAll, findPage } from '../lists/find-page.js';
import { type ManagedItemFilters, toManagedDto } from '../products/product-edit.dto.js';
import { filterOf, SORTS, widerFilterOf, withKindSlug } from '../products/product-search.js';
import { ProductsService } from '../products/products.service.js';
import { toShownDto } from '../products/product-shown.js';
import { Product } from '../products/product.schema.js';
import { CatalogueRevision } from '../response-cache/catalogue-revision.js';
import { type Correction, correct } from './corrections.js';
import { notCounted, toFacetsDto } from './facets.js';
import { findRows } from './find-rows.js';
import { SearchMisses } from './misses/search-misses.service.js';
import type {
  FacetsDto,
  ManagedProductPageDto,
  ManageItemsQuery,
  ProductPageDto,
  SearchItemsQuery,
} from './search.dto.js';
import {
  type EnginePage,
  type EngineQuery,
  type EngineSort,
  type SearchEngine,
  SearchUnavailable,
  type WaitingSort,
} from './search-engine.js';
import {
  engineFiltersOf,
  type Filters,
  isOnlyWords,
  listedSort,
  needsEngine,
  type Query,
  sortOf,
} from './requests.js';
import { SearchIndex } from './search-index.service.js';
import { cursorOf, keyOfCursor } from './sort-keys.js';
import { numberTyped, planOf } from './words/query-plan.js';

/** Rows that an export reads at a time. */
const BATCH = 500;
/** What words were corrected to is used again for this long. */
const CORRECTED_MS = 2_000;

/** What an engine is asked, and what was corrected for it. */
export interface Asked {
  engine: SearchEngine;
  query: EngineQuery;
  sort: EngineSort | WaitingSort;
  /** The filters that the database can check. */
  listed: Filters;
  corrected?: string;
}

type FoundPage<T> = Page<T> & { corrected?: string };

/** Finds products: plain lists by the database's indexes, words and specifications by the search engine. */
@Injectable()
export class SearchService {
  private readonly corrections = new LRUCache<string, Promise<Correction | undefined>>({
    max: 500,
    ttl: CORRECTED_MS,
  });
  private onSale: { revision: string; kinds: readonly string[] } | undefined;

  constructor(
    @InjectModel(Product.name) private readonly products: Model<Product>,
    private readonly index: SearchIndex,
    private readonly kinds: Kinds,
    private readonly revision: CatalogueRevision,
    private readonly misses: SearchMisses,
    private readonly catalogue: ProductsService,
  ) {}

  /** @throws InvalidInput, IndexMissing, IndexBuilding, Busy */
  async find(query: SearchItemsQuery): Promise<ProductPageDto> {
    const book = await this.kinds.current();
    const toDto = (product: Product) => toShownDto(book, product);
    const found = await this.foundPage(query, false, toDto);
    // the database's own indexes do not know what was meant
    if (query.q && found?.total === 0 && !query.cursor && isOnlyWords(query)) this.misses.record(query.q);
    return found ?? this.listedPage(query, toDto);
  }

  /** The products of the admins' lists. @throws as `find` */
  findManaged(query: ManageItemsQuery): Promise<ManagedProductPageDto> {
    return this.page(query, true, toManagedDto);
  }

  /** All products of an admins' list, with their number as far as it is counted. @throws as `find` */
  async findAll(
    query: ManageItemsQuery,
  ): Promise<{ rows: AsyncIterable<Product>; total: number; totalIsExact: boolean }> {
    const found = await this.withEngine(query, true, async (asked) => {
      const { rows, total } = await findRows(this.products, asked, { skip: 0, size: BATCH });
      return {
        rows: this.readAll(asked, rows),
        total: Math.min(total, MAX_COUNTED),
        totalIsExact: total <= MAX_COUNTED,
      };
    });
    if (found) return found;
    const filters = withKindSlug(await this.kinds.current(), query);
    const sort = listedSort(query);
    return findAll(this.products, filterOf(filters), SORTS[sort], widerFilterOf(filters, sort));
  }

  /** The `_id`s of the products that some filters find, at most so many. @throws as `find` */
  async idsOf(filters: ManagedItemFilters, most: number): Promise<string[] | undefined> {
    const found = await this.withEngine(filters, true, ({ engine, query }) =>
      engine.find(query, { by: 'newest' }, { skip: 0, size: most }),
    );
    return found?.rows.map(({ id }) => id);
  }

  /** @throws InvalidInput, IndexMissing, IndexBuilding, Busy */
  async facets(filters: Filters, isAdmin = false): Promise<FacetsDto> {
    const asked = await this.ask(filters, isAdmin);
    try {
      if (!asked) throw new SearchUnavailable();
      const { engine, query } = asked;
      let counts = await engine.count(query);
      const corrected = counts.kinds.size === 0 ? await this.corrected(asked, filters) : undefined;
      if (corrected) counts = await engine.count(corrected.query);
      const kinds = await this.kindsOnSale();
      return toFacetsDto(counts, { ...query, kinds });
    } catch (error) {
      if (!(error instanceof SearchUnavailable)) throw error;
      if (filters.spec !== undefined) throw this.index.problem();
      return notCounted(this.index.isTooLarge ? 'too-many' : 'unavailable');
    }
  }

  /** The slugs of the kinds on sale, read once for each revision of the catalogue. */
  async kindsOnSale(): Promise<readonly string[]> {
    const revision = await this.revision.seenWrites('content');
    if (this.onSale?.revision !== revision)
      this.onSale = { revision, kinds: (await this.catalogue.kinds()).kinds };
    return this.onSale.kinds;
  }

  /** A page of what a query finds. @throws as `find` */
  async page<T>(query: Query, isAdmin: boolean, toDto: (product: Product) => T): Promise<FoundPage<T>> {
    return (await this.foundPage(query, isAdmin, toDto)) ?? this.listedPage(query, toDto);
  }

  /** A page of what an engine finds; undefined as `withEngine`. */
  private foundPage<T>(
    query: Query,
    isAdmin: boolean,
    toDto: (product: Product) => T,
  ): Promise<FoundPage<T> | undefined> {
    const { page = 1, pageSize = 20 } = query;
    if (!query.cursor && page * pageSize > MAX_COUNTED)
      throw new InvalidInput({ page: `Pages reach row ${MAX_COUNTED}; go on by cursor` });
    return this.withEngine(query, isAdmin, async (asked) => {
      const { sort } = asked;
      const after = keyOfCursor(sort, query.cursor);
      const skip = after ? 0 : (page - 1) * pageSize;
      const { rows, total } = await findRows(this.products, asked, { skip, size: pageSize + 1, after });
      const shown = rows.slice(0, pageSize);
      const last = shown.at(-1);
      return {
        items: (await this.read(asked, shown)).map(toDto),
        total: Math.min(total, MAX_COUNTED),
        totalIsExact: total <= MAX_COUNTED,
        page,
        pageSize,
        ...(rows.length > pageSize && last && { nextCursor: cursorOf(sort, last.key) }),
        ...(asked.corrected !== undefined && { corrected: asked.corrected }),
      };
    });
  }

  /** A page that the database lists. */
  private async listedPage<T>(query: Query, toDto: (product: Product) => T): Promise<Page<T>> {
    const filter = filterOf(withKindSlug(await this.kinds.current(), query));
    return findPage(
      this.products,
      filter,
      SORTS[listedSort(query)],
      query,
      toDto,
      await this.revisionOf(query),
    );
  }

  /**
   * Runs what needs an engine, with what words were probably meant to be where they find nothing. Undefined where the database's own
   * indexes serve, or have to.
   */
  async withEngine<T extends { total: number }>(
    query: Query,
    isAdmin: boolean,
    work: (asked: Asked) => Promise<T>,
  ): Promise<T | undefined> {
    if (!needsEngine(query)) return undefined;
    const asked = await this.ask(query, isAdmin);
    try {
      if (!asked) throw new SearchUnavailable();
      const found = await work(asked);
      const corrected = found.total === 0 ? await this.corrected(asked, query) : undefined;
      return corrected ? await work(corrected) : found;
    } catch (error) {
      if (!(error instanceof SearchUnavailable)) throw error;
      if (query.spec !== undefined || query.sortSpec !== undefined) throw this.index.problem();
      return undefined;
    }
  }

  private async corrected(asked: Asked, { q = '', asTyped, state }: Filters): Promise<Asked | undefined> {
    const { engine, query } = asked;
    const { plan } = query;
    if (!plan || asTyped) return undefined;
    const key = JSON.stringify([q, query.isAdmin, state]);
    let correcting = this.corrections.get(key);
    if (!correcting) {
      correcting = correct(engine, { ...query, plan }, this.index.groups(query.book));
      this.corrections.set(key, correcting);
      correcting.catch(() => this.corrections.delete(key)); // its callers are told
    }
    const correction = await correcting;
    return (
      correction && {
        ...asked,
        corrected: correction.text,
        query: { ...query, plan: correction.plan, number: undefined },
      }
    );
  }

  /** Undefined where no engine can be asked. @throws InvalidInput */
  private async ask(request: Query, isAdmin: boolean): Promise<Asked | undefined> {
    await this.index.caughtUp();
    const { engine } = this.index;
    const book = engine?.book ?? (await this.kinds.current());
    const { q = '', ...listed } = withKindSlug(book, request);
    const plan = planOf(q, this.index.groups(book));
    const query: EngineQuery = {
      ...(q.trim() !== '' && { plan, number: numberTyped(q) }),
      isAdmin,
      book,
      filters: engineFiltersOf(book, request),
    };
    const sort = sortOf(query, request);
    return engine && { engine, query, sort, listed };
  }

  /**
   * The products of some rows as they are now, without those that the filters do not allow any more: about price, stock and
   * visibility the database decides.
   */
  async read({ listed }: Asked, rows: EnginePage['rows']): Promise<Product[]> {
    const found = await this.products
      .find({ $and: [{ _id: trusted({ $in: rows.map(({ id }) => id) }) }, filterOf(listed)] })
      .hint({ _id: 1 })
      .lean<Product[]>();
    const byId = new Map(found.map((product) => [String(product._id), product]));
    return rows.flatMap(({ id }) => byId.get(id) ?? []);
  }

  private async *readAll(asked: Asked, first: EnginePage['rows']): AsyncGenerator<Product> {
    for (let rows = first; rows.length > 0;) {
      yield* await this.read(asked, rows);
      if (rows.length < BATCH) return;
      ({ rows } = await findRows(this.products, asked, { skip: 0, size: BATCH, after: rows.at(-1)!.key }));
    }
  }

  /** What a total of these filters depends on; orders change the stock all the time. */
  private revisionOf({ availability }: Filters): Promise<string> {
    return availability ? this.revision.seenWrites('content', 'stock') : this.revision.seenWrites('content');
  }
}
