import { setImmediate as pause } from 'node:timers/promises';
import { ConcurrencyLimit } from '../../common/concurrency-limit.js';
import { KeyedQueue } from '../../common/keyed-queue.js';
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
import { PartIndex } from './part-index.js';

/** How long a search waits for those before it. */
const WAIT_MS = 1_000;
/** Products that are indexed before other work has its turn. */
const SLICE = 50;

/** All writes are of one key. */
const WRITES = 'writes';

/** The catalogue has more products than this engine is for. */
export class TooManyProducts extends Error {}

/** Searches an index in this process: one search at a time, since each takes the process for as long as it runs. */
export class EmbeddedEngine implements SearchEngine {
  readonly name = 'embedded';
  private index: PartIndex | undefined;
  private readonly searching = new ConcurrencyLimit(1, WAIT_MS, 'Too many searches at once');
  /** What has changed while an index is built, and is applied to it before it is used. */
  private changedMeanwhile: Set<string> | undefined;
  /** Changes of the index in use, one after the other. */
  private readonly writing = new KeyedQueue();
  /** By the kinds that each was built by: a search that began before another took its place ends in it. */
  private readonly indexOf = new WeakMap<KindBook, PartIndex>();

  constructor(
    private readonly source: CatalogueSource,
    private readonly max: number,
  ) {}

  get book(): KindBook | undefined {
    return this.index?.book;
  }

  /** @throws TooManyProducts */
  async rebuild(): Promise<void> {
    this.changedMeanwhile = new Set();
    try {
      if (this.max === 0) throw new TooManyProducts();
      const fresh = new PartIndex(await this.source.book());
      for await (const documents of this.source.all(fresh.book))
        for (let at = 0; at < documents.length; at += SLICE) {
          for (const document of documents.slice(at, at + SLICE)) fresh.put(document);
          if (fresh.size > this.max) throw new TooManyProducts();
          await pause();
        }
      await this.write(async () => {
        await this.applyTo(fresh, [...this.changedMeanwhile!]);
        this.index = fresh;
        this.indexOf.set(fresh.book, fresh);
      });
    } catch (error) {
      if (error instanceof TooManyProducts) this.index = undefined;
      throw error;
    } finally {
      this.changedMeanwhile = undefined;
    }
  }

  /** @throws TooManyProducts */
  async apply(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.changedMeanwhile?.add(id);
    await this.write(async () => {
      const { index } = this;
      if (!index) return;
      await this.applyTo(index, ids);
      if (index.size <= this.max) return;
      this.index = undefined;
      throw new TooManyProducts();
    });
  }

  find(query: EngineQuery, sort: EngineSort, page: PageWanted): Promise<EnginePage> {
    return this.search((index) => index.find(query, sort, page), query.book);
  }

  count(query: EngineQuery): Promise<EngineCounts> {
    return this.search((index) => index.count(query), query.book);
  }

  knows(term: Term): Promise<boolean> {
    return this.search((index) => index.knows(term));
  }

  similar(word: string, errors: number): Promise<{ word: string; products: number }[]> {
    return this.search((index) => index.similar(word, errors));
  }

  async close(): Promise<void> {
    await this.write(async () => undefined);
  }

  private async applyTo(index: PartIndex, ids: readonly string[]): Promise<void> {
    for (let at = 0; at < ids.length; at += SLICE) {
      const { documents, removed } = await this.source.read(index.book, ids.slice(at, at + SLICE));
      for (const document of documents) index.put(document);
      for (const { id } of removed) index.remove(id);
    }
  }

  private write(work: () => Promise<void>): Promise<void> {
    return this.writing.run(WRITES, work);
  }

  /** @throws Busy (503) when others take too long */
  private search<T>(work: (index: PartIndex) => T, book?: KindBook): Promise<T> {
    return this.searching.run(async () => {
      // others have their turn between two searches
      await pause();
      const index = (book && this.indexOf.get(book)) ?? this.index;
      if (!index) throw new SearchUnavailable();
      return work(index);
    });
  }
}
