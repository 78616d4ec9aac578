import { setTimeout as sleep } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { CONFIG, type Config } from '../config.js';
import { DomainError } from '../common/errors.js';
import type { DomainEvent } from '../outbox/domain-events.js';
import { HealthService } from '../health/health.service.js';
import { Leases } from '../jobs/leases.js';
import type { KindBook } from '../kinds/kind-book.js';
import { Outbox } from '../outbox/outbox.service.js';
import { CatalogueRevision } from '../response-cache/catalogue-revision.js';
import { ProductSource } from './catalogue-source.service.js';
import { createEngine } from './create-engine.js';
import { TooManyProducts } from './embedded/embedded-engine.js';
import { type SearchEngine, SearchUnavailable } from './search-engine.js';
import { SYNONYMS, Synonyms } from './synonyms/synonyms.schema.js';
import { kindSynonyms, type SynonymGroups, synonymGroups } from './words/synonyms.js';

const TAIL = 'search';
/** How long a search waits for what this process has just written. */
const OWN_WRITES_MS = 500;
/** After a rebuild that failed. */
const RETRY_MS = 5_000;

/** 422: filters by specifications need an index, and the catalogue has none. */
export class IndexMissing extends DomainError {
  constructor() {
    const detail = 'The catalogue is too large for filters by specifications without OpenSearch.';
    super(422, 'search-index-missing', 'Not available', detail);
  }
}

/** 503: the index is being built. */
export class IndexBuilding extends DomainError {
  constructor() {
    const detail = 'The search is being prepared; please try again.';
    super(503, 'search-index-building', 'Temporarily unavailable', detail, {}, 2);
  }
}

/** Why there is no index. */
type Missing = 'building' | 'too-large' | 'unreachable';

const missingBy = (error: unknown): Missing => {
  if (error instanceof TooManyProducts) return 'too-large';
  return error instanceof SearchUnavailable ? 'unreachable' : 'building';
};

/** Logged once, when it begins. */
const WITHOUT_INDEX = {
  'too-large':
    'The catalogue has more products than SEARCH_EMBEDDED_MAX: words are searched in the database, without filters by ' +
    'specifications. Set OPENSEARCH_URL.',
  unreachable:
    'OpenSearch is not reached: words are searched in the database, without filters by specifications, until it is back.',
};

