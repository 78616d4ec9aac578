import { MongoError } from '../errors.js';
import { type Doc, decode } from '../values/bson.js';
import { shown } from '../values/types.js';
import type { Catalog, Collection, Index } from './catalog.js';
import type { Engine } from './engine.js';
import { entriesOf, valueOfKey } from './entries.js';
import type { Locks } from './locks.js';

export interface Change {
  id: Buffer;
  before: Buffer | undefined;
  after: Buffer | undefined;
}

interface IndexDelta {
  index: Index;
  removed: Buffer[];
  added: Buffer[];
}

const sameKeys = (list: Buffer[], other: Buffer[]): Buffer[] =>
  list.filter((key) => !other.some((each) => each.equals(key)));

export const duplicateKey = (collection: Collection, index: Pick<Index, 'name' | 'spec'>, keyValue: Doc) => {
  const text = Object.keys(keyValue).map((path) => `${path}: ${shown(keyValue[path])}`);
  return new MongoError(
    11000,
    `E11000 duplicate key error collection: ${collection.ns} index: ${index.name} dup key: { ${text.join(', ')} }`,
    { keyPattern: index.spec.key, keyValue },
  );
};

/** Writes documents with their index entries. All of it runs inside jobs of the engine. */
export class Writer {
  constructor(
    private readonly engine: Engine,
    private readonly catalog: Catalog,
    private readonly locks: Locks,
  ) {}

  /**
   * Stores one document's change. Throws, having written nothing, on a duplicate key (11000) or, with Retry, on a
   * lock of an open transaction.
   */
  apply(collection: Collection, change: Change): void {
    this.locks.waitFor(this.locks.document(collection, change.id));
    const deltas = this.deltas(collection, change);
    for (const { index, added, removed } of deltas) {
      if (!index.unique) continue;
      for (const key of [...added, ...removed]) this.locks.waitFor(this.locks.key(index, key));
      for (const key of added) this.checkUnique(collection, index, key, change);
    }
    this.put(collection, change, deltas);
  }

  /** Stores all changes of a transaction at once; its own locks made sure that they fit. */
  applyAll(changes: { collection: Collection; change: Change }[]): void {
    const work = changes.map(({ collection, change }) => ({
      collection,
      change,
      deltas: this.deltas(collection, change),
    }));
    const freed = new Set<string>();
    for (const { deltas } of work) {
      for (const { index, removed } of deltas) {
        for (const key of removed) freed.add(this.locks.key(index, key));
      }
    }
    for (const { collection, change, deltas } of work) {
      for (const { index, added } of deltas) {
        if (!index.unique) continue;
        for (const key of added) {
          if (!freed.has(this.locks.key(index, key))) this.checkUnique(collection, index, key, change);
        }
      }
    }
    // Removals first: a unique key may move from one document to another.
    for (const { deltas, change } of work) this.removeEntries(deltas, change);
    for (const { collection, change, deltas } of work) this.put(collection, change, deltas);
  }

  deltas(collection: Collection, { before, after }: Change): IndexDelta[] {
    const indexes = [...collection.indexes, ...collection.building];
    if (indexes.length === 0) return [];
    const old = before && decode(before);
    const now = after && decode(after);
    let flagged = false;
    const deltas = indexes.map((index) => {
      const left = old ? entriesOf(index, old).keys : [];
      const right = now ? entriesOf(index, now) : undefined;
      if (right) flagged = this.flag(index, right) || flagged;
      const added = right?.keys ?? [];
      return { index, removed: sameKeys(left, added), added: sameKeys(added, left) };
    });
    if (flagged) this.catalog.save(collection);
    return deltas;
  }

  /** The entries of one document in one index, while it is built. */
  addToIndex(collection: Collection, index: Index, id: Buffer, doc: Doc): void {
    const entries = entriesOf(index, doc);
    this.flag(index, entries);
    for (const key of entries.keys) {
      if (index.unique) this.checkUnique(collection, index, key, { id, doc });
      void this.engine.index.put(this.entryKey(index, key, id), id);
    }
  }

  private flag(index: Index, { multikey, long }: { multikey: boolean[]; long: boolean }): boolean {
    let changed = false;
    multikey.forEach((flag, i) => {
      if (flag && !index.multikey[i]) changed = index.multikey[i] = true;
    });
    if (long && !index.long) changed = index.long = true;
    return changed;
  }

  private checkUnique(
    collection: Collection,
    index: Index,
    key: Buffer,
    change: { id: Buffer; after?: Buffer | undefined; doc?: Doc },
  ): void {
    const owner = this.engine.index.getBinary(Buffer.concat([index.prefix, key]));
    if (!owner || owner.equals(change.id)) return;
    throw duplicateKey(collection, index, valueOfKey(index, change.doc ?? decode(change.after!), key));
  }

  private removeEntries(deltas: IndexDelta[], change: Change): void {
    for (const { index, removed } of deltas) {
      for (const key of removed) void this.engine.index.remove(this.entryKey(index, key, change.id));
    }
  }

  private put(collection: Collection, change: Change, deltas: IndexDelta[]): void {
    this.removeEntries(deltas, change);
    for (const { index, added } of deltas) {
      for (const key of added) void this.engine.index.put(this.entryKey(index, key, change.id), change.id);
    }
    collection.writes++;
    const key = Buffer.concat([collection.prefix, change.id]);
    if (change.after) void this.engine.data.put(key, change.after);
    else void this.engine.data.remove(key);
  }

  private entryKey(index: Index, key: Buffer, id: Buffer): Buffer {
    return Buffer.concat(index.unique ? [index.prefix, key] : [index.prefix, key, id]);
  }
}
