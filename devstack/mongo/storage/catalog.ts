import { type Binary, UUID } from 'bson';
import { compileFilter } from '../query/matcher.js';
import { type Doc, decode, encode } from '../values/bson.js';
import { toNumber, truthy } from '../values/types.js';
import type { Engine } from './engine.js';

const prefixOf = (id: number): Buffer => {
  const out = Buffer.alloc(4);
  out.writeUInt32BE(id);
  return out;
};

/** The key of a document, or of an entry of an index: among those of its collection or index. */
export const keyIn = ({ prefix }: { prefix: Buffer }, key: Buffer): Buffer => Buffer.concat([prefix, key]);

/** An index in memory from its specification, and from what was noted about its entries. */
export const makeIndex = (id: number, spec: Doc, state: Doc = {}) => {
  const { key, expireAfterSeconds: expire, partialFilterExpression: filter } = spec;
  const paths = Object.keys(key as Doc);
  return {
    id,
    prefix: prefixOf(id),
    name: spec.name as string,
    /** As a client gave it, `v` and `key` first. */
    spec,
    paths,
    directions: paths.map((path) => (toNumber((key as Doc)[path]) < 0 ? -1 : 1)),
    unique: truthy(spec.unique),
    sparse: truthy(spec.sparse),
    expireAfterSeconds: expire === undefined ? undefined : toNumber(expire),
    /** Whether a document belongs to a partial index. */
    matches: filter === undefined ? undefined : compileFilter(filter),
    /** Fields that hold an array in some document. */
    multikey: (state.multikey as boolean[] | undefined) ?? paths.map(() => false),
    /** Some key was cut: the index no longer gives the exact order. */
    long: truthy(state.long),
    /** The `_id` keys of documents that were written while the index is being built. */
    touched: undefined as Set<string> | undefined,
    /** When it was built, by `performance.now()`; in an older snapshot it is not whole. */
    since: 0,
  };
};
export type Index = ReturnType<typeof makeIndex>;

/**
 * A collection in memory. `building` are indexes that every write updates, not yet used by queries and lost in a crash;
 * `writes` counts those of this run: unchanged means that nothing was written meanwhile.
 */
const makeCollection = (ns: string, id: number, uuid: Binary, indexes: Index[]) => {
  const [db, name] = [ns.slice(0, ns.indexOf('.')), ns.slice(ns.indexOf('.') + 1)];
  return { db, name, ns, id, prefix: prefixOf(id), uuid, indexes, building: [] as Index[], writes: 0 };
};
export type Collection = ReturnType<typeof makeCollection>;

/** The collections and their indexes, in memory and in the catalog map; changed only by jobs of the engine. */
export class Catalog {
  private readonly collections = new Map<string, Collection>();
  private last = 0;

  constructor(private readonly engine: Engine) {
    this.load();
    engine.onRollback.push(() => this.load());
  }

  get(ns: string): Collection | undefined {
    return this.collections.get(ns);
  }

  list(): Collection[] {
    return [...this.collections.values()];
  }

  /** An id for a collection or an index, not given to anything that is there or has left bytes. */
  nextId(): number {
    return ++this.last;
  }

  /** A collection that is in no catalog yet. */
  make(ns: string): Collection {
    return makeCollection(ns, this.nextId(), new UUID(), []);
  }

  save(collection: Collection): void {
    const { ns, id, uuid } = collection;
    const indexes = collection.indexes.map(({ id, spec, multikey, long }) => ({ id, spec, multikey, long }));
    const record = encode({ id, uuid, indexes });
    this.engine.apply(() => {
      this.collections.set(ns, collection);
      void this.engine.file.catalog.put(Buffer.from(ns), record);
    });
  }

  remove({ ns }: Collection): void {
    this.engine.apply(() => {
      this.collections.delete(ns);
      void this.engine.file.catalog.remove(Buffer.from(ns));
    });
  }

  /** Removes up to `limit` keys that belong to no collection or index any more; true when none is left. A job. */
  purge(limit: number): boolean {
    const alive = new Set(this.ids());
    for (const map of [this.engine.file.data, this.engine.file.index]) {
      let start = prefixOf(0);
      for (let [key] = map.getKeys({ limit: 1 }); key; [key] = map.getKeys({ start, limit: 1 })) {
        const id = key.readUInt32BE();
        start = prefixOf(id + 1);
        if (alive.has(id)) continue;
        const removed = [...map.getKeys({ start: key, end: start, limit })];
        for (const each of removed) void map.remove(each);
        return false;
      }
    }
    return true;
  }

  private ids(): number[] {
    const all = this.list().flatMap(({ id, indexes, building }) => [{ id }, ...indexes, ...building]);
    return all.map(({ id }) => id);
  }

  private load(): void {
    this.collections.clear();
    for (const { key, value } of this.engine.file.catalog.getRange()) {
      const { id, uuid, indexes } = decode(value);
      const made = (indexes as Doc[]).map((state) => makeIndex(toNumber(state.id), state.spec as Doc, state));
      const ns = key.toString();
      this.collections.set(ns, makeCollection(ns, toNumber(id), uuid as Binary, made));
    }
    const maps = [this.engine.file.data, this.engine.file.index];
    const left = maps.flatMap((map) => [...map.getKeys({ reverse: true, limit: 1 })]);
    this.last = Math.max(this.last, ...left.map((key) => key.readUInt32BE()), ...this.ids());
  }
}