/** Keeps the index of this process current: built at the start and when a kind changes, and changed as events tell. */
@Injectable()
export class SearchIndex implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(SearchIndex.name);
  private readonly ofProcess: SearchEngine;
  private missing: Missing | undefined = 'building';
  private rebuilding: Promise<void> | undefined;
  private isRebuildWanted = false;
  private isStopping = false;
  private retry: NodeJS.Timeout | undefined;
  /** Those that admins edit. */
  private synonyms: SynonymGroups = [];
  private ofBook: { book: KindBook; synonyms: SynonymGroups; groups: SynonymGroups } | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @InjectModel(Synonyms.name) private readonly synonymsModel: Model<Synonyms>,
    private readonly source: ProductSource,
    private readonly outbox: Outbox,
    private readonly revision: CatalogueRevision,
    leases: Leases,
    health: HealthService,
  ) {
    this.ofProcess = createEngine(config.search, source, leases, synonymsModel.db.name, {
      lost: (error) => this.lose(error),
      restored: () => this.restore(),
    });
    health.watch('search', () => this.missing === 'unreachable' || this.missing === 'too-large');
  }

  /** Begins to follow events, then builds the index; the server is ready meanwhile. */
  onApplicationBootstrap(): void {
    this.started = this.start();
  }

  /** Once the first attempt to build the index has ended. */
  started: Promise<void> = Promise.resolve();

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.retry);
    // one engine waits for its server, which may take long
    await Promise.all([this.rebuilding, this.ofProcess.close()]);
  }

  /** The engine that can be asked; undefined while there is no index. */
  get engine(): SearchEngine | undefined {
    return this.missing === undefined ? this.ofProcess : undefined;
  }

  /** Whether there will be no index while the catalogue is as large as it is. */
  get isTooLarge(): boolean {
    return this.missing === 'too-large';
  }

  /** What is wrong, for those who ask for what only an index can do. */
  problem(): DomainError {
    return this.isTooLarge ? new IndexMissing() : new IndexBuilding();
  }

  /** Groups of words that mean the same; the first with a text counts. */
  groups(book: KindBook): SynonymGroups {
    const { synonyms } = this;
    if (this.ofBook?.book !== book || this.ofBook.synonyms !== synonyms)
      this.ofBook = { book, synonyms, groups: [...synonyms, ...kindSynonyms(book.all)] };
    return this.ofBook.groups;
  }

  /** Waits until what this process has committed is in the index. */
  async caughtUp(): Promise<void> {
    // what is computed now is not used again
    if (!(await this.outbox.caughtUp(TAIL, OWN_WRITES_MS))) this.revision.search += 1;
  }

  /** Builds the index of all products again, and reads the synonyms; what fails is tried again later. */
  rebuild(): Promise<void> {
    this.isRebuildWanted = true;
    this.rebuilding ??= this.runRebuilds().finally(() => (this.rebuilding = undefined));
    return this.rebuilding;
  }

  private async start(): Promise<void> {
    try {
      // first, so that no change is missed between the two
      await this.outbox.tail(TAIL, {
        handle: (events) => this.handle(events),
        refresh: () => this.rebuild(),
      });
    } catch (error) {
      this.logger.warn({ err: error, msg: 'the search cannot start yet; it tries again' });
      if (!this.isStopping) this.retry = setTimeout(() => void this.start(), RETRY_MS);
      return;
    }
    await this.rebuild();
  }

  private async runRebuilds(): Promise<void> {
    while (this.isRebuildWanted && !this.isStopping) {
      this.isRebuildWanted = false;
      try {
        await this.loadSynonyms();
        await this.ofProcess.rebuild();
        this.restore();
      } catch (error) {
        this.lose(error);
      }
    }
  }

  private restore(): void {
    if (this.missing === 'unreachable') this.logger.log('OpenSearch is reached again, and searches use it.');
    this.missing = undefined;
    this.revision.search += 1;
  }

  private lose(error: unknown): void {
    const missing = missingBy(error);
    if (missing === 'building') {
      this.logger.warn({ err: error, msg: 'the search index could not be built; it is tried again' });
      if (!this.isStopping) this.retry = setTimeout(() => void this.rebuild(), RETRY_MS);
      // the index before goes on, where there is one
      return;
    }
    if (this.missing !== missing) this.logger.warn({ err: error, msg: WITHOUT_INDEX[missing] });
    this.missing = missing;
  }

  private async handle(events: DomainEvent[]): Promise<void> {
    const changed = changedProducts(events);
    if (events.some(({ type }) => type === 'synonyms.updated')) await this.loadSynonyms();
    if (changed.length > 0) await this.apply(changed);
    // what was computed since the write of another process may have read the index as it was
    if (events.some((event) => isOfCatalogue(event) && !this.outbox.isOwn(event))) this.revision.search += 1;
    if (this.missing === 'too-large' && events.some(({ type }) => type === 'product.deleted'))
      await this.rebuildIfSmall();
    // an index that takes longer to build does not hold up other changes
    if (events.some(({ type }) => type.startsWith('kind.') || type === 'search.rebuild-requested'))
      await Promise.race([this.rebuild(), sleep(OWN_WRITES_MS)]);
  }

  /** A catalogue that was too large may not be any more. */
  private async rebuildIfSmall(): Promise<void> {
    const { embeddedMax } = this.config.search;
    if ((await this.source.count(embeddedMax + 1)) <= embeddedMax) await this.rebuild();
  }

  /** Applies what has become of products. */
  async apply(ids: readonly string[]): Promise<void> {
    if (this.isStopping) return;
    try {
      await this.ofProcess.apply(ids);
    } catch (error) {
      if (!(error instanceof TooManyProducts)) throw error;
      this.lose(error);
    }
  }

  private async loadSynonyms(): Promise<void> {
    const found = await this.synonymsModel.findById(SYNONYMS).lean<Synonyms>();
    this.synonyms = synonymGroups(found?.groups ?? []);
  }
}

const isOfCatalogue = ({ type }: DomainEvent): boolean => /^(product|order|kind|synonyms)\./.test(type);

/** The products that some events are about. */
function changedProducts(events: readonly DomainEvent[]): string[] {
  const ids = new Set<string>();
  for (const { payload } of events) {
    if ('product' in payload) ids.add(payload.product.productId);
    if ('order' in payload) {
      for (const { productId } of payload.order.lines) ids.add(productId);
      for (const { productId } of payload.change?.lines ?? []) ids.add(productId);
    }
  }
  return [...ids];
}
