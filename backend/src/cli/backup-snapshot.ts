import { mongo } from 'mongoose';
import { ToolError } from './tool.js';

/** A session whose reads all see the same point in time, and how. */
export interface Snapshot {
  session: mongo.ClientSession;
  consistency: 'snapshot-session' | 'snapshot-transaction';
  end(): Promise<void>;
}

const IGNORED =
  'This server ignores snapshot reads, so a backup of a shop that serves would mix several moments. Stop the shop and all its replicas, and run the backup with --shop-is-stopped; or use the tools of your database.';

/**
 * Opens the kind of snapshot that this server has. MongoDB has snapshot reads outside a transaction for as long as it keeps
 * history (five minutes, or `minSnapshotHistoryWindowInSeconds`). The embedded store has them inside a transaction only,
 * which ends after a minute. When neither is available, or the time is over, the backup fails.
 *
 * @throws ToolError when the server accepts snapshot reads and does not do them, as some that speak MongoDB's protocol
 */
export async function openSnapshot(client: mongo.MongoClient, probe: string): Promise<Snapshot> {
  const session = client.startSession({ snapshot: true });
  try {
    await client.db().collection(probe).findOne({}, { session });
    // the moment that all reads of the session are to see, which the driver has from the response to the first
    if (!(session as { snapshotTime?: mongo.BSON.Timestamp }).snapshotTime) throw new ToolError(IGNORED);
    return { session, consistency: 'snapshot-session', end: () => session.endSession() };
  } catch (error) {
    await session.endSession();
    if (!isUnsupported(error)) throw error;
  }
  const inTransaction = client.startSession();
  inTransaction.startTransaction({ readConcern: { level: 'snapshot' } });
  return {
    session: inTransaction,
    consistency: 'snapshot-transaction',
    async end() {
      if (inTransaction.inTransaction()) await inTransaction.abortTransaction();
      await inTransaction.endSession();
    },
  };
}

/** 72 InvalidOptions, 238 NotImplemented: the server has no such reads; for older servers the driver itself throws. */
const isUnsupported = (error: unknown): boolean =>
  error instanceof mongo.MongoCompatibilityError ||
  (error instanceof mongo.MongoServerError && (error.code === 238 || error.code === 72));
