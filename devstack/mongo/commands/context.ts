import { Binary } from 'bson';
import { ensure, notImplemented } from '../errors.js';
import type { TimeLimit } from '../query/time-limit.js';
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
import { wrongType } from './schema.js';

export interface Server {
  store: Store;
  sessions: Sessions;
  cursors: Cursors;
  failPoints: FailPoints | undefined;
  /** Where clients reach it: what `hello` names as the replica set's only member. */
  host: string;
  port: number;
}

/** One command on its way. */
export class Context {
  session?: Session;
  txn?: Transaction;
  /** A retryable write: its transaction number. */
  retry?: bigint;

  constructor(
    readonly server: Server,
    readonly body: Doc,
    readonly name: string,
    readonly db: string,
    readonly connection: number,
    readonly time: TimeLimit,
  ) {}

  get store(): Store {
    return this.server.store;
  }

  /** The namespace that the command is for. */
  get ns(): string {
    return checkName(this.db, this.body[this.name]);
  }

  collection(ns = this.ns): Collection | undefined {
    return this.txn ? this.txn.collection(ns) : this.store.catalog.get(ns);
  }

  /** The collection that the command is for. */
  demand(): Collection {
    const collection = this.collection();
    ensure(collection, 26, `ns does not exist: ${this.ns}`);
    return collection;
  }

  /** Where a read looks: the transaction, or a snapshot that ends with `release`. */
  open() {
    const { txn, time } = this;
    time.check();
    const view: View = txn ?? new View(this.store.engine, true);
    return { view, time, release: () => (txn ? undefined : view.release()) };
  }

  /** Reads, and lets the snapshot go. */
  async reading<T>(read: (source: Source) => Promise<T>): Promise<T> {
    const source = this.open();
    try {
      return await read(source);
    } finally {
      source.release();
    }
  }

  /** Runs a change in the command's transaction, or as a job of its own. */
  mutate<T>(run: (on: Mutation) => T): Promise<T> {
    return this.store.mutate(this.txn, run, this.time);
  }
}
export type Source = ReturnType<Context['open']>;

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
