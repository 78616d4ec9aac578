import { MongoError, writeConflict } from '../errors.js';
import { type Doc, decode } from '../values/bson.js';
import { shown } from '../values/types.js';
import type { Catalog, Collection, Index } from './catalog.js';
import type { Engine } from './engine.js';
import { type Entries, entriesOf, valueOfKey } from './entries.js';
import { type Locks, documentLock, keyLock } from './locks.js';
import type { Transaction } from './transaction.js';

export interface Change {
  id: Buffer;
  before: Buffer | undefined;
  after: Buffer | undefined;
}

/** What a change takes from an index and adds to it. */
interface Delta {
  index: Index;
  now: Entries;
  removed: Buffer[];
  added: Buffer[];
}

/** A change that was checked and may be written. */
export interface Step {
  collection: Collection;
  change: Change;
  deltas: Delta[];
}

const without = (list: Buffer[], other: Buffer[]): Buffer[] => {
  const names = new Set(other.map((key) => key.toString('latin1')));
  return list.filter((key) => !names.has(key.toString('latin1')));
};

const deltasOf = ({ indexes, building }: Collection, { before, after }: Change): Delta[] => {
  const all = [...indexes, ...building];
  if (all.length === 0) return [];
  const [old, now] = [before && decode(before), after && decode(after)];
  return all.map((index) => {
    const [left, right] = [entriesOf(index, old), entriesOf(index, now)];
    const [removed, added] = [without(left.keys, right.keys), without(right.keys, left.keys)];
    return { index, now: right, removed, added };
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
  const known = [...index.multikey, index.long].join();
  index.multikey = index.multikey.map((array, i) => array || multikey[i]!);
  index.long ||= long;
  return [...index.multikey, index.long].join() !== known;
};

/** Writes documents with their index entries. */
export class Writer {
  constructor(
    private readonly engine: Engine,
    private readonly catalog: Catalog,
    private readonly locks: Locks,
  ) {}

  /**
   * Prepares a change, having locked what it touches for a transaction, or waited for it (Retry).
   * @throws MongoError 11000 when another document has a unique key, 112 when that is newer than the transaction
   */
  check(collection: Collection, change: Change, txn?: Transaction): Step {
    this.locks.claim(documentLock(collection, change.id), txn);
    const deltas = deltasOf(collection, change);
    for (const delta of deltas) this.checkKeys(collection, delta, change, txn);
    return { collection, change, deltas };
  }

  /** Writes a change just checked, or whose locks are still held. Inside a job. */
  put({ collection, change: { id, after }, deltas }: Step): void {
    for (const delta of deltas) this.putEntries(collection, delta, id);
    const key = Buffer.concat([collection.prefix, id]);
    void (after ? this.engine.data.put(key, after) : this.engine.data.remove(key));
    collection.writes++;
  }

  /** The entries of one document in one index, while it is built. */
  addToIndex(collection: Collection, index: Index, id: Buffer, after: Buffer): void {
    const now = entriesOf(index, decode(after));
    const delta = { index, now, removed: [], added: now.keys };
    this.checkKeys(collection, delta, { id, before: undefined, after });
    this.putEntries(collection, delta, id);
  }

  private checkKeys(
    collection: Collection,
    { index, removed, added }: Delta,
    { id, after }: Change,
    txn?: Transaction,
  ): void {
    if (!index.unique) return;
    for (const key of [...removed, ...added]) this.locks.claim(keyLock(index, key), txn);
    for (const key of added) {
      const entry = Buffer.concat([index.prefix, key]);
      const own = txn?.keys.get(keyLock(index, key));
      const owner = own === undefined ? this.engine.index.get(entry) : own;
      if (!owner || owner.equals(id)) continue;
      if (txn && !own && !txn.stored('index', entry)) throw writeConflict();
      throw duplicateKey(collection, index, valueOfKey(index, decode(after!), key));
    }
    for (const key of removed) txn?.keys.set(keyLock(index, key), null);
    for (const key of added) txn?.keys.set(keyLock(index, key), id);
  }

  private putEntries(collection: Collection, { index, now, removed, added }: Delta, id: Buffer): void {
    const entry = (key: Buffer): Buffer => Buffer.concat([index.prefix, key, ...(index.unique ? [] : [id])]);
    for (const key of removed) void this.engine.index.remove(entry(key));
    for (const key of added) void this.engine.index.put(entry(key), id);
    if (flag(index, now)) this.catalog.save(collection);
  }
}
