import { setImmediate as turn } from 'node:timers/promises';
import { MongoError, bad } from '../errors.js';
import { compileFilter } from '../query/matcher.js';
import { type Collection, type Index, makeIndex } from '../storage/catalog.js';
import { EXPRESSIONS } from '../storage/store.js';
import { type Doc, decode, encode } from '../values/bson.js';
import { after } from '../query/bounds.js';
import { equal } from '../values/keys.js';
import { asDoc, isNumber, toNumber, truthy, typeOf } from '../values/types.js';
import { RawReply } from '../wire/message.js';
import { type Context, checkCollation, collectionOf, namespace } from './context.js';

const OPTIONS = new Set([
  'v',
  'key',
  'name',
  'unique',
  'sparse',
  'background',
  'expireAfterSeconds',
  'partialFilterExpression',
  'hidden',
  'collation',
  'storageEngine',
  'prepareUnique',
  'ns',
]);
const NOT_HERE = new Set([
  'wildcardProjection',
  'weights',
  'default_language',
  'language_override',
  'textIndexVersion',
  '2dsphereIndexVersion',
  'bits',
  'min',
  'max',
  'bucketSize',
  'clustered',
]);

const PRIMARY: Doc = { v: 2, key: { _id: 1 }, name: '_id_' };

const compile = (filter: unknown) => compileFilter(filter, EXPRESSIONS);

/** Checks an index specification and puts it in the order in which it is shown. */
const normalize = (given: unknown): Doc => {
  const spec = asDoc(given);
  const key = spec && asDoc(spec.key);
  if (!key) throw new MongoError(9, "The 'key' field is a required property of an index specification");
  if (Object.keys(key).length === 0) throw new MongoError(67, 'Index keys cannot be an empty field.');
  for (const option of Object.keys(spec)) {
    if (NOT_HERE.has(option))
      throw new MongoError(238, `The index option '${option}' is not implemented by this store`);
    if (!OPTIONS.has(option)) {
      throw new MongoError(
        197,
        `The field '${option}' is not valid for an index specification. Specification: ${JSON.stringify(spec)}`,
      );
    }
  }
  for (const path of Object.keys(key)) {
    const value = key[path];
    if (typeof value === 'string') {
      if (['text', '2d', '2dsphere', 'hashed', 'geoHaystack'].includes(value)) {
        throw new MongoError(238, `The index type '${value}' is not implemented by this store`);
      }
      throw new MongoError(67, `Unknown index plugin '${value}'`);
    }
    if (!isNumber(value))
      throw new MongoError(
        14,
        `Values in v:2 index key pattern cannot be of type ${typeOf(value)}. Only numbers > 0, numbers < 0, and strings are allowed.`,
      );
    if (toNumber(value) === 0 || Number.isNaN(toNumber(value)))
      throw new MongoError(67, 'Values in the index key pattern cannot be 0.');
    if (path === '' || path.split('.').includes(''))
      throw new MongoError(67, 'Index keys cannot contain an empty field.');
    if (path.split('.').some((part) => part.startsWith('$') && part !== '$**'))
      throw new MongoError(67, `Index key contains an illegal field name: field name starts with '$'.`);
    if (path.endsWith('$**')) throw new MongoError(238, 'Wildcard indexes are not implemented by this store');
  }
  if (typeof spec.name !== 'string' || spec.name === '')
    throw new MongoError(9, "The 'name' field is a required property of an index specification");
  if (truthy(spec.hidden))
    throw new MongoError(238, "The index option 'hidden' is not implemented by this store");
  checkCollation(spec.collation);
  if (spec.sparse !== undefined && truthy(spec.sparse) && spec.partialFilterExpression !== undefined) {
    throw new MongoError(67, 'cannot mix "partialFilterExpression" and "sparse" options');
  }
  const expire = spec.expireAfterSeconds;
  if (expire !== undefined) {
    if (!isNumber(expire))
      throw new MongoError(
        67,
        `TTL index 'expireAfterSeconds' option must be numeric, but received a type of '${typeOf(expire)}'`,
      );
    if (toNumber(expire) < 0 || toNumber(expire) > 2 ** 31 - 1)
      throw new MongoError(
        67,
        `TTL index 'expireAfterSeconds' option must be within an acceptable range, try a different number than ${toNumber(expire)}`,
      );
    if (Object.keys(key).length > 1)
      throw new MongoError(67, 'TTL indexes are single-field indexes, compound indexes do not support TTL');
  }
  if (spec.partialFilterExpression !== undefined) {
    if (!asDoc(spec.partialFilterExpression))
      throw new MongoError(67, '"partialFilterExpression" for an index must be a document');
    compile(spec.partialFilterExpression);
  }
  const result: Doc = { v: 2, key, name: spec.name };
  for (const option of ['unique', 'sparse', 'background']) if (truthy(spec[option])) result[option] = true;
  for (const option of ['expireAfterSeconds', 'partialFilterExpression']) {
    if (spec[option] !== undefined) result[option] = spec[option];
  }
  return result;
};

const same = (a: Doc, b: Doc): boolean =>
  equal(a.key, b.key) &&
  truthy(a.unique) === truthy(b.unique) &&
  truthy(a.sparse) === truthy(b.sparse) &&
  equal(a.partialFilterExpression ?? null, b.partialFilterExpression ?? null) &&
  equal(a.expireAfterSeconds ?? null, b.expireAfterSeconds ?? null);

