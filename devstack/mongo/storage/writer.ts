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

const entryKey = ({ prefix, unique }: Index, key: Buffer, id: Buffer): Buffer =>
  Buffer.concat(unique ? [prefix, key] : [prefix, key, id]);

/** What a change takes from an index and adds to it: keys of the index map. */
const deltaOf = (index: Index, id: Buffer, before?: Doc, after?: Doc) => {
  const [old, entries] = [entriesOf(index, before), entriesOf(index, after)];
  const missing = (keys: Buffer[], others: Buffer[]): Buffer[] => {
    const names = new Set(others.map((key) => key.toString('latin1')));
    const rest = names.size > 0 ? keys.filter((key) => !names.has(key.toString('latin1'))) : keys;
    return rest.map((key) => entryKey(index, key, id));
  };
  // While an index is built, what a document had may not be in it yet.
  const added = missing(entries.keys, index.touched ? [] : old.keys);
  return { index, entries, removed: missing(old.keys, entries.keys), added };
};

/** Notes what is new to the index about its entries; whether something was. */
const noteArrays = (index: Index, { multikey, long }: Delta['entries']): boolean => {
  if ((index.long || !long) && multikey.every((array, i) => index.multikey[i] || !array)) return false;
  index.long ||= long;
  index.multikey = index.multikey.map((array, i) => array || multikey[i]!);
  return true;
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

  /**
   * One document's entries in an index that is built, each a key followed by the `_id` key and its length; as text, so
   * that it sorts fast.
   */
  recordsOf(index: Index, id: Buffer, doc: Doc): string[] {
    const entries = entriesOf(index, doc);
    noteArrays(index, entries);
    const tail = Buffer.from([...(index.unique ? id : []), id.length >> 8, id.length & 255]);
    return entries.keys.map((key) => Buffer.concat([entryKey(index, key, id), tail]).toString('latin1'));
  }

  /** Puts an entry into an index that is built, unless the document was written meanwhile. Inside a job. */
  putRecord(collection: Collection, indexes: Map<string, Index>, record: string): void {
    const index = indexes.get(record.slice(0, 4))!;
    const length = record.charCodeAt(record.length - 2) * 256 + record.charCodeAt(record.length - 1);
    const name = record.slice(-2 - length, -2);
    if (index.touched!.has(name)) return;
    const [key, id] = [record.slice(0, index.unique ? -2 - length : -2), name].map((text) =>
      Buffer.from(text, 'latin1'),
    );
    const { newest, engine } = this.store;
    const owner = index.unique && newest.stored('index', key!);
    if (owner && !owner.equals(id!)) {
      const doc = decode(newest.get(collection, id!)!);
      throw duplicateKey(collection, index, valueOfKey(index, doc, key!.subarray(4)));
    }
    engine.apply(() => void engine.file.index.put(key!, id!));
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
    index.touched?.add(id.toString('latin1'));
    if (noteArrays(index, entries)) this.store.catalog.save(collection);
  }
}
