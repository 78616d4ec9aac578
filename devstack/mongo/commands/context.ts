import { Binary } from 'bson';
import { MongoError, notImplemented } from '../errors.js';
import { Pace } from '../query/scan.js';
import type { Session, Sessions } from '../storage/sessions.js';
import type { Store } from '../storage/store.js';
import type { Transaction } from '../storage/transaction.js';
import { View } from '../storage/view.js';
import type { Doc } from '../values/bson.js';
import { asDoc, isNumber, toNumber, typeOf } from '../values/types.js';
import type { Cursors } from './cursors.js';
import type { FailPoints } from './fail-points.js';

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
  session: Session | undefined;
  txn: Transaction | undefined;
  /** A retryable write: its transaction number. */
  retry: bigint | undefined;
  deadline: number;
}

export const newPace = (context: Context): Pace => new Pace(context.deadline);

/** Where a read looks: the transaction, or a snapshot that ends with `release`. */
export const readView = (context: Context): { view: View; release: () => void } => {
  if (context.txn) return { view: context.txn.view, release: () => {} };
  const view = new View(context.store.engine, true);
  return { view, release: () => view.release() };
};

export const collectionOf = (context: Context, ns: string) =>
  context.txn ? context.txn.collection(ns) : context.store.catalog.get(ns);

/** The collection a command is for. */
export const demandCollection = (context: Context) => {
  const ns = namespace(context);
  const collection = collectionOf(context, ns);
  if (!collection) throw new MongoError(26, `ns does not exist: ${ns}`);
  return collection;
};

/** The namespace a command is for. */
export const namespace = (context: Context): string => {
  const name = context.body[context.name];
  if (typeof name !== 'string') throw new MongoError(73, `collection name has invalid type ${typeOf(name)}`);
  return checkName(context.db, name);
};

export const checkName = (db: string, name: string): string => {
  const ns = `${db}.${name}`;
  if (name === '') throw new MongoError(73, `Invalid namespace specified '${ns}'`);
  if (db === '' || /[\s/\\."$\0]/.test(db)) throw new MongoError(73, `Invalid database name: '${db}'`);
  if (/[$\0]|^\.|\.$/.test(name)) throw new MongoError(73, `Invalid collection name: ${name}`);
  if (Buffer.byteLength(ns) > 255)
    throw new MongoError(73, `Fully qualified namespace is too long. Namespace: ${ns} Max: 255`);
  return ns;
};

export const wrongType = (field: string, value: unknown, expected: string): MongoError =>
  new MongoError(
    14,
    `BSON field '${field}' is the wrong type '${typeOf(value)}', expected type '${expected}'`,
  );

/** A whole number among a command's fields. */
export const wholeNumber = (body: Doc, field: string, fallback = 0): number => {
  const value = body[field];
  if (value === undefined || value === null) return fallback;
  if (!isNumber(value)) throw wrongType(field, value, 'number');
  const number = Math.trunc(toNumber(value));
  if (number < 0)
    throw new MongoError(51024, `BSON field '${field}' value must be >= 0, actual value '${number}'`);
  return number;
};

export const document = (value: unknown, field: string): Doc => {
  const doc = asDoc(value ?? {});
  if (!doc) throw wrongType(field, value, 'object');
  return doc;
};

/** Refuses a collation other than the simple one. */
export const checkCollation = (value: unknown): void => {
  const collation = asDoc(value);
  if (!collation || Object.keys(collation).length === 0 || collation.locale === 'simple') return;
  throw notImplemented('collation');
};

/** A session's name from its `lsid`. */
export const sessionKey = (lsid: unknown): string => {
  const id = asDoc(lsid)?.id;
  if (!(id instanceof Binary)) throw wrongType('lsid.id', id, 'binData');
  return Buffer.from(id.value()).toString('hex');
};
