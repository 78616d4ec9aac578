import { Binary } from 'bson';
import { ensure, notImplemented } from '../errors.js';
import { Pace } from '../query/scan.js';
import type { Collection, Index } from '../storage/catalog.js';
import type { Session, Sessions } from '../storage/sessions.js';
import type { Mutation, Store } from '../storage/store.js';
import type { Transaction } from '../storage/transaction.js';
import { View } from '../storage/view.js';
import type { Doc } from '../values/bson.js';
import { equal } from '../values/keys.js';
import { asDoc, typeOf } from '../values/types.js';
import type { Cursors } from './cursors.js';
import type { FailPoints } from './fail-points.js';
import { wrongType } from './shape.js';

export interface Server {
  store: Store;
  sessions: Sessions;
  cursors: Cursors;
  failPoints: FailPoints | undefined;
  port: number;
}

/** One command on its way. */
export interface Context {
  server: Server;
  store: Store;
  body: Doc;
  name: string;
  db: string;
  connection: number;
  deadline: number;
  session?: Session;
  txn?: Transaction;
  /** A retryable write: its transaction number. */
  retry?: bigint;
}

/** Where a read looks: the transaction, or a snapshot that ends with `release`. */
export const openSource = ({ txn, store, deadline }: Context) => {
  const view: View = txn ?? new View(store.engine, true);
  return { view, pace: new Pace(deadline), release: () => (txn ? undefined : view.release()) };
};
export type Source = ReturnType<typeof openSource>;

/** Reads, and lets the snapshot go. */
export const reading = async <T>(context: Context, read: (source: Source) => Promise<T>): Promise<T> => {
  const source = openSource(context);
  try {
    return await read(source);
  } finally {
    source.release();
  }
};

/** Runs a change in the command's transaction, or as a job of its own. */
export const mutate = <T>({ store, txn, deadline }: Context, run: (on: Mutation) => T): Promise<T> =>
  store.mutate(txn, run, deadline);

export const collectionOf = ({ txn, store }: Context, ns: string): Collection | undefined =>
  txn ? txn.collection(ns) : store.catalog.get(ns);

/** The collection a command is for. */
export const demandCollection = (context: Context): Collection => {
  const ns = namespace(context);
  const collection = collectionOf(context, ns);
  ensure(collection, 26, `ns does not exist: ${ns}`);
  return collection;
};

/** The namespace a command is for. */
export const namespace = ({ db, body, name }: Context): string => checkName(db, body[name]);

export const checkName = (db: string, name: unknown): string => {
  ensure(typeof name === 'string', 73, `collection name has invalid type ${typeOf(name)}`);
  const ns = `${db}.${name}`;
  ensure(name !== '' && Buffer.byteLength(ns) <= 255, 73, `Invalid namespace specified '${ns}'`);
  ensure(/^[^\s/\\."$\0]+$/.test(db), 73, `Invalid database name: '${db}'`);
  ensure(!/[$\0]|^\.|\.$/.test(name), 73, `Invalid collection name: ${name}`);
  return ns;
};

export const PRIMARY: Doc = { v: 2, key: { _id: 1 }, name: '_id_' };

/** An index other than that of `_id`, by its name or its keys. */
export const findIndex = ({ indexes }: Collection, named: unknown): Index | undefined =>
  indexes.find(({ name, spec }) => (typeof named === 'string' ? name === named : equal(spec.key, named)));

/** Refuses a collation other than the simple one. */
export const checkCollation = (value: unknown): void => {
  const { locale = 'simple' } = asDoc(value) ?? {};
  if (locale !== 'simple') throw notImplemented('collation');
};

/** A session's name from its `lsid`. */
export const sessionKey = (lsid: unknown): string => {
  const id = asDoc(lsid)?.id;
  if (!(id instanceof Binary)) throw wrongType('lsid.id', id, 'binData');
  return Buffer.from(id.value()).toString('hex');
};
