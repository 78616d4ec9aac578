import { UUID } from 'bson';
import { type Doc, decode, encode } from '../values/bson.js';
import { toNumber, truthy } from '../values/types.js';
import type { Engine } from './engine.js';

export interface Index {
  id: number;
  name: string;
  /** The specification as a client gave it, `v` and `key` first. */
  spec: Doc;
  paths: string[];
  directions: number[];
  unique: boolean;
  sparse: boolean;
  expireAfterSeconds?: number;
  /** Present on a partial index: whether a document belongs to it. */
  matches?: (doc: Doc) => boolean;
  /** Fields that hold an array in some document. */
  multikey: boolean[];
  /** Some key was cut: the index no longer gives the exact order. */
  long: boolean;
  prefix: Buffer;
}

export interface Collection {
  db: string;
  name: string;
  ns: string;
  id: number;
  uuid: UUID;
  indexes: Index[];
  /** Indexes being built: told to every write, not yet used by queries, forgotten by a crash. */
  building: Index[];
  prefix: Buffer;
  /** Counts the writes of this run; unchanged means that nothing was written meanwhile. */
  writes: number;
}

const prefixOf = (id: number): Buffer => {
  const out = Buffer.alloc(4);
  out.writeUInt32BE(id);
  return out;
};

const COUNTER = Buffer.from('\0next');

export type FilterCompiler = (filter: unknown) => (doc: Doc) => boolean;

/** An index in memory from its specification. */
export const makeIndex = (id: number, spec: Doc, compile: FilterCompiler, state: Doc = {}): Index => {
  const key = spec.key as Doc;
  const paths = Object.keys(key);
  const index: Index = {
    id,
    name: spec.name as string,
    spec,
    paths,
    directions: paths.map((path) => (toNumber(key[path]) < 0 ? -1 : 1)),
    unique: truthy(spec.unique),
    sparse: truthy(spec.sparse),
    multikey: ((state.multikey as boolean[] | undefined) ?? paths.map(() => false)).slice(),
    long: truthy(state.long),
    prefix: prefixOf(id),
  };
  if (spec.expireAfterSeconds !== undefined) index.expireAfterSeconds = toNumber(spec.expireAfterSeconds);
  if (spec.partialFilterExpression !== undefined) index.matches = compile(spec.partialFilterExpression);
  return index;
};

const makeCollection = (ns: string, id: number, uuid: UUID, indexes: Index[]): Collection => {
  const dot = ns.indexOf('.');
  const [db, name] = [ns.slice(0, dot), ns.slice(dot + 1)];
  return { db, name, ns, id, uuid, indexes, building: [], prefix: prefixOf(id), writes: 0 };
};

/** The collections and their indexes, in memory and in the catalog map; changed only by jobs of the engine. */
export class Catalog {
  private collections = new Map<string, Collection>();
  private last = 0;

  constructor(
    private readonly engine: Engine,
    private readonly compile: FilterCompiler,
  ) {
    this.load();
  }

  /** Reads everything anew; also after a commit that was undone. */
  load(): void {
    this.collections = new Map();
    this.last = Math.max(this.last, this.engine.catalog.get(COUNTER)?.readUInt32BE() ?? 0);
    for (const { key, value } of this.engine.catalog.getRange()) {
      if (key[0] === 0) continue;
      const stored = decode(value);
      const indexes = (stored.indexes as Doc[]).map((index) =>
        makeIndex(toNumber(index.id), index.spec as Doc, this.compile, index),
      );
      const ns = key.toString();
      const uuid = new UUID(stored.uuid as never);
      this.collections.set(ns, makeCollection(ns, toNumber(stored.id), uuid, indexes));
    }
  }

  get(ns: string): Collection | undefined {
    return this.collections.get(ns);
  }

  list(): Collection[] {
    return [...this.collections.values()];
  }

  /** An id for a collection or an index, never given twice; kept with the next `save`. */
  nextId(): number {
    return ++this.last;
  }

  /** A collection that is in no catalog yet. */
  make(ns: string): Collection {
    return makeCollection(ns, this.nextId(), new UUID(), []);
  }

  save(collection: Collection): void {
    const { ns, id, uuid } = collection;
    this.collections.set(ns, collection);
    const indexes = collection.indexes.map(({ id, spec, multikey, long }) => ({ id, spec, multikey, long }));
    void this.engine.catalog.put(Buffer.from(ns), encode({ id, uuid, indexes }));
    void this.engine.catalog.put(COUNTER, prefixOf(this.last));
  }

  remove({ ns }: Collection): void {
    this.collections.delete(ns);
    void this.engine.catalog.remove(Buffer.from(ns));
  }

  /** Removes up to `limit` keys that belong to no collection or index any more; true when none is left. A job. */
  purge(limit: number): boolean {
    const alive = new Set(
      this.list().flatMap(({ id, indexes, building }) => [
        id,
        ...[...indexes, ...building].map((index) => index.id),
      ]),
    );
    for (const map of [this.engine.data, this.engine.index]) {
      let [key] = map.getKeys({ limit: 1 });
      while (key) {
        const id = key.readUInt32BE();
        const end = prefixOf(id + 1);
        if (!alive.has(id)) {
          const doomed = [...map.getKeys({ start: key, end, limit })];
          for (const each of doomed) void map.remove(each);
          return false;
        }
        [key] = map.getKeys({ start: end, limit: 1 });
      }
    }
    return true;
  }
}
