import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientSession, Connection } from 'mongoose';
import { isConnected, isDatabaseGone } from './database.js';
import { DependencyDown } from './errors.js';
import { recordEvent } from './domain-events.js';

/** Conflicts are tried again, and a lost answer to a commit is asked for again, for so long. */
const GIVE_UP_MS = 15_000;
/** A database that is gone for so long is given up: the driver would ask for its answer to a commit for two minutes. */
const GONE_MS = 2_500;
const LOOK_MS = 250;

/**
 * Runs some work in one transaction: all of it or nothing. Work that conflicts with other work is run again, with growing
 * pauses, so it must bear repetition.
 *
 * @throws DependencyDown when the database is not there; if that happens while it commits, the work may yet be done
 */
export async function inTransaction<T>(
  connection: Connection,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  const deadline = Date.now() + GIVE_UP_MS;
  const answered = new AbortController();
  let attempts = 0;
  const running = connection.transaction(async (session): Promise<T> => {
    attempts += 1;
    if (Date.now() > deadline) throw new DependencyDown('The database');
    try {
      return await work(session);
    } catch (error) {
      // The driver would try again for two minutes; whoever asked should not wait for that.
      if (isDatabaseGone(error)) throw Object.assign(new DependencyDown('The database'), { cause: error });
      throw error;
    }
  });
  const givingUp = giveUp(connection, deadline, answered.signal);
  try {
    const result = await Promise.race([running, givingUp]);
    recordEvent('transaction', { outcome: 'committed', attempts });
    return result;
  } catch (error) {
    recordEvent('transaction', { outcome: 'failed', attempts });
    throw error;
  } finally {
    // Whichever lost is of no interest any more.
    running.catch(() => undefined);
    givingUp.catch(() => undefined);
    answered.abort();
  }
}

/** Throws when the time is over or the database has been gone for a while. */
async function giveUp(connection: Connection, deadline: number, signal: AbortSignal): Promise<never> {
  for (let seenAt = Date.now(); ;) {
    await sleep(LOOK_MS, undefined, { signal, ref: false });
    if (isConnected(connection)) seenAt = Date.now();
    if (Date.now() > deadline || Date.now() - seenAt > GONE_MS) throw new DependencyDown('The database');
  }
}
