import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { recordEvent, onDomainEvent } from '../common/domain-events.js';
import { CONFIG, type Config } from '../config.js';
import { FINDINGS } from './reconciliation.dto.js';
import { ReconciliationService } from './reconciliation.service.js';

/** Readers of the figures may come every few seconds; the provider and the database are asked no oftener than this. */
const EVERY_MS = 5 * 60_000;
const DAYS = 2;

/**
 * Compares the payments of the last days with the orders while somebody reads the figures. The reader is never kept
 * waiting: it gets what was found last.
 */
@Injectable()
export class UnreconciledWatch implements OnApplicationShutdown {
  private readonly logger = new Logger(UnreconciledWatch.name);
  private readonly stop: () => void;
  private askedAt = -EVERY_MS;
  private asking: Promise<void> = Promise.resolve();

  constructor(
    private readonly reconciliation: ReconciliationService,
    @Inject(CONFIG) { metrics }: Config,
  ) {
    this.stop =
      metrics.port === undefined ? () => undefined : onDomainEvent('metrics-requested', () => this.look());
  }

  async onApplicationShutdown(): Promise<void> {
    this.stop();
    await this.asking;
  }

  private look(): void {
    const now = performance.now();
    if (now - this.askedAt < EVERY_MS) return;
    this.askedAt = now;
    this.asking = this.compare().catch((error: unknown) => {
      this.logger.warn({ err: error, msg: 'the payments could not be compared with the orders' });
    });
  }

  private async compare(): Promise<void> {
    const { items } = await this.reconciliation.reconcile(DAYS);
    const findings = Object.fromEntries(FINDINGS.map((finding) => [finding, 0]));
    for (const { finding } of items) findings[finding] = (findings[finding] ?? 0) + 1;
    recordEvent('reconciled', { findings });
  }
}
