import { mongo } from 'mongoose';

/** A session whose reads all see one moment, and how that is done. */
export interface Snapshot {
  session: mongo.ClientSession;
  consistency: 'snapshot-session' | 'snapshot-transaction';
  end(): Promise<void>;
}

/**
 * Opens the snapshot that this server can give. MongoDB reads outside a transaction as of one moment for as long as it keeps
 * history (five minutes unless `minSnapshotHistoryWindowInSeconds` says more). The embedded store does so inside
 * a transaction only, which ends after a minute. Where neither is to be had, or the time runs out, the backup fails.
 */
export async function openSnapshot(client: mongo.MongoClient, probe: string): Promise<Snapshot> {
  const session = client.startSession({ snapshot: true });
  try {
    await client.db().collection(probe).findOne({}, { session });
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

/** 72 InvalidOptions, 238 NotImplemented: the server has no such reads; the driver says so itself of older servers. */
const isUnsupported = (error: unknown): boolean =>
  error instanceof mongo.MongoCompatibilityError ||
  (error instanceof mongo.MongoServerError && (error.code === 238 || error.code === 72));
