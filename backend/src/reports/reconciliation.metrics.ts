import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { recordTelemetry, onTelemetry } from '../common/telemetry.js';
import { CONFIG, type Config } from '../config.js';
import { FINDINGS } from './reconciliation.dto.js';
import { ReconciliationService } from './reconciliation.service.js';

/** Metrics may be read every few seconds; the payments are compared no more often than this. */
const EVERY_MS = 5 * 60_000;
const DAYS = 2;

/**
 * Compares the payments of the last days with the orders while metrics are read. The reader does not wait: it gets the
 * latest result.
 */
@Injectable()
export class ReconciliationMetrics implements OnApplicationShutdown {
  private readonly logger = new Logger(ReconciliationMetrics.name);
  private readonly stop: () => void;
  private startedAt = -EVERY_MS;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly reconciliation: ReconciliationService,
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
    this.running = this.compare().catch((error: unknown) => {
      this.logger.warn({ err: error, msg: 'the payments could not be compared with the orders' });
    });
  }

  private async compare(): Promise<void> {
    const { items } = await this.reconciliation.reconcile(DAYS);
    const findings = Object.fromEntries(FINDINGS.map((finding) => [finding, 0]));
    for (const { finding } of items) findings[finding] = (findings[finding] ?? 0) + 1;
    recordTelemetry('reconciled', { findings });
  }
}
