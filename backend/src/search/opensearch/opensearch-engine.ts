import { Logger } from '@nestjs/common';
import type { Leases } from '../../jobs/leases.js';
import type { KindBook } from '../../kinds/kind-book.js';
import {
  type CatalogueSource,
  type EngineCounts,
  type EnginePage,
  type EngineQuery,
  type EngineSort,
  type PageWanted,
  type SearchEngine,
  SearchUnavailable,
} from '../search-engine.js';
import type { Term } from '../words/alternatives.js';
import { IndexReader } from './index-reader.js';
import { IndexWriter, type UsedIndex } from './index-writer.js';
import { ProductIndices } from './product-indices.js';
import { type Deadline, SearchServer } from './search-server.js';

/** What a shopper waits at most. */
const SEARCH_MS = 1_500;
const WRITE_MS = 10_000;
/** How often a server is looked for that was not reached. */
const PROBE_MS = 2_000;

export interface EngineListener {
  /** From now on the engine cannot be asked. */
  lost(error: unknown): void;
  /** It can be asked again, and its index has all changes. */
  restored(): void;
}

/**
 * Searches an index on an OpenSearch server, which all processes of the shop share. When the server fails once, it is not asked
 * again until it is reached in the background and has what was missed.
 */
export class OpenSearchEngine implements SearchEngine {
  readonly name = 'opensearch';
  private readonly logger = new Logger(OpenSearchEngine.name);
  private readonly server: SearchServer;
  private readonly indices: ProductIndices;
  private readonly writer: IndexWriter;
  private readonly closing = new AbortController();
  /** Ends the requests that are made while the server is in use. */
  private inUse = new AbortController();
  private state: 'starting' | 'up' | 'down' = 'starting';
  /** The index that is asked, and the kinds by which it was built: they are replaced together. */
  private used: (UsedIndex & { reader: IndexReader }) | undefined;
  /** Whether the index in use lacks more than changes of products. */
  private isOutdated = true;
  private rebuilding: Promise<void> = Promise.resolve();
  private probing: NodeJS.Timeout | undefined;

  /** @param alias of the shop's index: see `aliasOf` */
  constructor(
    source: CatalogueSource,
    leases: Leases,
    { url, alias }: { url: string; alias: string },
    private readonly listener: EngineListener,
  ) {
    const { signal } = this.closing;
    this.server = new SearchServer(url);
    this.indices = new ProductIndices(this.server, alias, signal);
    this.writer = new IndexWriter(source, leases, this.server, this.indices, signal);
  }

  /** Those of the last index, also while the server is not reached: a request that has begun may still read them. */
  get book(): KindBook | undefined {
    return this.used?.book;
  }

  /** @throws SearchUnavailable; then it is tried again once the server is reached */
  async rebuild(): Promise<void> {
    if (this.state === 'down') {
      this.isOutdated = true;
      throw new SearchUnavailable('OpenSearch is not reached');
    }
    try {
      await this.runRebuild();
    } catch (error) {
      if (error instanceof SearchUnavailable) this.lose(error);
      throw error;
    }
  }

  async apply(ids: readonly string[]): Promise<void> {
    try {
      await this.writer.apply(ids, () => (this.state === 'up' ? this.deadline(WRITE_MS) : undefined));
    } catch (error) {
      if (!(error instanceof SearchUnavailable)) throw error;
      this.lose(error);
    }
  }

  find(query: EngineQuery, sort: EngineSort, page: PageWanted): Promise<EnginePage> {
    return this.ask((reader, deadline) => reader.find(query, sort, page, deadline));
  }

  count(query: EngineQuery): Promise<EngineCounts> {
    return this.ask((reader, deadline) => reader.count(query, deadline));
  }

  knows(term: Term): Promise<boolean> {
    return this.ask((reader, deadline) => reader.knows(term, deadline));
  }

  similar(word: string, errors: number): Promise<{ word: string; products: number }[]> {
    return this.ask((reader, deadline) => reader.similar(word, errors, deadline));
  }

  async close(): Promise<void> {
    this.closing.abort();
    this.inUse.abort();
    clearTimeout(this.probing);
    await this.rebuilding;
    await this.writer.close();
    this.indices.close();
    await this.server.close();
  }

  private deadline(timeoutMs: number): Deadline {
    return { timeoutMs, signal: this.inUse.signal };
  }

  /** @throws SearchUnavailable; errors of the request as they are */
  private async ask<T>(request: (reader: IndexReader, deadline: Deadline) => Promise<T>): Promise<T> {
    const { used } = this;
    if (this.state !== 'up' || !used) throw new SearchUnavailable('OpenSearch is not reached');
    try {
      return await request(used.reader, this.deadline(SEARCH_MS));
    } catch (error) {
      if (error instanceof SearchUnavailable) this.lose(error);
      else this.logger.error({ err: error, msg: 'OpenSearch has refused a search' });
      throw error;
    }
  }

  private runRebuild(): Promise<void> {
    this.isOutdated = true;
    const run = this.rebuilding.then(async () => {
      // of a server that hangs, it is known at once
      await this.ping();
      await this.writer.rebuild((index) => this.use(index));
    });
    this.rebuilding = run.catch(() => undefined); // its caller is told
    return run;
  }

  private use(index: UsedIndex): void {
    const wasDown = this.state === 'down';
    this.used = { ...index, reader: new IndexReader(this.server, index.name) };
    this.isOutdated = false;
    if (this.state === 'up') return;
    this.state = 'up';
    this.inUse = new AbortController();
    if (wasDown) this.listener.restored();
  }

  private lose(error: SearchUnavailable): void {
    if (this.state === 'down' || this.closing.signal.aborted) return;
    this.state = 'down';
    this.inUse.abort();
    this.listener.lost(error);
    this.probeSoon();
  }

  private probeSoon(): void {
    if (!this.closing.signal.aborted) this.probing = setTimeout(() => void this.probe(), PROBE_MS).unref();
  }

  private async probe(): Promise<void> {
    try {
      await this.ping();
      await this.recover();
    } catch (error) {
      if (!(error instanceof SearchUnavailable))
        this.logger.warn({
          err: error,
          msg: 'the search index could not be brought up to date; it is tried again',
        });
    }
    if (this.state === 'down') this.probeSoon();
  }

  private async ping(): Promise<void> {
    const deadline = { timeoutMs: SEARCH_MS, signal: this.closing.signal };
    await this.server.ask(deadline, (client, options) => client.ping({}, options));
  }

  private async recover(): Promise<void> {
    const { used } = this;
    const isCaughtUp =
      used !== undefined && !this.isOutdated && (await this.writer.catchUp(used, (index) => this.use(index)));
    if (!isCaughtUp) await this.runRebuild();
  }
}
