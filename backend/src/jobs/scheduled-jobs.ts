import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { recordTelemetry } from '../common/telemetry.js';

/**
 * Runs jobs at the intervals of the configuration, which `@Interval()` cannot read. Runs of one job never overlap; one that
 * fails is logged, and the next tries again. Shutting down waits for the runs in progress.
 */
@Injectable()
export class ScheduledJobs implements BeforeApplicationShutdown {
  private readonly logger = new Logger(ScheduledJobs.name);
  private readonly running = new Map<string, Promise<void>>();
  private isStopping = false;

  constructor(private readonly registry: SchedulerRegistry) {}

  /** Runs a job every so many seconds from now on. Every replica does so. */
  schedule(job: string, seconds: number, run: () => Promise<void>): void {
    const runOnce = (): void => {
      if (this.isStopping || this.running.has(job)) return;
      this.running.set(
        job,
        this.run(job, run).finally(() => this.running.delete(job)),
      );
    };
    // Replicas that were started together do not stay in step.
    const jitter = 0.9 + Math.random() * 0.2;
    this.registry.addInterval(job, setInterval(runOnce, seconds * 1_000 * jitter));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.running.values());
  }

  private async run(job: string, run: () => Promise<void>): Promise<void> {
    const startedAt = performance.now();
    let outcome: 'done' | 'failed' = 'done';
    try {
      await run();
    } catch (error) {
      outcome = 'failed';
      this.logger.error({ err: error, job, msg: 'a job failed; its next run tries again' });
    }
    recordTelemetry('job', { job, outcome, seconds: (performance.now() - startedAt) / 1_000 });
  }
}
