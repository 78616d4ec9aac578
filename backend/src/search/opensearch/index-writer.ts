import { setTimeout as sleep } from 'node:timers/promises';
import { KeyedQueue } from '../../common/keyed-queue.js';
import type { Lease } from '../../jobs/lease.js';
import type { Leases } from '../../jobs/leases.js';
import type { KindBook } from '../../kinds/kind-book.js';
import { type CatalogueSource, SearchUnavailable } from '../search-engine.js';
import { BulkWriter } from './bulk.js';
import { removalOf, writeOf } from './index-definition.js';
import { MissedChanges } from './missed-changes.js';
import { type ProductIndices, writeAliasOf } from './product-indices.js';
import type { Deadline, SearchServer } from './search-server.js';

const BUILD_MS = 60_000;
/** Products that are read from the database at a time. */
const BATCH = 500;

/** All writes are of one key. */
const WRITES = 'writes';

const LEASE = 'search-index';
const LEASE_MS = 30_000;
const LEASE_POLL_MS = 300;

/** What this process searches: an index, and the kinds by which it was built. */
export interface UsedIndex {
  name: string;
  book: KindBook;
}

/** Another process may be building an index meanwhile. */
class LeaseLost extends Error {}

/**
 * Writes products to the index in use and to one that is being built. Every process writes every change, and one of them builds:
 * an index keeps the newest version of each product, in whatever order they are written.
 */
export class IndexWriter {
  private readonly bulk: BulkWriter;
  private readonly missed = new MissedChanges();
  /** The alias of the index that this process is building. */
  private building: string | undefined;
  /** The kinds by which products are written. */
  private book: KindBook | undefined;
  private used: UsedIndex | undefined;
  /** Changes of the index in use, one after the other. */
  private readonly writing = new KeyedQueue();
  private readonly deadline: Deadline;

  constructor(
    private readonly source: CatalogueSource,
    private readonly leases: Leases,
    server: SearchServer,
    private readonly indices: ProductIndices,
    private readonly closing: AbortSignal,
  ) {
    this.bulk = new BulkWriter(server);
    this.deadline = { timeoutMs: BUILD_MS, signal: closing };
  }

  /**
   * Applies changes; those that do not reach the index in use are applied before it is used again.
   *
   * @param live undefined while the index in use is not
   */
  apply(ids: readonly string[], live: () => Deadline | undefined): Promise<void> {
    return this.write(async () => {
      const deadline = live();
      const { building } = this;
      try {
        if (building !== undefined) await this.send(building, ids, false, this.deadline);
        else if (!deadline) this.missed.add(ids);
        if (deadline) await this.applyLive(ids, deadline);
      } catch (error) {
        this.missed.add(ids);
        throw error;
      }
    });
  }

  private async applyLive(ids: readonly string[], deadline: Deadline): Promise<void> {
    const index = await this.send(this.indices.alias, ids, true, deadline);
    const { used } = this;
    // another process has replaced the index, and this one still uses the former
    if (index !== undefined && used && index !== used.name)
      await this.send(writeAliasOf(used.name), ids, true, deadline);
  }

  /**
   * Applies to an index what it has not got. @param use is called before any other change
   *
   * @returns false when it is not the one in use any more, or lacks so many changes that it is to be built again
   */
  catchUp(index: UsedIndex, use: (index: UsedIndex) => void): Promise<boolean> {
    return this.write(async () => {
      if (this.missed.isIncomplete || (await this.indices.list()).live !== index.name) return false;
      await this.send(this.indices.alias, this.missed.all(), true, this.deadline);
      this.use(index, use);
      return true;
    });
  }

  private use(index: UsedIndex, use: (index: UsedIndex) => void): void {
    this.used = index;
    this.missed.clear();
    use(index);
  }

  /**
   * Builds an index of all products, and uses it. Where another process has begun to build one after this was called, its index is
   * used instead.
   *
   * @param use is called once an index with all changes is in use, before any other change
   */
  async rebuild(use: (index: UsedIndex) => void): Promise<void> {
    const { all: known } = await this.indices.list();
    const book = await this.source.book();
    this.book = book;
    const build = async (lease: Lease): Promise<void> => {
      const { live } = await this.indices.list();
      const isBuilt = live !== undefined && !known.includes(live);
      if (!isBuilt || !(await this.catchUp({ name: live, book }, use))) await this.build(lease, use);
    };
    while (!(await this.leases.hold(LEASE, LEASE_MS, build))) await this.pause();
  }

  private async build(lease: Lease, use: (index: UsedIndex) => void): Promise<void> {
    const name = await this.indices.create();
    const alias = writeAliasOf(name);
    try {
      // what changes from now on is written to it, and what has changed before is read from the database
      this.building = alias;
      this.missed.clear();
      const book = await this.source.book();
      this.book = book;
      for await (const documents of this.source.all(book)) {
        if (!lease.isHeld) throw new LeaseLost();
        const writes = documents.map((document) => writeOf(book, document));
        await this.bulk.write(alias, writes, false, this.deadline);
      }
      await this.write(async () => {
        await this.send(alias, this.missed.all(), false, this.deadline);
        await this.indices.refresh(name);
        if (!lease.isHeld || this.missed.isIncomplete) throw new LeaseLost();
        await this.indices.swap(name);
        this.building = undefined;
        this.use({ name, book }, use);
      });
    } catch (error) {
      this.building = undefined;
      // a change may just be written to it
      await this.write(() => this.indices.remove(name)).catch(() => undefined);
      throw error;
    }
  }

  private async send(
    alias: string,
    ids: readonly string[],
    isSeen: boolean,
    deadline: Deadline,
  ): Promise<string | undefined> {
    let index: string | undefined;
    for (let at = 0; at < ids.length; at += BATCH) {
      const book = (this.book ??= await this.source.book());
      const { documents, removed } = await this.source.read(book, ids.slice(at, at + BATCH));
      const writes = [...documents.map((document) => writeOf(book, document)), ...removed.map(removalOf)];
      index = await this.bulk.write(alias, writes, isSeen && at + BATCH >= ids.length, deadline);
    }
    return index;
  }

  private write<T>(work: () => Promise<T>): Promise<T> {
    return this.writing.run(WRITES, work);
  }

  private async pause(): Promise<void> {
    await sleep(LEASE_POLL_MS, undefined, { signal: this.closing }).catch(() => undefined);
    if (this.closing.aborted) throw new SearchUnavailable('stopping');
  }

  /** Once what is being written has been written, or has failed. */
  async close(): Promise<void> {
    await this.write(async () => undefined);
  }
}
