import { Injectable, Logger } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { recordTelemetry } from '../common/telemetry.js';
import type { Types } from 'mongoose';
import { Leases } from '../jobs/leases.js';
import { ImageReferences } from './image-references.js';
import { ImageStore } from './image-store.js';

const KEPT_MS = 24 * 3_600_000;
/** Half of the time to the next run: replicas whose clocks differ start within it. */
const LEASE_MS = 30 * 60_000;
const BATCH = 200;

/** Deletes images that nothing has ever referred to a day after their upload. One replica does it each hour. */
@Injectable()
export class UnreferencedImagesJob {
  private readonly log = new Logger(UnreferencedImagesJob.name);

  constructor(
    private readonly store: ImageStore,
    private readonly references: ImageReferences,
    private readonly leases: Leases,
  ) {}

  @Cron(CronExpression.EVERY_HOUR, { waitForCompletion: true })
  async run(): Promise<void> {
    const startedAt = performance.now();
    let outcome: 'done' | 'failed' | undefined;
    try {
      if (!(await this.leases.take(UnreferencedImagesJob.name, LEASE_MS))) return;
      await this.deleteUnreferenced(new Date(Date.now() - KEPT_MS));
      outcome = 'done';
    } catch (error) {
      outcome = 'failed';
      this.log.error({
        err: error,
        msg: 'unreferenced images could not be deleted; the next run tries again',
      });
    } finally {
      const seconds = (performance.now() - startedAt) / 1_000;
      if (outcome) recordTelemetry('job', { job: UnreferencedImagesJob.name, outcome, seconds });
    }
  }

  /** Deletes the unreferenced images that were uploaded before a time. */
  async deleteUnreferenced(before: Date): Promise<void> {
    for (let last: Types.ObjectId | undefined; ;) {
      const ids = await this.store.unused(before, BATCH, last);
      for (const id of ids)
        await ((await this.references.has(id))
          ? this.store.markReferenced([id])
          : this.store.delete(id, before));
      if (ids.length < BATCH) return;
      last = ids.at(-1);
    }
  }
}
