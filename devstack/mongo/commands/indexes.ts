import { setImmediate as nextTurn } from 'node:timers/promises';
import { MongoError, bad, ensure, notImplemented } from '../errors.js';
import { after } from '../query/bounds.js';
import { compileFilter } from '../query/matcher.js';
import { type Collection, type Index, makeIndex } from '../storage/catalog.js';
import { type Doc, decode, encode } from '../values/bson.js';
import { equal } from '../values/keys.js';
import { asDoc, isNumber, shown, toNumber, truthy, typeOf } from '../values/types.js';
import { RawReply } from '../wire/message.js';
import { type Context, PRIMARY, checkCollation, findIndex } from './context.js';
import { schema, validate } from './schema.js';

const FLAGS = ['unique', 'sparse', 'background'];
const OPTIONS = [...FLAGS, 'expireAfterSeconds', 'partialFilterExpression'];
const SPEC = schema(
  `key! name! v ns collation ${OPTIONS.join(' ')} -hidden -prepareUnique -storageEngine -wildcardProjection -weights -default_language -language_override -textIndexVersion -2dsphereIndexVersion -bits -min -max -clustered`,
);

const cannot = (message: string) => new MongoError(67, message);

const checkKey = (key: Doc): void => {
  if (Object.keys(key).length === 0) throw cannot('Index keys cannot be an empty field.');
  for (const [path, value] of Object.entries(key)) {
    const parts = path.split('.');
    if (typeof value === 'string') throw notImplemented(`The index type '${value}'`);
    if (parts.at(-1) === '$**') throw notImplemented('The wildcard index');
    ensure(isNumber(value), 14, `Values in v:2 index key pattern cannot be of type ${typeOf(value)}.`);
    if (!toNumber(value)) throw cannot('Values in the index key pattern cannot be 0.');
    const plain = parts.every((part) => /^[^$]/.test(part));
    ensure(plain, 67, `Index key contains an illegal field name: ${path}`);
  }
};

/** Checks an index specification and puts it in the order in which it is shown. */
const normalize = (given: unknown): Doc => {
  const spec = asDoc(given) ?? {};
  validate(spec, 'index', SPEC, true, [197, 9]);
  const key = asDoc(spec.key);
  ensure(key && typeof spec.name === 'string' && spec.name, 9, 'an index has keys and a name');
  checkKey(key);
  checkCollation(spec.collation);
  const result: Doc = { v: 2, key, name: spec.name };
  for (const option of OPTIONS)
    if (spec[option] !== undefined && (truthy(spec[option]) || !FLAGS.includes(option)))
      result[option] = spec[option];
  const { expireAfterSeconds: expire, partialFilterExpression: filter } = result;
  if (expire !== undefined && !(isNumber(expire) && toNumber(expire) >= 0 && toNumber(expire) < 2 ** 31))
    throw cannot("TTL index 'expireAfterSeconds' option must be numeric and within an acceptable range");
  ensure(expire === undefined || Object.keys(key).length === 1, 67, 'TTL indexes are single-field indexes');
  if (filter === undefined) return result;
  if (!asDoc(filter)) throw cannot('"partialFilterExpression" for an index must be a document');
  if (result.sparse) throw cannot('cannot mix "partialFilterExpression" and "sparse" options');
  compileFilter(filter);
  return result;
};

/** Whether the collection has the index already; a contradiction is an error. */
const exists = (indexes: Index[], spec: Doc): boolean => {
  if (equal(spec.key, PRIMARY.key)) return true;
  ensure(spec.name !== PRIMARY.name, 2, "The index name '_id_' is reserved for the _id index");
  for (const { spec: known } of indexes) {
    const agree = (option: string) => equal(known[option] ?? null, spec[option] ?? null);
    const [sameName, sameKey] = [agree('name'), agree('key') && agree('partialFilterExpression')];
    const same = sameKey && agree('expireAfterSeconds') && agree('unique') && agree('sparse');
    const text = `Requested index: ${shown(spec)}, existing index: ${shown(known)}`;
    if (sameName && same) return true;
    ensure(!sameName, 86, `An existing index has the same name as the requested index. ${text}`);
    ensure(!same, 85, `Index already exists with a different name: ${String(known.name)}. ${text}`);
    ensure(!sameKey, 85, `An equivalent index already exists with different options. ${text}`);
  }
  return false;
};

/** Documents read, and entries put, in one job; and entries that are sorted at once. */
const BUILD_DOCS = 50;
const BUILD_PUTS = 20_000;
const BUILD_SORTED = 500_000;

/**
 * Builds indexes while others read and write. From the start every write updates them. The entries of the documents
 * there already are put in order of their keys, so that a page is filled at once and not written again and again; those
 * of a document that is written meanwhile are left to its writer. Only when all is done do queries use the indexes.
 */
