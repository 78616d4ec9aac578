import { MongoError } from '../errors.js';
import { compileFilter } from '../query/matcher.js';
import { after } from '../query/bounds.js';
import { planQuery } from '../query/planner.js';
import { entriesOf } from '../storage/entries.js';
import { EXPRESSIONS } from '../storage/store.js';
import { type Doc, encode } from '../values/bson.js';
import { equal } from '../values/keys.js';
import { Int32, asDoc, isNumber, toNumber, truthy } from '../values/types.js';
import { RawReply } from '../wire/message.js';
import {
  type Context,
  checkCollation,
  checkName,
  collectionOf,
  document,
  namespace,
  newPace,
} from './context.js';
import { makeQuery, rowsOf } from './read.js';

const NOT_HERE = [
  'capped',
  'timeseries',
  'viewOn',
  'pipeline',
  'clusteredIndex',
  'encryptedFields',
  'changeStreamPreAndPostImages',
  'validator',
];

export const create = async (context: Context): Promise<Doc> => {
  const { body, store, txn } = context;
  const ns = namespace(context);
  for (const option of NOT_HERE) {
    const value = body[option];
    const off =
      value === undefined || value === false || (asDoc(value) && Object.keys(asDoc(value)!).length === 0);
    if (!off) throw new MongoError(238, `The option '${option}' of create is not implemented by this store`);
  }
  checkCollation(body.collation);
  await store.mutate(
    txn,
    (mutation) => {
      if (mutation.collection(ns)) throw new MongoError(48, `Collection ${ns} already exists.`);
      mutation.demand(ns);
    },
    context.deadline,
  );
  return { ok: 1 };
};

const dropNamespace = (context: Context, ns: string): Promise<number | undefined> => {
  const { store } = context;
  return store.mutate(
    undefined,
    (mutation) => {
      const collection = mutation.collection(ns);
      if (!collection) return undefined;
      store.locks.waitForUsers(collection);
      store.catalog.remove(collection);
      return collection.indexes.length + 1;
    },
    context.deadline,
  );
};

export const drop = async (context: Context): Promise<Doc> => {
  const ns = namespace(context);
  const indexes = await dropNamespace(context, ns);
  context.store.sweep();
  return indexes === undefined ? { ok: 1 } : { nIndexesWas: indexes, ns, ok: 1 };
};

export const dropDatabase = async (context: Context): Promise<Doc> => {
  const collections = context.store.catalog.list(context.db);
  for (const { ns } of collections) await dropNamespace(context, ns);
  context.store.sweep();
  return collections.length > 0 ? { dropped: context.db, ok: 1 } : { ok: 1 };
};

export const renameCollection = async (context: Context): Promise<Doc> => {
  const { body, store } = context;
  const [from, to] = [body.renameCollection, body.to].map((value) => {
    if (typeof value !== 'string' || !value.includes('.'))
      throw new MongoError(73, `Invalid namespace: ${String(value)}`);
    return checkName(value.slice(0, value.indexOf('.')), value.slice(value.indexOf('.') + 1));
  }) as [string, string];
  if (from === to) throw new MongoError(20, "Can't rename a collection to itself");
  await store.mutate(undefined, (mutation) => {
    const source = mutation.collection(from);
    if (!source) throw new MongoError(26, `Source collection ${from} does not exist`);
    store.locks.waitForUsers(source);
    const target = mutation.collection(to);
    if (target) {
      if (!truthy(body.dropTarget)) throw new MongoError(48, 'target namespace exists');
      store.locks.waitForUsers(target);
      store.catalog.remove(target);
    }
    store.catalog.rename(source, to);
  });
  store.sweep();
  return { ok: 1 };
};

export const listCollections = (context: Context): RawReply => {
  const { body, db, store } = context;
  const matches = compileFilter(document(body.filter, 'filter'), EXPRESSIONS);
  const docs = store.catalog
    .list(db)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((collection): Doc => {
      if (truthy(body.nameOnly)) return { name: collection.name, type: 'collection' };
      return {
        name: collection.name,
        type: 'collection',
        options: collection.options,
        info: { readOnly: false, uuid: collection.uuid },
        idIndex: { v: 2, key: { _id: 1 }, name: '_id_' },
      };
    })
    .filter((doc) => matches(doc));
  return new RawReply('firstBatch', docs.map(encode), 0n, `${db}.$cmd.listCollections`);
};

