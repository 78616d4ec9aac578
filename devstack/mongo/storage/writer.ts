import { MongoError } from '../errors.js';
import { type Doc, decode } from '../values/bson.js';
import { shown } from '../values/types.js';
import type { Catalog, Collection, Index } from './catalog.js';
import type { Engine } from './engine.js';
import { type Entries, entriesOf, valueOfKey } from './entries.js';
import { type Locks, type Owner, documentLock, keyLock } from './locks.js';

export interface Change {
  id: Buffer;
  before: Buffer | undefined;
  after: Buffer | undefined;
}

const without = (list: Buffer[], other: Buffer[]): Buffer[] =>
  list.filter((key) => !other.some((each) => each.equals(key)));

/** What a change takes from each index and adds to it. */
export const deltasOf = ({ indexes, building }: Collection, { before, after }: Change) => {
  if (indexes.length + building.length === 0) return [];
  const [old, now] = [before && decode(before), after && decode(after)];
  const none: Entries = { keys: [], multikey: [], long: false };
  return [...indexes, ...building].map((index) => {
    const left = old ? entriesOf(index, old).keys : [];
    const right = now ? entriesOf(index, now) : none;
    return { index, right, removed: without(left, right.keys), added: without(right.keys, left) };
  });
};

export const duplicateKey = (collection: Collection, index: Pick<Index, 'name' | 'spec'>, keyValue: Doc) => {
  const text = Object.keys(keyValue).map((path) => `${path}: ${shown(keyValue[path])}`);
  return new MongoError(
    11000,
    `E11000 duplicate key error collection: ${collection.ns} index: ${index.name} dup key: { ${text.join(', ')} }`,
    { keyPattern: index.spec.key, keyValue },
  );
};

/** Notes in the index what its entries are like; true when that is new. */
const flag = (index: Index, { multikey, long }: Entries): boolean => {
  let changed = false;
  multikey.forEach((array, i) => {
    if (array && !index.multikey[i]) changed = index.multikey[i] = true;
  });
  if (long && !index.long) changed = index.long = true;
  return changed;
};

/** Writes documents with their index entries. All of it runs inside jobs of the engine. */
export class Writer {
  constructor(
    private readonly engine: Engine,
    private readonly catalog: Catalog,
    private readonly locks: Locks,
  ) {}

  /**
   * Stores changes of documents. Throws, having written nothing, on a duplicate key (11000) or, with Retry, on a lock
   * of an open transaction other than `owner`.
   */
  apply(changes: { collection: Collection; change: Change }[], owner?: Owner): void {
    const work = changes.map((each) => ({ ...each, deltas: deltasOf(each.collection, each.change) }));
    const freed = new Set<string>();
    for (const { collection, change, deltas } of work) {
      this.locks.waitFor(documentLock(collection, change.id), owner);
      for (const { index, removed } of deltas) for (const key of removed) freed.add(keyLock(index, key));
    }
    for (const { collection, change, deltas } of work) {
      for (const { index, removed, added } of deltas) {
        if (!index.unique) continue;
        for (const key of [...added, ...removed]) this.locks.waitFor(keyLock(index, key), owner);
        for (const key of added) {
          if (!freed.has(keyLock(index, key)))
            this.checkUnique(collection, index, key, change.id, change.after!);
        }
      }
    }
    // Removals first: a unique key may move from one document to another.
    for (const { change, deltas } of work) {
      for (const { index, removed } of deltas) {
        for (const key of removed) void this.engine.index.remove(this.entryKey(index, key, change.id));
      }
    }
    for (const { collection, change, deltas } of work) {
      for (const { index, added } of deltas) this.putEntries(index, added, change.id);
      if (deltas.filter(({ index, right }) => flag(index, right)).length > 0) this.catalog.save(collection);
      const key = Buffer.concat([collection.prefix, change.id]);
      if (change.after) void this.engine.data.put(key, change.after);
      else void this.engine.data.remove(key);
      collection.writes++;
    }
  }

  /** The entries of one document in one index, while it is built. */
  addToIndex(collection: Collection, index: Index, id: Buffer, raw: Buffer): void {
    const entries = entriesOf(index, decode(raw));
    flag(index, entries);
    if (index.unique) for (const key of entries.keys) this.checkUnique(collection, index, key, id, raw);
    this.putEntries(index, entries.keys, id);
  }

  private checkUnique(collection: Collection, index: Index, key: Buffer, id: Buffer, raw: Buffer): void {
    const owner = this.engine.index.getBinary(Buffer.concat([index.prefix, key]));
    if (!owner || owner.equals(id)) return;
    throw duplicateKey(collection, index, valueOfKey(index, decode(raw), key));
  }

  private putEntries(index: Index, keys: Buffer[], id: Buffer): void {
    for (const key of keys) void this.engine.index.put(this.entryKey(index, key, id), id);
  }

  private entryKey(index: Index, key: Buffer, id: Buffer): Buffer {
    return Buffer.concat(index.unique ? [index.prefix, key] : [index.prefix, key, id]);
  }
}
