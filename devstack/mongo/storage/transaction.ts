import { MongoError, writeConflict } from '../errors.js';
import { decode } from '../values/bson.js';
import { after } from '../query/bounds.js';
import type { Collection, Index } from './catalog.js';
import { valueOfKey } from './entries.js';
import { type Owner, documentLock, keyLock, nameLock } from './locks.js';
import type { Store } from './store.js';
import { type Changes, View } from './view.js';
import { type Change, deltasOf, duplicateKey } from './writer.js';

/** Most memory that the changes of one transaction may take. */
const MAX_BYTES = 128 * 1024 * 1024;
/** Stands for a unique key given up. */
const NOBODY = Buffer.alloc(0);

const same = (a: Buffer | undefined, b: Buffer | undefined): boolean => (a && b ? a.equals(b) : a === b);

/**
 * A multi-document transaction: a snapshot, the changes made on top of it, and locks on what was changed. The first
 * writer of a document or unique key wins; whoever comes second, in another transaction, gets a write conflict.
 */
export class Transaction implements Owner {
  readonly ended: Promise<void>;
  readonly view: View;
  readonly started = Date.now();
  private readonly changes = new Map<number, Changes>();
  /** The documents written, with their bytes in the snapshot. */
  private readonly before = new Map<string, { ns: string; id: Buffer; raw: Buffer | undefined }>();
  /** Unique keys taken (by which `_id`) or given up here. */
  private readonly keys = new Map<string, Buffer>();
  private readonly locks = new Set<string>();
  private readonly created = new Map<string, Collection>();
  private bytes = 0;
  private end!: () => void;

  constructor(private readonly store: Store) {
    this.ended = new Promise((resolve) => (this.end = resolve));
    this.view = new View(store.engine, true, (collection) => this.changes.get(collection.id));
    this.view.hold();
  }

  get idle(): boolean {
    return this.before.size === 0 && this.created.size === 0;
  }

  collection(ns: string): Collection | undefined {
    return this.created.get(ns) ?? this.store.catalog.get(ns);
  }

  /** Makes a collection, or gives an empty one more indexes; others see it after the commit. */
  create(collection: Collection, indexes: Index[] = []): Collection {
    this.lock(nameLock(collection.ns));
    const made = { ...collection, indexes: [...collection.indexes, ...indexes] };
    this.created.set(collection.ns, made);
    return made;
  }

  /** Made here, or nothing in it. */
  isFresh(collection: Collection): boolean {
    const written = (this.changes.get(collection.id)?.size ?? 0) > 0;
    return (this.created.has(collection.ns) || this.hasNothing(collection)) && !written;
  }

  apply(collection: Collection, change: Change): void {
    const name = documentLock(collection, change.id);
    const key = Buffer.concat([collection.prefix, change.id]);
    this.lock(name);
    if (!this.before.has(name)) {
      const raw = this.view.stored('data', key);
      if (!same(this.store.newest.stored('data', key), raw)) throw writeConflict();
      this.store.locks.use(collection, this);
      this.before.set(name, { ns: collection.ns, id: change.id, raw });
    }
    this.checkKeys(collection, change);
    const changes: Changes = this.changes.get(collection.id) ?? new Map();
    changes.set(change.id.toString('latin1'), { id: change.id, raw: change.after ?? null });
    this.changes.set(collection.id, changes);
    this.bytes += change.after?.length ?? 64;
    if (this.bytes > MAX_BYTES)
      throw new MongoError(244, `The transaction changed more than ${MAX_BYTES} bytes`);
  }

  /** Puts everything on disk in one commit, with what `record` writes. */
  async commit(record: () => void): Promise<void> {
    try {
      await this.store.engine.write(() => {
        // Somebody else's documents would be missing from the new indexes.
        for (const collection of this.created.values())
          if (!this.hasNothing(collection)) throw writeConflict();
        const changes = this.list();
        this.store.writer.apply(changes, this);
        for (const collection of this.created.values()) this.store.catalog.save(collection);
        record();
      });
    } finally {
      this.finish();
    }
  }

  /** Ends it and gives everything up; does nothing when it has ended. */
  finish(): void {
    this.view.end();
    this.store.locks.release(this, this.locks);
    this.end();
  }

  private hasNothing({ prefix }: Collection): boolean {
    return this.store.newest.count('data', { start: prefix, end: after(prefix) }, 1) === 0;
  }

  private list(): { collection: Collection; change: Change }[] {
    return [...this.before.values()].flatMap(({ ns, id, raw }) => {
      const collection = this.collection(ns);
      if (!collection) throw writeConflict();
      const after = this.changes.get(collection.id)?.get(id.toString('latin1'))?.raw ?? undefined;
      const newest = this.store.newest.stored('data', Buffer.concat([collection.prefix, id]));
      if (!same(newest, raw)) throw writeConflict();
      return raw || after ? [{ collection, change: { id, before: raw, after } }] : [];
    });
  }

  /** Unique keys against what others committed, and against this transaction's own documents. */
  private checkKeys(collection: Collection, change: Change): void {
    for (const { index, added, removed } of deltasOf(collection, change)) {
      if (!index.unique) continue;
      for (const key of [...added, ...removed]) this.lock(keyLock(index, key));
      for (const key of added) {
        const path = Buffer.concat([index.prefix, key]);
        const own = this.keys.get(keyLock(index, key));
        const owner = own ?? this.store.newest.stored('index', path);
        if (!owner || owner === NOBODY || owner.equals(change.id)) continue;
        if (!own && !this.view.stored('index', path)) throw writeConflict();
        throw duplicateKey(collection, index, valueOfKey(index, decode(change.after!), key));
      }
      for (const key of removed) this.keys.set(keyLock(index, key), NOBODY);
      for (const key of added) this.keys.set(keyLock(index, key), change.id);
    }
  }

  private lock(name: string): void {
    if (!this.store.locks.take(name, this)) throw writeConflict();
    this.locks.add(name);
  }
}
