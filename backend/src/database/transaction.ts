import type { ClientSession, Connection } from 'mongoose';
import { isDatabaseGone } from './database.js';
import { recordTelemetry } from '../common/telemetry.js';
import { DependencyDown } from '../common/errors.js';

/**
 * For all attempts together: the driver repeats a transaction that conflicts with another for two minutes, and its own
 * `timeoutMS` has no effect (7.8). A commit that is not confirmed is repeated as well; the request deadline ends the wait.
 */
const RETRY_MS = 15_000;

/**
 * Runs some work in one transaction: all of it or nothing. Work that conflicts with other work is run again, with growing
 * pauses, so it must be safe to repeat.
 *
 * @throws DependencyDown when the database is not there; if that happens while it commits, the work may yet be done
 */
export async function inTransaction<T>(
  connection: Connection,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  const deadline = Date.now() + RETRY_MS;
  let attempts = 0;
  const attempt = async (session: ClientSession): Promise<T> => {
    attempts += 1;
    if (Date.now() > deadline) throw new DependencyDown('The database');
    try {
      return await work(session);
    } catch (error) {
      // the driver would try again; the caller should not wait for that
      if (isDatabaseGone(error)) throw Object.assign(new DependencyDown('The database'), { cause: error });
      throw error;
    }
  };
  try {
    const result = await connection.transaction(attempt);
    recordTelemetry('transaction', { outcome: 'committed', attempts });
    return result;
  } catch (error) {
    recordTelemetry('transaction', { outcome: 'failed', attempts });
    throw error;
  }
}
