import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { mongo } from 'mongoose';

/** A document of the collection `migrations`: one for each step, the lock, and the marker of a restore in progress. */
export interface MigrationRecord {
  _id: string;
  state?: 'running' | 'done' | 'failed';
  startedAt?: Date;
  doneAt?: Date;
  error?: string;
  owner?: string;
  until?: Date;
}

export const migrationsOf = (db: mongo.Db): mongo.Collection<MigrationRecord> =>
  db.collection<MigrationRecord>('migrations');

/** The marker of a restore in progress. */
export const RESTORING = 'restoring';
export const LOCK = 'lock';
/** A holder that died loses the lock after this; a living one renews it three times in that time. */
const LEASE_MS = 10_000;
const POLL_MS = 200;

/** The lock was taken over: this process had not renewed its lease in time. */
export class LockLost extends Error {}

/**
 * The right of one process at a time to migrate. Steps are safe to repeat, so that even a process which resumes
 * after its lease and goes on for a moment does no harm.
 */
export class MigrationLock {
  readonly owner = `${hostname()}/${process.pid}/${randomUUID().slice(0, 8)}`;
  private renewal: NodeJS.Timeout | undefined;

  constructor(private readonly records: mongo.Collection<MigrationRecord>) {}

  /** Takes the lock, or waits. Ends early, without it, once `unneeded` returns true: another process has done the work. */
  async acquire(unneeded: () => Promise<boolean>, onWait: (holder: string) => void): Promise<boolean> {
    for (let waited = false; ; waited = true) {
      if (await this.take()) break;
      if (!waited) onWait((await this.records.findOne({ _id: LOCK }))?.owner ?? 'another process');
      await wait(POLL_MS);
      if (await unneeded()) return false;
    }
    this.renewal = setInterval(() => void this.renew().catch(() => undefined), LEASE_MS / 3);
    this.renewal.unref();
    return true;
  }

  /** @throws LockLost */
  async assertHeld(): Promise<void> {
    if (!(await this.renew())) throw new LockLost('Another process took the migrations over.');
  }

  async release(): Promise<void> {
    clearInterval(this.renewal);
    await this.records.deleteOne({ _id: LOCK, owner: this.owner });
  }

  private async take(): Promise<boolean> {
    const now = new Date();
    try {
      await this.records.updateOne(
        { _id: LOCK, until: { $lt: now } },
        { $set: { owner: this.owner, until: new Date(now.getTime() + LEASE_MS) } },
        { upsert: true },
      );
      return true;
    } catch (error) {
      if (error instanceof mongo.MongoServerError && error.code === 11_000) return false;
      throw error;
    }
  }

  private async renew(): Promise<boolean> {
    const until = new Date(Date.now() + LEASE_MS);
    const { matchedCount } = await this.records.updateOne(
      { _id: LOCK, owner: this.owner },
      { $set: { until } },
    );
    return matchedCount === 1;
  }
}
