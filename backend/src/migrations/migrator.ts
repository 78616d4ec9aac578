import type { mongo } from 'mongoose';
import { buildIndexes, compareIndexes } from './indexes.js';
import { LOCK, MigrationLock, migrationsOf, RESTORING } from './migration-lock.js';
import { newerSteps, type Step, STEPS } from './steps.js';

/** A step failed, or the database cannot be served from. The message is for the operator. */
export class MigrationError extends Error {}

/**
 * Brings a database to this version: the data steps that are not recorded as done, in order, and then the indexes. Any
 * number of processes may run it at once: one works, the others wait and find it done.
 */
export class Migrator {
  constructor(
    private readonly db: mongo.Db,
    private readonly log: (line: string) => void = () => undefined,
    private readonly steps: readonly Step[] = STEPS,
  ) {}

  /** The pending steps and indexes, one a line; nothing is written. */
  async pending(): Promise<string[]> {
    const done = new Set(
      await migrationsOf(this.db)
        .find({ state: 'done' })
        .map(({ _id }) => _id)
        .toArray(),
    );
    const { missing, changed } = await compareIndexes(this.db);
    return [
      ...this.steps.filter(({ id }) => !done.has(id)).map(({ id }) => `step ${id}`),
      ...missing.map((index) => `index ${index}`),
      ...changed.map((index) => `index ${index}`),
    ];
  }

  /**
   * Applies all that is pending. What was done before a failure stays recorded, and the next run resumes there.
   *
   * @returns what was pending; empty when there was nothing to do
   * @throws MigrationError
   */
  async run(): Promise<string[]> {
    await this.assertUsable();
    const pending = await this.pending();
    if (pending.length === 0) return [];
    const lock = new MigrationLock(migrationsOf(this.db));
    const isDone = async () => (await this.pending()).length === 0;
    if (!(await lock.acquire(isDone, (holder) => this.log(`waiting for the migrations of ${holder}`))))
      return [];
    try {
      const mine = await this.pending();
      await this.applySteps(lock);
      await this.applyIndexes(lock);
      return mine;
    } finally {
      await lock.release();
    }
  }

  /** @throws MigrationError when something is pending; for servers with MIGRATE_ON_START=0 */
  async assertCurrent(): Promise<void> {
    await this.assertUsable();
    const pending = await this.pending();
    if (pending.length > 0) {
      throw new MigrationError(
        `The database is behind this version and MIGRATE_ON_START is off. Run \`npm run cli -- migrate\`. Pending:\n  ${pending.join('\n  ')}`,
      );
    }
  }

  private async applySteps(lock: MigrationLock): Promise<void> {
    const records = migrationsOf(this.db);
    for (const step of this.steps) {
      const { id } = step;
      if ((await records.findOne({ _id: id }))?.state === 'done') continue;
      await lock.assertHeld();
      const startedAt = new Date();
      await records.updateOne(
        { _id: id },
        { $set: { state: 'running', startedAt, owner: lock.owner }, $unset: { error: '' } },
        { upsert: true },
      );
      try {
        await step.up(this.db);
        await lock.assertHeld();
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        await records.updateOne({ _id: id, state: 'running' }, { $set: { state: 'failed', error: reason } });
        throw new MigrationError(
          `Migration step ${id} failed: ${reason}. Steps before it are done; run \`npm run cli -- migrate\` again to resume.`,
          { cause: error },
        );
      }
      await records.updateOne({ _id: id }, { $set: { state: 'done', doneAt: new Date() } });
      this.log(`step ${id} done in ${Date.now() - startedAt.getTime()} ms`);
    }
  }

  private async applyIndexes(lock: MigrationLock): Promise<void> {
    await lock.assertHeld();
    try {
      await buildIndexes(this.db);
    } catch (error) {
      throw new MigrationError(`The indexes could not be created: ${(error as Error).message}`, {
        cause: error,
      });
    }
    const { unknown } = await compareIndexes(this.db);
    for (const index of unknown) this.log(`left alone, an index that this version does not expect: ${index}`);
  }

  private async assertUsable(): Promise<void> {
    const records = await migrationsOf(this.db)
      .find({}, { projection: { _id: 1 } })
      .map(({ _id }) => _id)
      .toArray();
    if (records.includes(RESTORING)) {
      throw new MigrationError(
        'A restore into this database was not finished. Repeat it with --replace, or drop the database.',
      );
    }
    const newer = newerSteps(
      records.filter((id) => id !== LOCK),
      this.steps,
    );
    if (newer.length > 0) {
      throw new MigrationError(
        `This version is older than the database, in which a newer one has run ${newer.join(', ')}. Start that version, or restore a backup that was made before it.`,
      );
    }
  }
}
