import { setImmediate as turn } from 'node:timers/promises';
import { MongoError, bad, failedToParse, notImplemented, typeMismatch } from '../errors.js';
import { after } from '../query/bounds.js';
import { compileFilter } from '../query/matcher.js';
import { type Collection, type Index, makeIndex } from '../storage/catalog.js';
import { EXPRESSIONS } from '../storage/store.js';
import { type Doc, encode } from '../values/bson.js';
import { equal } from '../values/keys.js';
import { asDoc, isNumber, shown, toNumber, truthy, typeOf } from '../values/types.js';
import { RawReply } from '../wire/message.js';
import { type Context, checkCollation, collectionOf, demandCollection, namespace } from './context.js';

export const PRIMARY: Doc = { v: 2, key: { _id: 1 }, name: '_id_' };

const FLAGS = ['unique', 'sparse', 'background'];
const OPTIONS = [...FLAGS, 'expireAfterSeconds', 'partialFilterExpression'];
/** What MongoDB knows besides; refused when it asks for something. */
const MISSING =
  'hidden prepareUnique storageEngine wildcardProjection weights default_language language_override textIndexVersion 2dsphereIndexVersion bits min max clustered'.split(
    ' ',
  );

const compile = (filter: unknown) => compileFilter(filter, EXPRESSIONS);
const cannot = (message: string) => new MongoError(67, message);

const checkKey = (key: Doc): void => {
  if (Object.keys(key).length === 0) throw cannot('Index keys cannot be an empty field.');
  for (const [path, value] of Object.entries(key)) {
    if (typeof value === 'string') throw notImplemented(`The index type '${value}'`);
    if (!isNumber(value))
      throw typeMismatch(`Values in v:2 index key pattern cannot be of type ${typeOf(value)}.`);
    if (!toNumber(value)) throw cannot('Values in the index key pattern cannot be 0.');
    const parts = path.split('.');
    if (parts.includes('')) throw cannot('Index keys cannot contain an empty field.');
    if (parts.at(-1) === '$**') throw notImplemented('The wildcard index');
    if (parts.some((part) => part.startsWith('$')))
      throw cannot(`Index key contains an illegal field name: field name starts with '$'.`);
  }
};

const checkExpiry = (expire: unknown, key: Doc): void => {
  if (!isNumber(expire))
    throw cannot(
      `TTL index 'expireAfterSeconds' option must be numeric, but received a type of '${typeOf(expire)}'`,
    );
  if (!(toNumber(expire) >= 0 && toNumber(expire) < 2 ** 31))
    throw cannot(`TTL index 'expireAfterSeconds' option must be within an acceptable range`);
  if (Object.keys(key).length > 1)
    throw cannot('TTL indexes are single-field indexes, compound indexes do not support TTL');
};

/** Checks an index specification and puts it in the order in which it is shown. */
const normalize = (given: unknown): Doc => {
  const spec = asDoc(given) ?? {};
  const key = asDoc(spec.key);
  if (!key) throw failedToParse("The 'key' field is a required property of an index specification");
  if (typeof spec.name !== 'string' || spec.name === '')
    throw failedToParse("The 'name' field is a required property of an index specification");
  checkKey(key);
  checkCollation(spec.collation);
  const result: Doc = { v: 2, key, name: spec.name };
  for (const [option, value] of Object.entries(spec)) {
    if (MISSING.includes(option) && truthy(value)) throw notImplemented(`The index option '${option}'`);
    if (![...OPTIONS, ...MISSING, 'v', 'key', 'name', 'ns', 'collation'].includes(option))
      throw new MongoError(197, `The field '${option}' is not valid for an index specification.`);
    if (OPTIONS.includes(option) && (truthy(value) || !FLAGS.includes(option))) result[option] = value;
  }
  const { expireAfterSeconds: expire, partialFilterExpression: filter } = result;
  if (expire !== undefined) checkExpiry(expire, key);
  if (filter !== undefined) {
    if (!asDoc(filter)) throw cannot('"partialFilterExpression" for an index must be a document');
    if (result.sparse) throw cannot('cannot mix "partialFilterExpression" and "sparse" options');
    compile(filter);
  }
  return result;
};

/** Whether the collection has the index already; a contradiction is an error. */
const exists = (collection: Collection | undefined, spec: Doc): boolean => {
  if (equal(spec.key, PRIMARY.key)) return true;
  if (spec.name === PRIMARY.name) throw bad("The index name '_id_' is reserved for the _id index");
  for (const { spec: known } of collection?.indexes ?? []) {
    const sameOption = (option: string) =>
      FLAGS.includes(option)
        ? truthy(known[option]) === truthy(spec[option])
        : equal(known[option] ?? null, spec[option] ?? null);
    const sameKey = ['key', 'partialFilterExpression'].every(sameOption);
    const same = sameKey && ['unique', 'sparse', 'expireAfterSeconds'].every(sameOption);
    const text = `Requested index: ${shown(spec)}, existing index: ${shown(known)}`;
    if (known.name === spec.name) {
      if (same) return true;
      throw new MongoError(86, `An existing index has the same name as the requested index. ${text}`);
    }
    if (!sameKey) continue;
    const message = same
      ? `Index already exists with a different name: ${String(known.name)}`
      : `An equivalent index already exists with different options. ${text}`;
    throw new MongoError(85, message);
  }
  return false;
};

