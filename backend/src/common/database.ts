import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { type Connection, Error as MongooseError, mongo, STATES } from 'mongoose';

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

const RETRY_MS = 500;
/** A check of a server ends within the driver's own time-outs; one that runs longer never will. */
const HUNG_CHECK_MS = DATABASE_TIMES.connectTimeoutMS + DATABASE_TIMES.heartbeatFrequencyMS + 500;

const reportFailure = (error: unknown): void => new Logger('Database').error(error);

/**
 * Connects anew when the driver's check of a server hangs. A socket that is closed in the moment the check writes to it
 * makes the driver (7.8) wait for a `drain` that never comes, and nobody would notice that the database is back.
 */
export function reviveHungChecks(connection: Connection): void {
  const client = connection.getClient();
  const checks = new Map<string, NodeJS.Timeout>();
  let isOver = false;
  connection.once('close', () => (isOver = true));
  const ended = (address: string): void => clearTimeout(checks.get(address));
  const isSettled = async (): Promise<boolean> =>
    isOver ||
    client.connect().then(
      () => true,
      () => false,
    );
  const connectAnew = async (): Promise<void> => {
    await client.close(true);
    while (!(await isSettled())) await sleep(RETRY_MS, undefined, { ref: false });
    if (isOver) await client.close(true);
  };
  client.on('serverHeartbeatStarted', ({ connectionId }) => {
    ended(connectionId);
    checks.set(connectionId, setTimeout(() => connectAnew().catch(reportFailure), HUNG_CHECK_MS).unref());
  });
  client.on('serverHeartbeatSucceeded', ({ connectionId }) => ended(connectionId));
  client.on('serverHeartbeatFailed', ({ connectionId }) => ended(connectionId));
  client.on('serverClosed', ({ address }) => ended(address));
}

/** Whether the driver sees a database that takes writes. */
export const isConnected = ({ readyState }: Connection): boolean => readyState === STATES.connected;

/** Whether a write was refused by a unique index. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError && error.code === 11_000;

/** Whether the database ended an operation that took longer than it may. */
export const isTimedOut = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError && error.code === 50;

/** What a database answers while it stops or hands its place to another. */
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
  // a socket that closes while the driver writes to it: its error comes as it is
  (error as NodeJS.ErrnoException | undefined)?.code === 'EPIPE' ||
  error instanceof MongooseError.MongooseServerSelectionError ||
  (error instanceof MongooseError && /buffering timed out|Client must be connected/i.test(error.message));
