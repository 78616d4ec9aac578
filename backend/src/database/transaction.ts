import type { ClientSession, Connection, mongo } from 'mongoose';
import { isDatabaseGone } from './database.js';
import { recordTelemetry } from '../common/telemetry.js';
import { DependencyDown, WriteConflict } from '../common/errors.js';

/**
 * For all attempts together: the driver repeats a transaction that conflicts with another for two minutes, and its own
 * `timeoutMS` has no effect (7.8). A commit that is not confirmed is repeated as well; the request deadline ends the wait.
 */
const RETRY_MS = 15_000;

/** How a transaction ended. One whose commit was not confirmed may have taken effect. */
export type Outcome = 'committed' | 'unconfirmed' | 'rolled-back';

/** What takes part in a transaction without being its work. */
export interface Participant {
  /** The transaction's last writes. */
  beforeCommit?(): Promise<unknown>;
  /** Called once, also for an attempt that is run again. */
  ended(outcome: Outcome): void;
}

const transactions = new WeakMap<ClientSession, { beganAt: number; participants: Participant[] }>();

function transactionOf(session: ClientSession) {
  const transaction = transactions.get(session);
  if (!transaction) throw new Error('This session has no transaction of inTransaction');
  return transaction;
}

/** Takes part in the transaction of a session, which `inTransaction` began. */
export const join = (session: ClientSession, participant: Participant): void =>
  void transactionOf(session).participants.push(participant);

/** When the attempt that runs began, by `performance.now`: a little before the snapshot that it reads. */
export const beganAt = (session: ClientSession): number => transactionOf(session).beganAt;

/** Runs once the session's transaction is committed; not if it is not. */
export const afterCommit = (session: ClientSession, run: () => void): void =>
  join(session, { ended: (outcome) => outcome === 'committed' && run() });

/**
 * Runs a unit of work in one transaction: all of it or nothing. Each write takes the session and so belongs to the unit of
 * work of its caller. Work that conflicts with other work is run again, with growing pauses, so it must be safe to repeat.
 *
 * @throws DependencyDown when the database is not there; if that happens while it commits, the work may yet be done.
 * WriteConflict when the work still conflicts after `RETRY_MS`
 */
export async function inTransaction<T>(
  connection: Connection,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  const deadline = Date.now() + RETRY_MS;
  let attempts = 0;
  let isWorkDone = false;
  const joined: Participant[] = [];
  const end = (outcome: Outcome): void => {
    for (const participant of joined.splice(0)) participant.ended(outcome);
  };
  const attempt = async (session: ClientSession): Promise<T> => {
    end('rolled-back');
    attempts += 1;
    isWorkDone = false;
    transactions.set(session, { beganAt: performance.now(), participants: joined });
    if (attempts > 1 && Date.now() > deadline) throw new WriteConflict();
    try {
      const result = await work(session);
      for (const participant of joined) await participant.beforeCommit?.();
      isWorkDone = true;
      return result;
    } catch (error) {
      // the driver would try again; the caller should not wait for that
      if (isDatabaseGone(error)) throw Object.assign(new DependencyDown('The database'), { cause: error });
      throw error;
    }
  };
  try {
    const result = await connection.transaction(attempt);
    end('committed');
    recordTelemetry('transaction', { outcome: 'committed', attempts });
    return result;
  } catch (error) {
    end(isWorkDone ? 'unconfirmed' : 'rolled-back');
    recordTelemetry('transaction', { outcome: 'failed', attempts });
    throw error;
  }
}

/** Runs work on the data of one moment, by the driver: for reads, and for tools. `inTransaction` is for changes of the shop. */
export const inSnapshot = <T>(
  client: mongo.MongoClient,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> =>
  client.withSession((session) =>
    session.withTransaction(() => work(session), { readConcern: { level: 'snapshot' } }),
  );
