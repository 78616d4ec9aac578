import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { recordTelemetry, onTelemetry } from '../../common/telemetry.js';
import { CONFIG, type Config } from '../../config.js';
import { DisputeFindings } from './dispute-findings.service.js';
import { KeptFindings } from './kept-findings.service.js';
import { RECENT_MS } from './reconciliation.job.js';
import { ReconciliationPasses } from './reconciliation-passes.service.js';

/** Metrics may be read every few seconds; the findings are counted no more often than this. */
const EVERY_MS = 60_000;

/** Counts the findings while metrics are read. The reader does not wait: it gets the latest result. */
@Injectable()
export class ReconciliationMetrics implements OnApplicationShutdown {
  private readonly logger = new Logger(ReconciliationMetrics.name);
  private readonly stop: () => void;
  private startedAt = -EVERY_MS;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly findings: KeptFindings,
    private readonly disputes: DisputeFindings,
    private readonly passes: ReconciliationPasses,
    @Inject(CONFIG) { metrics }: Config,
  ) {
    this.stop =
      metrics.port === undefined ? () => undefined : onTelemetry('metrics-requested', () => this.refresh());
  }

  async onApplicationShutdown(): Promise<void> {
    this.stop();
    await this.running;
  }

  private refresh(): void {
    const now = performance.now();
    if (now - this.startedAt < EVERY_MS) return;
    this.startedAt = now;
    this.running = this.count().catch((error: unknown) => {
      this.logger.warn({ err: error, msg: 'the findings of the reconciliation could not be counted' });
    });
  }

  private async count(): Promise<void> {
    const [kept, dispute, recent] = await Promise.all([
      this.findings.counts(),
      this.disputes.countReportedSince(new Date(Date.now() - RECENT_MS)),
      this.passes.find('recent'),
    ]);
    recordTelemetry('reconciled', { findings: { ...kept, dispute }, comparedAt: recent?.endedAt });
  }
}