const build = async (context: Context, ns: string, specs: Doc[]): Promise<void> => {
  const { store } = context;
  const made = new Map<string, Index>();
  let records: string[] = [];
  let start: Buffer | undefined;
  const job = <T>(work: (collection: Collection) => T): Promise<T> =>
    context.mutate((mutation) => {
      const collection = mutation.demand(ns);
      store.locks.waitForUsers(collection);
      const known = [...made.values()].every((index) => collection.building.includes(index));
      ensure(known, 276, 'The collection was dropped meanwhile');
      return work(collection);
    });
  const isOther = (index: Index): boolean => ![...made.values()].includes(index);
  /** Reads some documents; whether there are more. */
  const read = (collection: Collection): boolean => {
    const range = { start: start ?? collection.prefix, end: after(collection.prefix) };
    const entries = store.newest.entries('data', range, false, BUILD_DOCS);
    for (const { key, value } of entries) {
      const doc = decode(value);
      for (const index of made.values()) records.push(...store.writer.recordsOf(index, key.subarray(4), doc));
    }
    if (entries.length > 0) start = Buffer.concat([entries.at(-1)!.key, Buffer.of(0)]);
    return entries.length === BUILD_DOCS;
  };
  try {
    await context.mutate((mutation) => {
      const collection = mutation.demand(ns);
      const wanted: Index[] = [];
      for (const spec of specs)
        if (!exists([...collection.indexes, ...wanted], spec))
          wanted.push({ ...makeIndex(store.catalog.nextId(), spec), touched: new Set() });
      if (wanted.length > 0) store.locks.waitForUsers(collection);
      for (const index of wanted) made.set(index.prefix.toString('latin1'), index);
      collection.building.push(...wanted);
    });
    for (let more = made.size > 0; more;) {
      for (records = []; more && records.length < BUILD_SORTED; await nextTurn()) more = await job(read);
      records.sort();
      for (let at = 0; at < records.length;)
        await job((collection) => {
          const stop = Math.min(at + BUILD_PUTS, records.length);
          for (; at < stop; at++) store.writer.putRecord(collection, made, records[at]!);
        });
    }
    if (made.size > 0)
      await job((collection) => {
        for (const index of made.values()) {
          Object.assign(index, { touched: undefined, since: performance.now() });
          // Another client may have been faster.
          if (!exists(collection.indexes, index.spec)) collection.indexes.push(index);
          else store.sweep();
        }
        collection.building = collection.building.filter(isOther);
        store.catalog.save(collection);
      });
  } catch (error) {
    store.sweep();
    throw error;
  } finally {
    const collection = store.catalog.get(ns);
    if (collection) collection.building = collection.building.filter(isOther);
  }
};

export const createIndexes = async (context: Context): Promise<Doc> => {
  const { store, txn } = context;
  const ns = context.ns;
  const specs = (context.body.indexes as unknown[]).map(normalize);
  if (specs.length === 0) throw bad('Must specify at least one index to create');
  const count = () => (context.collection(ns)?.indexes.length ?? 0) + 1;
  const [existed, numIndexesBefore] = [context.collection(ns), count()];
  if (!txn) await build(context, ns, specs);
  if (txn)
    await context.mutate((mutation) => {
      const collection = mutation.demand(ns);
      const wanted = specs.filter((spec) => !exists(collection.indexes, spec));
      const allowed = wanted.length === 0 || txn.isFresh(collection);
      ensure(allowed, 263, 'Cannot create new indexes on existing collection in a transaction.');
      const made = wanted.map((spec) => makeIndex(store.catalog.nextId(), spec));
      if (made.length > 0) txn.create(collection, made);
    });
  const reply: Doc = { numIndexesBefore, numIndexesAfter: count(), createdCollectionAutomatically: !existed };
  if (count() === numIndexesBefore) reply.note = 'all indexes already exist';
  return { ...reply, ok: 1 };
};

export const listIndexes = (context: Context): RawReply => {
  const { ns, indexes } = context.demand();
  return new RawReply('firstBatch', [PRIMARY, ...indexes.map(({ spec }) => spec)].map(encode), 0n, ns);
};

export const dropIndexes = async (context: Context): Promise<Doc> => {
  const { body, store } = context;
  const nIndexesWas = await context.mutate(() => {
    const collection = context.demand();
    store.locks.waitForUsers(collection);
    const find = (name: unknown): Index => {
      ensure(name !== PRIMARY.name && !equal(name, PRIMARY.key), 72, 'cannot drop _id index');
      const found = findIndex(collection, name);
      ensure(found, 27, `index not found with name [${shown(name)}]`);
      return found;
    };
    const wanted: unknown[] = Array.isArray(body.index) ? body.index : [body.index];
    const removed = body.index === '*' ? collection.indexes : wanted.map(find);
    const was = collection.indexes.length + 1;
    collection.indexes = collection.indexes.filter((index) => !removed.includes(index));
    store.catalog.save(collection);
    return was;
  });
  store.sweep();
  return { nIndexesWas, ...(body.index === '*' && { msg: 'non-_id indexes dropped for collection' }), ok: 1 };
};
