import { type Binary, UUID } from 'bson';
import { compileExpression } from '../aggregate/expression.js';
import { compileFilter } from '../query/matcher.js';
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
  expireAfterSeconds: number | undefined;
  /** On a partial index: whether a document belongs to it. */
  matches: ((doc: Doc) => boolean) | undefined;
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
  uuid: Binary;
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

/** How `$expr` is understood, with the variables of a command's `let`. */
export const withVariables = (vars?: Record<string, unknown>) => ({
  expression: (value: unknown) => compileExpression(value, vars),
});
export const EXPRESSIONS = withVariables();

const compileSimple = (filter: unknown): ((doc: Doc) => boolean) => compileFilter(filter, EXPRESSIONS);

/** An index in memory from its specification, and from what was noted about its entries. */
export const makeIndex = (id: number, spec: Doc, compile = compileSimple, state: Doc = {}): Index => {
  const { key, expireAfterSeconds: expire, partialFilterExpression: filter } = spec;
  const paths = Object.keys(key as Doc);
  return {
    id,
    name: spec.name as string,
    spec,
    paths,
    directions: paths.map((path) => (toNumber((key as Doc)[path]) < 0 ? -1 : 1)),
    unique: truthy(spec.unique),
    sparse: truthy(spec.sparse),
    expireAfterSeconds: expire === undefined ? undefined : toNumber(expire),
    matches: filter === undefined ? undefined : compile(filter),
    multikey: (state.multikey as boolean[] | undefined) ?? paths.map(() => false),
    long: truthy(state.long),
    prefix: prefixOf(id),
  };
};

const makeCollection = (ns: string, id: number, uuid: Binary, indexes: Index[]): Collection => {
  const [db, name] = [ns.slice(0, ns.indexOf('.')), ns.slice(ns.indexOf('.') + 1)];
  return { db, name, ns, id, uuid, indexes, building: [], prefix: prefixOf(id), writes: 0 };
};

/** The collections and their indexes, in memory and in the catalog map; changed only by jobs of the engine. */
export class Catalog {
  private readonly collections = new Map<string, Collection>();
  private last = 0;

  constructor(private readonly engine: Engine) {
    this.load();
    engine.undone.push(() => this.load());
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
    this.collections.set(ns, collection);
    const indexes = collection.indexes.map(({ id, spec, multikey, long }) => ({ id, spec, multikey, long }));
    void this.engine.file.catalog.put(Buffer.from(ns), encode({ id, uuid, indexes }));
  }

  remove({ ns }: Collection): void {
    this.collections.delete(ns);
    void this.engine.file.catalog.remove(Buffer.from(ns));
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
        for (const doomed of [...map.getKeys({ start: key, end: start, limit })]) void map.remove(doomed);
        return false;
      }
    }
    return true;
  }

  private ids(): number[] {
    return this.list().flatMap(({ id, indexes, building }) => [
      id,
      ...[...indexes, ...building].map((index) => index.id),
    ]);
  }

  private load(): void {
    this.collections.clear();
    for (const { key, value } of this.engine.file.catalog.getRange()) {
      const { id, uuid, indexes } = decode(value);
      const made = (indexes as Doc[]).map((state) =>
        makeIndex(toNumber(state.id), state.spec as Doc, undefined, state),
      );
      const ns = key.toString();
      this.collections.set(ns, makeCollection(ns, toNumber(id), uuid as Binary, made));
    }
    const left = [this.engine.file.data, this.engine.file.index].flatMap((map) =>
      [...map.getKeys({ reverse: true, limit: 1 })].map((key) => key.readUInt32BE()),
    );
    this.last = Math.max(this.last, ...left, ...this.ids());
  }
}
