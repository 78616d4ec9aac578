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
  options: Doc;
  indexes: Index[];
  /** Indexes being built: told to every write, not yet used by queries. */
  building: Index[];
  prefix: Buffer;
  /** Counts the writes of this run; unchanged means that nothing was written meanwhile. */
  writes: number;
}

export const prefixOf = (id: number): Buffer => {
  const out = Buffer.alloc(4);
  out.writeUInt32BE(id);
  return out;
};

const COUNTER = Buffer.from('\0next');
const PURGE = Buffer.from('\0purge');

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

/** The collections and their indexes, in memory and in the catalog map; changed only by jobs of the engine. */
export class Catalog {
  private collections = new Map<string, Collection>();
  private last = 0;
  private unfinished: number[] = [];

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
      const ns = key.toString();
      const id = toNumber(stored.id);
      const dot = ns.indexOf('.');
      this.unfinished.push(...((stored.building ?? []) as unknown[]).map(toNumber));
      this.collections.set(ns, {
        db: ns.slice(0, dot),
        name: ns.slice(dot + 1),
        ns,
        id,
        uuid: new UUID(stored.uuid as never),
        options: stored.options as Doc,
        indexes: (stored.indexes as Doc[]).map((index) =>
          makeIndex(toNumber(index.id), index.spec as Doc, this.compile, index),
        ),
        building: [],
        prefix: prefixOf(id),
        writes: 0,
      });
    }
  }

  get(ns: string): Collection | undefined {
    return this.collections.get(ns);
  }

  list(db?: string): Collection[] {
    const all = [...this.collections.values()];
    return db === undefined ? all : all.filter((collection) => collection.db === db);
  }

  /** An id for a collection or an index, never given twice; kept with the next `save`. */
  nextId(): number {
    return ++this.last;
  }

  /** A collection that is in no catalog yet. */
  make(ns: string, options: Doc): Collection {
    const id = this.nextId();
    const dot = ns.indexOf('.');
    return {
      db: ns.slice(0, dot),
      name: ns.slice(dot + 1),
      ns,
      id,
      uuid: new UUID(),
      options,
      indexes: [],
      building: [],
      prefix: prefixOf(id),
      writes: 0,
    };
  }

  save(collection: Collection): void {
    this.collections.set(collection.ns, collection);
    const stored = {
      id: collection.id,
      uuid: collection.uuid,
      options: collection.options,
      building: collection.building.map(({ id }) => id),
      indexes: collection.indexes.map(({ id, spec, multikey, long }) => ({ id, spec, multikey, long })),
    };
    void this.engine.catalog.put(Buffer.from(collection.ns), encode(stored));
    void this.engine.catalog.put(COUNTER, prefixOf(this.last));
  }

  /** Takes a collection out; its bytes are removed by the sweeper, even if that comes after a restart. */
  remove(collection: Collection): void {
    this.collections.delete(collection.ns);
    void this.engine.catalog.remove(Buffer.from(collection.ns));
    this.discard('data', collection.id);
    for (const index of [...collection.indexes, ...collection.building]) this.discard('index', index.id);
  }

  rename(collection: Collection, ns: string): void {
    this.collections.delete(collection.ns);
    void this.engine.catalog.remove(Buffer.from(collection.ns));
    const dot = ns.indexOf('.');
    this.save({ ...collection, ns, db: ns.slice(0, dot), name: ns.slice(dot + 1) });
  }

  /** Discards indexes whose building a crash cut short. A job. */
  forgetUnfinished(): void {
    for (const id of this.unfinished.splice(0)) this.discard('index', id);
  }

  discard(kind: 'data' | 'index', id: number): void {
    void this.engine.catalog.put(
      Buffer.concat([PURGE, prefixOf(id)]),
      Buffer.from(kind === 'data' ? 'd' : 'i'),
    );
  }

  /** Removes up to `limit` keys of what was discarded; true when nothing is left. A job. */
  purge(limit: number): boolean {
    const end = Buffer.concat([PURGE, Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff])]);
    for (const { key, value } of this.engine.catalog.getRange({ start: PURGE, end, limit: 1 })) {
      const prefix = key.subarray(PURGE.length);
      const map = value.toString() === 'd' ? this.engine.data : this.engine.index;
      const stop = prefixOf(prefix.readUInt32BE() + 1);
      const doomed = [...map.getKeys({ start: prefix, end: stop, limit })];
      for (const each of doomed) void map.remove(each);
      if (doomed.length < limit) void this.engine.catalog.remove(key);
      return false;
    }
    return true;
  }
}
