import { Injectable, Logger } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { recordTelemetry } from '../common/telemetry.js';
import { ImageReferences } from './image-references.js';
import { ImageStore } from './image-store.js';

const KEPT_MS = 24 * 3_600_000;
const BATCH = 200;

/** Deletes images that nothing refers to a day after their upload. Any number of processes may run it at once. */
@Injectable()
export class UnreferencedImagesJob {
  private readonly log = new Logger(UnreferencedImagesJob.name);

  constructor(
    private readonly store: ImageStore,
    private readonly references: ImageReferences,
  ) {}

  @Cron(CronExpression.EVERY_HOUR, { waitForCompletion: true })
  async run(): Promise<void> {
    const startedAt = performance.now();
    let outcome: 'done' | 'failed' = 'failed';
    try {
      await this.deleteUnreferenced(new Date(Date.now() - KEPT_MS));
      outcome = 'done';
    } catch (error) {
      this.log.error({
        err: error,
        msg: 'unreferenced images could not be deleted; the next run tries again',
      });
    } finally {
      const seconds = (performance.now() - startedAt) / 1_000;
      recordTelemetry('job', { job: UnreferencedImagesJob.name, outcome, seconds });
    }
  }

  /** Deletes the unreferenced images that were uploaded before a time. */
  async deleteUnreferenced(before: Date): Promise<void> {
    for (let last: string | undefined; ;) {
      const ids = await this.store.idsBefore(before, BATCH, last);
      for (const id of await this.references.unreferenced(ids)) await this.store.delete(id, before);
      if (ids.length < BATCH) return;
      last = ids.at(-1);
    }
  }
}
