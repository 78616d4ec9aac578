import { MongoError, writeConflict } from '../errors.js';
import { decode } from '../values/bson.js';
import { after } from '../query/bounds.js';
import type { Collection, Index } from './catalog.js';
import type { Snapshot } from './engine.js';
import { entriesOf, valueOfKey } from './entries.js';
import type { Owner } from './locks.js';
import type { Store } from './store.js';
import { type Changes, View } from './view.js';
import { type Change, duplicateKey } from './writer.js';

/** Longest life of a transaction: its snapshot keeps pages of the file from being used again. */
export const TRANSACTION_LIFE_MS = 60_000;
/** Most memory that the changes of one transaction may take. */
const MAX_BYTES = 128 * 1024 * 1024;

const same = (a: Buffer | undefined, b: Buffer | undefined): boolean => (a && b ? a.equals(b) : a === b);

/**
 * A multi-document transaction: a snapshot, the changes made on top of it, and locks on what was changed. The first
 * writer of a document or unique key wins; whoever comes second, in another transaction, gets a write conflict.
 */
export class Transaction implements Owner {
  readonly ended: Promise<void>;
  readonly view: View;
  readonly started = Date.now();
  private snapshot: Snapshot | undefined;
  private readonly changes = new Map<number, Changes>();
  private readonly before = new Map<
    string,
    { collection: Collection; id: Buffer; raw: Buffer | undefined }
  >();
  /** Unique keys taken (by which `_id`) or given up (empty) here. */
  private readonly keys = new Map<string, Buffer>();
  private readonly locks = new Set<string>();
  private readonly created = new Map<string, Collection>();
  private bytes = 0;
  private end!: () => void;

  constructor(
    private readonly store: Store,
    readonly number: bigint,
  ) {
    this.ended = new Promise((resolve) => (this.end = resolve));
    this.snapshot = store.engine.snapshot();
    this.view = new View(store.engine, this.snapshot, (collection) => this.changes.get(collection.id));
  }

  get over(): boolean {
    return this.snapshot === undefined;
  }

  get idle(): boolean {
    return this.before.size === 0 && this.created.size === 0;
  }

  collection(ns: string): Collection | undefined {
    return this.created.get(ns) ?? this.store.catalog.get(ns);
  }

  /** Makes a collection that others see after the commit. */
  create(collection: Collection): void {
    this.lock(this.store.locks.name(collection.ns));
    this.created.set(collection.ns, collection);
  }

  /** Nothing in it, neither committed nor written here. */
  isEmpty(collection: Collection): boolean {
    const range = { start: collection.prefix, end: after(collection.prefix) };
    return !this.changes.get(collection.id)?.size && this.store.newest.count('data', range, 1) === 0;
  }

  isNew(collection: Collection): boolean {
    return this.created.has(collection.ns);
  }

  /** Gives an empty or new collection more indexes, which others see after the commit. */
  addIndexes(collection: Collection, indexes: Index[]): void {
    this.lock(this.store.locks.name(collection.ns));
    this.created.set(collection.ns, { ...collection, indexes: [...collection.indexes, ...indexes] });
  }

  apply(collection: Collection, change: Change): void {
    const { engine, locks } = this.store;
    const name = locks.document(collection, change.id);
    this.lock(name);
    const known = this.before.get(name);
    const snapshotRaw = known
      ? known.raw
      : engine.data.get(Buffer.concat([collection.prefix, change.id]), { transaction: this.snapshot! });
    if (!known) {
      const newest = engine.data.get(Buffer.concat([collection.prefix, change.id]));
      if (!same(newest, snapshotRaw)) throw writeConflict();
      locks.use(collection, this);
    }
    this.checkKeys(collection, change);
    this.before.set(name, { collection, id: change.id, raw: snapshotRaw });
    let changes = this.changes.get(collection.id);
    if (!changes) this.changes.set(collection.id, (changes = new Map()));
    changes.set(change.id.toString('latin1'), { id: change.id, raw: change.after ?? null });
    this.bytes += change.after?.length ?? 64;
    if (this.bytes > MAX_BYTES) {
      throw new MongoError(244, `The transaction changed more than ${MAX_BYTES} bytes`);
    }
  }

  /** Puts everything on disk in one commit. */
  async commit(record: () => void): Promise<void> {
    try {
      await this.store.engine.write(() => {
        for (const collection of this.created.values()) {
          const range = { start: collection.prefix, end: after(collection.prefix) };
          // Somebody else's documents would be missing from the new indexes.
          if (this.store.newest.count('data', range, 1) > 0) throw writeConflict();
          this.store.catalog.save(collection);
        }
        this.store.writer.applyAll(this.list());
        record();
      });
    } finally {
      this.finish();
    }
  }

  abort(): void {
    this.finish();
  }

  private list(): { collection: Collection; change: Change }[] {
    const { data } = this.store.engine;
    return [...this.before.values()].flatMap(({ collection: known, id, raw }) => {
      const collection = this.collection(known.ns) ?? known;
      const after = this.changes.get(known.id)?.get(id.toString('latin1'))?.raw ?? undefined;
      const newest = data.get(Buffer.concat([collection.prefix, id]));
      if (!same(newest, raw)) throw writeConflict();
      return raw || after ? [{ collection, change: { id, before: raw, after } }] : [];
    });
  }

  /** Unique keys against what others committed, and against this transaction's own documents. */
  private checkKeys(collection: Collection, change: Change): void {
    const { locks, engine } = this.store;
    const old = change.before && decode(change.before);
    const now = change.after && decode(change.after);
    for (const index of collection.indexes) {
      const added = now ? entriesOf(index, now).keys : [];
      if (!index.unique) continue;
      const removed = old ? entriesOf(index, old).keys : [];
      for (const key of added) {
        const name = locks.key(index, key);
        this.lock(name);
        const own = this.keys.get(name);
        const path = Buffer.concat([index.prefix, key]);
        const owner = own ?? engine.index.get(path);
        if (!owner || owner.length === 0 || owner.equals(change.id)) continue;
        if (!own && !engine.index.get(path, { transaction: this.snapshot! })) throw writeConflict();
        throw duplicateKey(collection, index, valueOfKey(index, now!, key));
      }
      for (const key of removed) {
        const name = locks.key(index, key);
        this.lock(name);
        this.keys.set(name, Buffer.alloc(0));
      }
      for (const key of added) this.keys.set(locks.key(index, key), change.id);
    }
  }

  private lock(name: string): void {
    const holder = this.store.locks.owner(name);
    if (holder && holder !== this) throw writeConflict();
    this.locks.add(name);
    this.store.locks.take(name, this);
  }

  private finish(): void {
    if (!this.snapshot) return;
    this.snapshot.done();
    this.snapshot = undefined;
    this.store.locks.release(this, this.locks);
    this.end();
  }
}
