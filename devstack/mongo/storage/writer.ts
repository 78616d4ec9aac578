import { MongoError, writeConflict } from '../errors.js';
import { type Doc, decode } from '../values/bson.js';
import { shown } from '../values/types.js';
import { type Collection, type Index, keyIn } from './catalog.js';
import { entriesOf, valueOfKey } from './entries.js';
import type { Store } from './store.js';
import type { Transaction } from './transaction.js';

/** A document's bytes before and after; either is absent. */
export type Change = { id: Buffer; before: Buffer | undefined; after: Buffer | undefined };

type Delta = ReturnType<typeof deltaOf>;
/** A change that was checked and may be written. */
export type Step = ReturnType<Writer['check']>;

export const duplicateKey = ({ ns }: Collection, index: Pick<Index, 'name' | 'spec'>, keyValue: Doc) => {
  const values = Object.keys(keyValue).map((path) => `${path}: ${shown(keyValue[path])}`);
  const place = `collection: ${ns} index: ${index.name} dup key: { ${values.join(', ')} }`;
  const extra = { keyPattern: index.spec.key, keyValue };
  return new MongoError(11000, `E11000 duplicate key error ${place}`, extra);
};

/** What a change takes from an index and adds to it: keys of the index map. */
const deltaOf = (index: Index, id: Buffer, before?: Doc, after?: Doc) => {
  const [old, entries] = [entriesOf(index, before), entriesOf(index, after)];
  const missing = (keys: Buffer[], others: Buffer[]): Buffer[] => {
    const names = new Set(others.map((key) => key.toString('latin1')));
    const rest = keys.filter((key) => !names.has(key.toString('latin1')));
    return rest.map((key) => keyIn(index, index.unique ? key : Buffer.concat([key, id])));
  };
  return { index, entries, removed: missing(old.keys, entries.keys), added: missing(entries.keys, old.keys) };
};

/** Writes documents with their index entries. */
export class Writer {
  constructor(private readonly store: Store) {}

  /**
   * Prepares a change, having locked what it touches for a transaction, or waited for it (LockWait).
   * @throws MongoError 11000 when another document has a unique key, 112 when that is newer than the transaction
   */
  check(collection: Collection, change: Change, txn?: Transaction) {
    const { id, before, after } = change;
    this.store.locks.claim(keyIn(collection, id), txn);
    const indexes = [...collection.indexes, ...collection.building];
    const [old, now] = [before, after].map((raw) => (raw && indexes.length > 0 ? decode(raw) : undefined));
    const deltas = indexes.map((index) => deltaOf(index, id, old, now));
    for (const delta of deltas) this.checkUnique(collection, delta, id, now, txn);
    return { collection, change, deltas };
  }

  /** Writes a change just checked, or whose locks are still held. Inside a job. */
  put({ collection, change: { id, after }, deltas }: Step): void {
    const { engine } = this.store;
    const key = keyIn(collection, id);
    engine.apply(() => {
      for (const delta of deltas) this.putEntries(collection, delta, id);
      void (after ? engine.file.data.put(key, after) : engine.file.data.remove(key));
      collection.writes++;
    });
  }

  /** The entries of one document in one index, while it is built. */
  addToIndex(collection: Collection, index: Index, id: Buffer, raw: Buffer): void {
    const doc = decode(raw);
    const delta = deltaOf(index, id, undefined, doc);
    this.checkUnique(collection, delta, id, doc);
    this.store.engine.apply(() => this.putEntries(collection, delta, id));
  }

  private checkUnique(collection: Collection, delta: Delta, id: Buffer, now?: Doc, txn?: Transaction): void {
    const { index, removed, added } = delta;
    if (!index.unique) return;
    const { locks, newest } = this.store;
    for (const key of removed) locks.claim(key, txn, null);
    for (const key of added) {
      const own = locks.claim(key, txn, id);
      const owner = own === undefined ? newest.stored('index', key) : own;
      if (!owner || owner.equals(id)) continue;
      if (txn && !own && !txn.stored('index', key)) throw writeConflict();
      throw duplicateKey(collection, index, valueOfKey(index, now!, key.subarray(4)));
    }
  }

  private putEntries(collection: Collection, { index, entries, removed, added }: Delta, id: Buffer): void {
    for (const key of removed) void this.store.engine.file.index.remove(key);
    for (const key of added) void this.store.engine.file.index.put(key, id);
    const { multikey, long } = entries;
    if ((index.long || !long) && multikey.every((array, i) => index.multikey[i] || !array)) return;
    index.long ||= long;
    index.multikey = index.multikey.map((array, i) => array || multikey[i]!);
    this.store.catalog.save(collection);
  }
}
