import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { ScheduledJobs } from '../jobs/scheduled-jobs.js';
import { DailyReports } from './daily-reports.service.js';

/** Brings the daily rollups up to date every `SWEEP_SECONDS`. One replica at a time does so. */
@Injectable()
export class DailyReportsJob implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly logger = new Logger(DailyReportsJob.name);
  private isStopping = false;
  private running: Promise<void> | undefined;

  constructor(
    private readonly reports: DailyReports,
    private readonly jobs: ScheduledJobs,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.schedule(DailyReportsJob.name, this.config.orders.sweepSeconds, () => this.run());
  }

  /** Shutting down waits for what is running, which ends with the day at hand. */
  onModuleDestroy(): void {
    this.isStopping = true;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.running?.catch(() => undefined);
  }

  /** Whoever calls while it runs waits for that run. */
  run(): Promise<void> {
    this.running ??= this.reports.run(() => this.isStopping).finally(() => (this.running = undefined));
    return this.running;
  }

  /**
   * Starts a run, and does not wait for it, when the last one is longer ago than the interval: after the first start
   * nobody has to wait that long for figures.
   */
  startIfDue(upTo: Date | undefined): void {
    const isDue = upTo === undefined || Date.now() - upTo.getTime() > this.config.orders.sweepSeconds * 1_000;
    if (!isDue || this.isStopping) return;
    this.run().catch((error: unknown) => {
      this.logger.error({ err: error, msg: 'the daily rollups could not be brought up to date' });
    });
  }
}
