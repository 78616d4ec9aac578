import { MongoError } from '../errors.js';
import type { Cursors } from './cursors.js';
import { Pace } from '../query/scan.js';
import type { Session, Sessions } from '../storage/sessions.js';
import type { Store } from '../storage/store.js';
import type { Transaction } from '../storage/transaction.js';
import type { View } from '../storage/view.js';
import type { Doc } from '../values/bson.js';
import { asDoc, isNumber, toNumber, typeOf } from '../values/types.js';
import type { FailPoints } from './fail-points.js';

export interface Server {
  store: Store;
  sessions: Sessions;
  cursors: Cursors;
  failPoints: FailPoints | undefined;
  port: number;
  started: number;
  connections: () => number;
}

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
export const readView = (context: Context): { view: View; release: () => void } =>
  context.txn ? { view: context.txn.view, release: () => {} } : context.store.steadyView();

export const collectionOf = (context: Context, ns: string) =>
  context.txn ? context.txn.collection(ns) : context.store.catalog.get(ns);

/** The namespace a command is for. */
export const namespace = (context: Context): string => {
  const name = context.body[context.name];
  if (typeof name !== 'string') {
    throw new MongoError(73, `collection name has invalid type ${typeOf(name)}`);
  }
  return checkName(context.db, name);
};

export const checkName = (db: string, name: string): string => {
  if (name === '') throw new MongoError(73, `Invalid namespace specified '${db}.'`);
  if (db === '' || /[\s/\\."$\0]/.test(db)) throw new MongoError(73, `Invalid database name: '${db}'`);
  if (name.includes('\0') || name.startsWith('.') || name.endsWith('.')) {
    throw new MongoError(73, `Invalid collection name: ${name}`);
  }
  if (name.includes('$')) throw new MongoError(73, `Invalid collection name: ${name}`);
  if (Buffer.byteLength(`${db}.${name}`) > 255) {
    throw new MongoError(73, `Fully qualified namespace is too long. Namespace: ${db}.${name} Max: 255`);
  }
  return `${db}.${name}`;
};

/** A whole number among a command's fields. */
export const wholeNumber = (body: Doc, field: string, fallback = 0): number => {
  const value = body[field];
  if (value === undefined || value === null) return fallback;
  if (!isNumber(value)) {
    throw new MongoError(
      14,
      `BSON field '${field}' is the wrong type '${typeOf(value)}', expected types '[long, int, decimal, double]'`,
    );
  }
  return Math.trunc(toNumber(value));
};

export const document = (value: unknown, field: string): Doc => {
  if (value === undefined || value === null) return {};
  const doc = asDoc(value);
  if (!doc) {
    throw new MongoError(
      14,
      `BSON field '${field}' is the wrong type '${typeOf(value)}', expected type 'object'`,
    );
  }
  return doc;
};

/** Refuses a collation other than the simple one. */
export const checkCollation = (value: unknown): void => {
  const collation = asDoc(value);
  if (!collation || Object.keys(collation).length === 0 || collation.locale === 'simple') return;
  throw new MongoError(238, 'collation is not implemented by this store');
};
