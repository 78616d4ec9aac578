import { MongoError } from '../errors.js';
import { compileFilter } from '../query/matcher.js';
import { type Doc, encode } from '../values/bson.js';
import { compare } from '../values/keys.js';
import { truthy } from '../values/types.js';
import { RawReply } from '../wire/message.js';
import { type Context, PRIMARY } from './context.js';

export const create = async (context: Context): Promise<Doc> => {
  const ns = context.ns;
  await context.mutate((mutation) => {
    if (mutation.collection(ns)) throw new MongoError(48, `Collection ${ns} already exists.`);
    mutation.demand(ns);
  });
  return { ok: 1 };
};

/** Drops a collection once no transaction uses it; undefined when there is none, else how many indexes it had. */
const dropNamespace = async (context: Context, ns: string): Promise<number | undefined> => {
  const { catalog, locks } = context.store;
  const indexes = await context.mutate(() => {
    const collection = catalog.get(ns);
    if (!collection) return undefined;
    locks.waitForUsers(collection);
    catalog.remove(collection);
    return collection.indexes.length + 1;
  });
  context.store.sweep();
  return indexes;
};

export const drop = async (context: Context): Promise<Doc> => {
  const ns = context.ns;
  const nIndexesWas = await dropNamespace(context, ns);
  return nIndexesWas === undefined ? { ok: 1 } : { nIndexesWas, ns, ok: 1 };
};

export const dropDatabase = async (context: Context): Promise<Doc> => {
  const removed = context.store.catalog.list().filter(({ db }) => db === context.db);
  for (const { ns } of removed) await dropNamespace(context, ns);
  return removed.length > 0 ? { dropped: context.db, ok: 1 } : { ok: 1 };
};

/** The result of a list command: what its filter matches, and with `nameOnly` only the names. */
const listed = ({ body }: Context, docs: Doc[], short: string[]): Doc[] => {
  const matches = compileFilter(body.filter ?? {});
  const found = docs.sort((a, b) => compare(a.name, b.name)).filter((doc) => matches(doc));
  const shorten = (doc: Doc) => Object.fromEntries(short.map((field) => [field, doc[field]]));
  return truthy(body.nameOnly) ? found.map(shorten) : found;
};

export const listCollections = (context: Context): RawReply => {
  const all = context.store.catalog.list().filter(({ db }) => db === context.db);
  const type = 'collection';
  const docs = all.map(({ name, uuid }) => ({ name, type, options: {}, info: { uuid }, idIndex: PRIMARY }));
  const batch = listed(context, docs, ['name', 'type']).map(encode);
  return new RawReply('firstBatch', batch, 0n, `${context.db}.$cmd.listCollections`);
};

export const listDatabases = (context: Context): Doc => {
  const names = new Set(context.store.catalog.list().map(({ db }) => db));
  const docs = [...names].map((name) => ({ name, sizeOnDisk: 4096, empty: false }));
  const databases = listed(context, docs, ['name']);
  return { databases, totalSize: databases.length * 4096, ok: 1 };
};
