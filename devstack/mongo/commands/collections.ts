import { MongoError, notImplemented } from '../errors.js';
import { after } from '../query/bounds.js';
import { compileFilter } from '../query/matcher.js';
import { entriesOf } from '../storage/entries.js';
import { EXPRESSIONS } from '../storage/store.js';
import { type Doc, encode } from '../values/bson.js';
import { equal } from '../values/keys.js';
import { Int32, asDoc, isNumber, shown, toNumber, truthy } from '../values/types.js';
import { RawReply } from '../wire/message.js';
import { type Context, demandCollection, document, namespace, newPace, readView } from './context.js';
import { PRIMARY } from './indexes.js';
import { makeQuery, rowsOf } from './read.js';

export const create = async (context: Context): Promise<Doc> => {
  const ns = namespace(context);
  await context.store.mutate(
    context.txn,
    (mutation) => {
      if (mutation.collection(ns)) throw new MongoError(48, `Collection ${ns} already exists.`);
      mutation.demand(ns);
    },
    context.deadline,
  );
  return { ok: 1 };
};

/** Drops a collection once no transaction uses it; undefined when there is none, else how many indexes it had. */
const dropNamespace = async ({ store, deadline }: Context, ns: string): Promise<number | undefined> => {
  const indexes = await store.mutate(
    undefined,
    (mutation) => {
      const collection = mutation.collection(ns);
      if (!collection) return undefined;
      store.locks.waitForUsers(collection);
      store.catalog.remove(collection);
      return collection.indexes.length + 1;
    },
    deadline,
  );
  store.sweep();
  return indexes;
};

export const drop = async (context: Context): Promise<Doc> => {
  const ns = namespace(context);
  const nIndexesWas = await dropNamespace(context, ns);
  return nIndexesWas === undefined ? { ok: 1 } : { nIndexesWas, ns, ok: 1 };
};

export const dropDatabase = async (context: Context): Promise<Doc> => {
  const doomed = context.store.catalog.list().filter(({ db }) => db === context.db);
  for (const { ns } of doomed) await dropNamespace(context, ns);
  return doomed.length > 0 ? { dropped: context.db, ok: 1 } : { ok: 1 };
};

export const listCollections = ({ body, db, store }: Context): RawReply => {
  const matches = compileFilter(document(body.filter, 'filter'), EXPRESSIONS);
  const docs = store.catalog
    .list()
    .filter((collection) => collection.db === db)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, uuid }): Doc => {
      const short = { name, type: 'collection' };
      return truthy(body.nameOnly)
        ? short
        : { ...short, options: {}, info: { readOnly: false, uuid }, idIndex: PRIMARY };
    });
  const batch = docs.filter((doc) => matches(doc)).map(encode);
  return new RawReply('firstBatch', batch, 0n, `${db}.$cmd.listCollections`);
};

export const listDatabases = ({ body, store }: Context): Doc => {
  const matches = compileFilter(document(body.filter, 'filter'), EXPRESSIONS);
  const names = [...new Set(store.catalog.list().map(({ db }) => db))].sort();
  const databases = names
    .map((name): Doc =>
      truthy(body.nameOnly) ? { name } : { name, sizeOnDisk: new Int32(4096), empty: false },
    )
    .filter((doc) => matches(doc));
  return { databases, totalSize: databases.length * 4096, ok: 1 };
};

/** Changes when the documents of a TTL index expire. */
export const collMod = (context: Context): Promise<Doc> =>
  context.store.mutate(undefined, () => {
    const collection = demandCollection(context);
    if (context.body.index === undefined) return { ok: 1 };
    const { name, keyPattern, expireAfterSeconds, ...others } = document(context.body.index, 'index');
    const [other] = Object.keys(others);
    if (other) throw notImplemented(`The option 'index.${other}' of collMod`);
    const index = collection.indexes.find((each) =>
      name === undefined ? equal(each.spec.key, asDoc(keyPattern)) : each.name === name,
    );
    if (!index)
      throw new MongoError(27, `cannot find index ${shown(name ?? keyPattern)} for ns ${collection.ns}`);
    if (!isNumber(expireAfterSeconds)) throw new MongoError(72, 'no expireAfterSeconds field');
    const old = index.spec.expireAfterSeconds;
    index.spec = { ...index.spec, expireAfterSeconds };
    index.expireAfterSeconds = toNumber(expireAfterSeconds);
    context.store.catalog.save(collection);
    return {
      ...(old === undefined ? {} : { expireAfterSeconds_old: old }),
      expireAfterSeconds_new: expireAfterSeconds,
      ok: 1,
    };
  });

const nameOf = (key: Buffer, id: Buffer): string => `${key.toString('latin1')}>${id.toString('latin1')}`;

/** Checks that every index entry stands for its document and every document has its entries. */
export const validate = async (context: Context): Promise<Doc> => {
  const collection = demandCollection(context);
  const { view, release } = readView(context);
  const errors: string[] = [];
  let nrecords = 0;
  try {
    const wanted = new Map(collection.indexes.map((index) => [index, new Set<string>()]));
    for await (const { id, doc } of rowsOf(
      view,
      collection,
      makeQuery({}, undefined, 0, 0),
      newPace(context),
    )) {
      nrecords++;
      for (const [index, names] of wanted) {
        for (const key of entriesOf(index, doc).keys)
          names.add(nameOf(index.unique ? key : Buffer.concat([key, id]), id));
      }
    }
    for (const [{ name, prefix }, names] of wanted) {
      const found = view.entries('index', { start: prefix, end: after(prefix) }, false, 2 ** 31);
      const stray = found.filter(({ key, value }) => !names.delete(nameOf(key.subarray(4), value))).length;
      if (stray > 0) errors.push(`index ${name} has ${stray} entries without their documents`);
      if (names.size > 0) errors.push(`index ${name} lacks ${names.size} entries`);
    }
  } finally {
    release();
  }
  const nIndexes = collection.indexes.length + 1;
  return { ns: collection.ns, nrecords, nIndexes, valid: errors.length === 0, errors, warnings: [], ok: 1 };
};