/** Whether the collection has the index already; a contradiction is an error. */
const exists = (collection: Collection | undefined, spec: Doc): boolean => {
  if (equal(spec.key, PRIMARY.key)) return true;
  if (spec.name === '_id_')
    throw bad(
      `The index name '_id_' is reserved for the _id index, which must have key pattern {_id: 1}, found key: ${JSON.stringify(spec.key)}`,
    );
  for (const index of collection?.indexes ?? []) {
    const sameKey =
      equal(index.spec.key, spec.key) &&
      equal(index.spec.partialFilterExpression ?? null, spec.partialFilterExpression ?? null);
    if (index.name === spec.name) {
      if (same(index.spec, spec)) return true;
      throw new MongoError(
        86,
        `An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. Requested index: ${JSON.stringify(spec)}, existing index: ${JSON.stringify(index.spec)}`,
      );
    }
    if (sameKey) {
      throw new MongoError(
        85,
        same(index.spec, spec)
          ? `Index already exists with a different name: ${index.name}`
          : `An equivalent index already exists with the same name but different options. Requested index: ${JSON.stringify(spec)}, existing index: ${JSON.stringify(index.spec)}`,
      );
    }
  }
  return false;
};

/** Documents added to a new index in one job. */
const BUILD_CHUNK = 200;

/**
 * Builds an index while others read and write: first it is told to every write, then the documents there already
 * are added. Only when that is done do queries use it.
 */
const build = async (context: Context, ns: string, index: Index): Promise<void> => {
  const { store } = context;
  const { engine, writer, catalog } = store;
  let at: Buffer | undefined;
  for (;;) {
    const done = await store.mutate(undefined, (mutation) => {
      const collection = mutation.collection(ns);
      if (!collection) throw new MongoError(276, 'The collection was dropped while its index was built');
      store.locks.waitForUsers(collection);
      const start = at ? Buffer.concat([at, Buffer.from([0])]) : collection.prefix;
      const entries = [...engine.data.getRange({ start, end: after(collection.prefix), limit: BUILD_CHUNK })];
      for (const { key, value } of entries)
        writer.addToIndex(collection, index, key.subarray(4), decode(value));
      at = entries.at(-1)?.key ?? at;
      if (entries.length === BUILD_CHUNK) return false;
      collection.indexes.push(index);
      collection.building = collection.building.filter((each) => each !== index);
      catalog.save(collection);
      return true;
    });
    if (done) return;
    await turn();
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
      if (!txn.isNew(collection) && !txn.isEmpty(collection)) {
        throw new MongoError(
          263,
          'Cannot create new indexes on existing collection in a multi-document transaction.',
        );
      }
      txn.addIndexes(
        collection,
        wanted.map((spec) => makeIndex(store.catalog.nextId(), spec, compile)),
      );
    });
  } else {
    for (const spec of specs) {
      const index = await store.mutate(undefined, (mutation) => {
        const collection = mutation.demand(ns);
        if (exists(collection, spec)) return undefined;
        store.locks.waitForUsers(collection);
        const made = makeIndex(store.catalog.nextId(), spec, compile);
        collection.building.push(made);
        store.catalog.save(collection);
        return made;
      });
      if (!index) continue;
      try {
        await build(context, ns, index);
      } catch (error) {
        await store.engine.write(() => {
          const collection = store.catalog.get(ns);
          if (!collection) return;
          collection.building = collection.building.filter((each) => each !== index);
          store.catalog.save(collection);
          store.catalog.discard('index', index.id);
        });
        store.sweep();
        throw error;
      }
    }
  }
  const now = (collectionOf(context, ns)?.indexes.length ?? 0) + 1;
  const reply: Doc = {
    numIndexesBefore: before,
    numIndexesAfter: now,
    createdCollectionAutomatically: !existed,
  };
  if (now === before) reply.note = 'all indexes already exist';
  return { ...reply, ok: 1 };
};

export const listIndexes = (context: Context): RawReply => {
  const ns = namespace(context);
  const collection = collectionOf(context, ns);
  if (!collection) throw new MongoError(26, `ns does not exist: ${ns}`);
  const batch = [PRIMARY, ...collection.indexes.map(({ spec }) => spec)].map(encode);
  return new RawReply('firstBatch', batch, 0n, ns);
};

export const dropIndexes = async (context: Context): Promise<Doc> => {
  const { body, store } = context;
  const ns = namespace(context);
  const wanted = body.index;
  const count = await store.mutate(undefined, (mutation) => {
    const collection = mutation.collection(ns);
    if (!collection) throw new MongoError(26, `ns not found ${ns}`);
    store.locks.waitForUsers(collection);
    const names = Array.isArray(wanted) ? wanted : [wanted];
    const doomed =
      wanted === '*'
        ? [...collection.indexes]
        : names.map((name: unknown) => {
            if (name === '_id_' || equal(name, PRIMARY.key))
              throw new MongoError(72, 'cannot drop _id index');
            const found = collection.indexes.find((index) =>
              typeof name === 'string' ? index.name === name : equal(index.spec.key, name),
            );
            if (!found)
              throw new MongoError(
                27,
                `index not found with name [${typeof name === 'string' ? name : JSON.stringify(name)}]`,
              );
            return found;
          });
    const before = collection.indexes.length + 1;
    collection.indexes = collection.indexes.filter((index) => !doomed.includes(index));
    store.catalog.save(collection);
    for (const index of doomed) store.catalog.discard('index', index.id);
    return before;
  });
  store.sweep();
  const reply: Doc = { nIndexesWas: count };
  if (wanted === '*') reply.msg = 'non-_id indexes dropped for collection';
  return { ...reply, ok: 1 };
};