/** Documents added to a new index in one job. */
const BUILD_CHUNK = 200;

/**
 * Builds an index while others read and write: first it is told to every write, then the documents there already
 * are added. Only when that is done do queries use it.
 */
const build = async ({ store }: Context, ns: string, spec: Doc): Promise<void> => {
  let index: Index | undefined;
  let at: Buffer | undefined;
  const step = () =>
    store.mutate(undefined, (mutation) => {
      const collection = mutation.demand(ns);
      if (!index && exists(collection, spec)) return true;
      store.locks.waitForUsers(collection);
      if (!index) {
        collection.building.push((index = makeIndex(store.catalog.nextId(), spec, compile)));
        store.catalog.save(collection);
        return false;
      }
      if (!collection.building.includes(index))
        throw new MongoError(276, 'The collection was dropped while its index was built');
      const start = at ? Buffer.concat([at, Buffer.from([0])]) : collection.prefix;
      const entries = store.newest.entries(
        'data',
        { start, end: after(collection.prefix) },
        false,
        BUILD_CHUNK,
      );
      for (const { key, value } of entries)
        store.writer.addToIndex(collection, index, key.subarray(4), value);
      at = entries.at(-1)?.key ?? at;
      if (entries.length === BUILD_CHUNK) return false;
      collection.indexes.push(index);
      collection.building = collection.building.filter((each) => each !== index);
      store.catalog.save(collection);
      return true;
    });
  try {
    while (!(await step())) await turn();
  } catch (error) {
    const collection = store.catalog.get(ns);
    if (collection) collection.building = collection.building.filter((each) => each !== index);
    store.sweep();
    throw error;
  }
};

export const createIndexes = async (context: Context): Promise<Doc> => {
  const { body, store, txn } = context;
  const ns = namespace(context);
  if (!Array.isArray(body.indexes) || body.indexes.length === 0)
    throw bad('Must specify at least one index to create');
  const specs = body.indexes.map(normalize);
  const existed = collectionOf(context, ns);
  const before = (existed?.indexes.length ?? 0) + 1;
  if (txn) {
    await store.mutate(txn, (mutation) => {
      const collection = mutation.demand(ns);
      const wanted = specs.filter((spec) => !exists(collection, spec));
      if (wanted.length === 0) return;
      if (!txn.isFresh(collection))
        throw new MongoError(
          263,
          'Cannot create new indexes on existing collection in a multi-document transaction.',
        );
      txn.create(
        collection,
        wanted.map((spec) => makeIndex(store.catalog.nextId(), spec, compile)),
      );
    });
  } else for (const spec of specs) await build(context, ns, spec);
  const now = (collectionOf(context, ns)?.indexes.length ?? 0) + 1;
  return {
    numIndexesBefore: before,
    numIndexesAfter: now,
    createdCollectionAutomatically: !existed,
    ...(now === before ? { note: 'all indexes already exist' } : {}),
    ok: 1,
  };
};

export const listIndexes = (context: Context): RawReply => {
  const { ns, indexes } = demandCollection(context);
  return new RawReply('firstBatch', [PRIMARY, ...indexes.map(({ spec }) => spec)].map(encode), 0n, ns);
};

export const dropIndexes = async (context: Context): Promise<Doc> => {
  const { body, store } = context;
  const wanted = body.index;
  const nIndexesWas = await store.mutate(undefined, () => {
    const collection = demandCollection(context);
    store.locks.waitForUsers(collection);
    const find = (name: unknown): Index => {
      if (name === '_id_' || equal(name, PRIMARY.key)) throw new MongoError(72, 'cannot drop _id index');
      const found = collection.indexes.find((index) =>
        typeof name === 'string' ? index.name === name : equal(index.spec.key, name),
      );
      if (found) return found;
      throw new MongoError(
        27,
        `index not found with name [${typeof name === 'string' ? name : shown(name)}]`,
      );
    };
    const doomed =
      wanted === '*' ? collection.indexes : (Array.isArray(wanted) ? wanted : [wanted]).map(find);
    const count = collection.indexes.length + 1;
    collection.indexes = collection.indexes.filter((index) => !doomed.includes(index));
    store.catalog.save(collection);
    return count;
  });
  store.sweep();
  return { nIndexesWas, ...(wanted === '*' ? { msg: 'non-_id indexes dropped for collection' } : {}), ok: 1 };
};
