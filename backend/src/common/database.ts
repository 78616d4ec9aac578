import { type Connection, mongo, STATES } from 'mongoose';

/**
 * A call hears within five seconds that the database is gone, also when it asks twice; and a database that is back is
 * noticed within two.
 */
export const DATABASE_TIMES = {
  serverSelectionTimeoutMS: 2_000,
  connectTimeoutMS: 2_000,
  waitQueueTimeoutMS: 2_000,
  heartbeatFrequencyMS: 2_000,
} as const;

/** Whether the driver sees a database that takes writes. */
export const isConnected = ({ readyState }: Connection): boolean => readyState === STATES.connected;

/** Whether a write was refused by a unique index. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError && error.code === 11_000;