export const listDatabases = (context: Context): Doc => {
  const { body, store } = context;
  const matches = compileFilter(document(body.filter, 'filter'), EXPRESSIONS);
  const names = [...new Set(store.catalog.list().map(({ db }) => db))].sort();
  const nameOnly = truthy(body.nameOnly);
  const databases = names
    .map((name): Doc => (nameOnly ? { name } : { name, sizeOnDisk: new Int32(4096), empty: false }))
    .filter((doc) => matches(doc));
  return nameOnly ? { databases, ok: 1 } : { databases, totalSize: databases.length * 4096, ok: 1 };
};

export const collMod = async (context: Context): Promise<Doc> => {
  const { body, store } = context;
  const ns = namespace(context);
  const allowed = new Set(['collMod', 'index']);
  for (const key of Object.keys(body)) {
    if (
      NOT_HERE.includes(key) ||
      (['validationLevel', 'validationAction'].includes(key) && !allowed.has(key))
    ) {
      throw new MongoError(238, `The option '${key}' of collMod is not implemented by this store`);
    }
  }
  return store.mutate(undefined, (mutation) => {
    const collection = mutation.collection(ns);
    if (!collection) throw new MongoError(26, `ns does not exist: ${ns}`);
    const change = asDoc(body.index);
    if (!change) return { ok: 1 };
    const index = collection.indexes.find((each) =>
      change.name === undefined ? equal(each.spec.key, change.keyPattern) : each.name === change.name,
    );
    if (!index)
      throw new MongoError(
        27,
        `cannot find index ${JSON.stringify(change.name ?? change.keyPattern)} for ns ${ns}`,
      );
    const unknown = Object.keys(change).find(
      (key) => !['name', 'keyPattern', 'expireAfterSeconds'].includes(key),
    );
    if (unknown)
      throw new MongoError(238, `The option 'index.${unknown}' of collMod is not implemented by this store`);
    const expire = change.expireAfterSeconds;
    if (!isNumber(expire)) throw new MongoError(72, 'no expireAfterSeconds field');
    const old = index.spec.expireAfterSeconds;
    index.spec = { ...index.spec, expireAfterSeconds: expire };
    index.expireAfterSeconds = toNumber(expire);
    store.catalog.save(collection);
    return {
      ...(old === undefined ? {} : { expireAfterSeconds_old: old }),
      expireAfterSeconds_new: expire,
      ok: 1,
    };
  });
};

export const collStats = (context: Context): Doc => {
  const ns = namespace(context);
  const collection = collectionOf(context, ns);
  if (!collection) return { ns, size: 0, count: 0, storageSize: 0, nindexes: 0, indexSizes: {}, ok: 1 };
  const plan = planQuery(context.store.newest, collection, {}, {});
  const count = context.store.newest.count('data', plan.ranges[0]!, 2 ** 31);
  return { ns, count, nindexes: collection.indexes.length + 1, capped: false, ok: 1 };
};

/** Checks that every index entry stands for its document and every document has its entries. */
export const validate = async (context: Context): Promise<Doc> => {
  const ns = namespace(context);
  const collection = collectionOf(context, ns);
  if (!collection) throw new MongoError(26, `Collection '${ns}' does not exist to validate.`);
  const { view, release } = context.store.steadyView();
  const errors: string[] = [];
  const keysPerIndex: Doc = {};
  let records = 0;
  try {
    const wanted = new Map<string, Set<string>>(collection.indexes.map(({ name }) => [name, new Set()]));
    for await (const row of rowsOf(view, collection, makeQuery({}, undefined, 0, 0), newPace(context))) {
      records++;
      for (const index of collection.indexes) {
        for (const key of entriesOf(index, row.doc).keys) {
          const whole = index.unique ? key : Buffer.concat([key, row.id]);
          wanted.get(index.name)!.add(`${whole.toString('latin1')}>${row.id.toString('latin1')}`);
        }
      }
    }
    keysPerIndex._id_ = records;
    for (const index of collection.indexes) {
      const expected = wanted.get(index.name)!;
      keysPerIndex[index.name] = expected.size;
      const range = { start: index.prefix, end: after(index.prefix) };
      for (const { key, value } of view.entries('index', range, false, 2 ** 31)) {
        const name = `${key.subarray(4).toString('latin1')}>${value.toString('latin1')}`;
        if (!expected.delete(name)) errors.push(`index ${index.name} has an entry without its document`);
      }
      if (expected.size > 0) errors.push(`index ${index.name} lacks ${expected.size} entries`);
    }
  } finally {
    release();
  }
  return {
    ns,
    nrecords: records,
    nIndexes: collection.indexes.length + 1,
    keysPerIndex,
    valid: errors.length === 0,
    errors,
    warnings: [],
    ok: 1,
  };
};
