import { type Connection, Error as MongooseError, mongo, type Schema } from 'mongoose';

/**
 * A request fails within five seconds of the database's loss, also after two operations; its return is noticed within two.
 * A database that is only busy for three seconds, as the embedded store is with the commit of a large import, is not lost.
 */
export const DATABASE_TIMES = {
  serverSelectionTimeoutMS: 2_000,
  connectTimeoutMS: 3_000,
  waitQueueTimeoutMS: 2_000,
  heartbeatFrequencyMS: 1_000,
} as const;

const readLimits = new WeakMap<Connection, number>();

const limitOf = (connection: Connection): number => readLimits.get(connection) ?? 0;

/** A schema takes it once, whatever connections have a model of it: the limit is each connection's own. */
function readLimit(schema: Schema): void {
  schema.pre(['find', 'findOne', 'countDocuments', 'distinct'], function () {
    this.maxTimeMS(limitOf(this.model.db));
  });
  schema.pre('aggregate', function () {
    this.option({ maxTimeMS: limitOf(this.model().db) });
  });
}

/** The database ends a connection's reads after so many milliseconds. A write may wait for a lock longer. */
export function limitReads(connection: Connection, milliseconds: number): void {
  readLimits.set(connection, milliseconds);
  connection.plugin(readLimit);
}

/** Whether a write was refused by a unique index. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError && error.code === 11_000;

/** Rethrows, so that a transaction runs again which chose what another has: the next attempt chooses another. */
export function retryIfTaken(error: unknown): never {
  if (isDuplicateKey(error)) (error as mongo.MongoServerError).addErrorLabel('TransientTransactionError');
  throw error;
}

/**
 * Whether a write was refused by a unique index that has a field. Only MongoDB says so in the error's `keyPattern`, and of a bulk
 * write not even it; in the message all engines name the index.
 */
export function isDuplicateOf(field: string, error: unknown): boolean {
  if (!isDuplicateKey(error)) return false;
  const { keyPattern = {}, message } = error as { keyPattern?: object; message: string };
  return field in keyPattern || new RegExp(`(^|[^a-zA-Z0-9])${field}_-?1`).test(message);
}

/** Whether the database ended an operation that took longer than it may. */
export const isTimedOut = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError && error.code === 50;

/** The errors of a database that stops or is no longer the primary. */
const STOPPING_CODES = new Set([91, 189, 10_107, 11_600, 11_602, 13_435, 13_436]);

/** Whether an error means that the database cannot be reached. */
export const isDatabaseGone = (error: unknown): boolean =>
  error instanceof mongo.MongoNetworkError ||
  error instanceof mongo.MongoServerSelectionError ||
  error instanceof mongo.MongoNotConnectedError ||
  error instanceof mongo.MongoTopologyClosedError ||
  (error instanceof mongo.MongoServerError && STOPPING_CODES.has(Number(error.code))) ||
  // no connection was free in time
  (error instanceof Error && error.name === 'MongoWaitQueueTimeoutError') ||
  // a socket that closes while the driver writes to it: its error is not wrapped
  (error as NodeJS.ErrnoException | undefined)?.code === 'EPIPE' ||
  error instanceof MongooseError.MongooseServerSelectionError ||
  (error instanceof MongooseError && /buffering timed out|Client must be connected/i.test(error.message));
