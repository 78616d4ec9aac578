import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import type { Lease } from '../../jobs/lease.js';
import { Leases } from '../../jobs/leases.js';
import { ScheduledJobs } from '../../jobs/scheduled-jobs.js';
import { DAY_MS } from '../../lists/days.js';
import { Payments } from '../../purchases/payments/payments.service.js';
import { KeptFindings } from './kept-findings.service.js';
import { type Pass, type PassName, PASSES } from './reconciliation.schema.js';
import { ReconciliationPasses } from './reconciliation-passes.service.js';

const LEASE_MS = 60_000;
/** How often the latest payments, and those with findings, are looked at again. */
const RECENT_EVERY_MS = 5 * 60_000;
export const RECENT_MS = 2 * DAY_MS;
/** Payments that are looked up before the position is written; a shutdown waits for as many. */
const BATCH = 5;

/** A part of a pass. */
interface Step {
  calls: number;
  compared: number;
  /** The position of the next one; undefined at the end. */
  next: string | undefined;
}

/**
 * Compares every payment at the provider with its order, and every paid order with its payment, a little in each run. One
 * replica at a time does so; a run begins where the last one ended, also one that an outage or a shutdown has ended.
 */
@Injectable()
export class ReconciliationJob implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly everyMs: Record<PassName, number>;
  private isStopping = false;

  constructor(
    private readonly findings: KeptFindings,
    private readonly passes: ReconciliationPasses,
    private readonly payments: Payments,
    private readonly leases: Leases,
    private readonly jobs: ScheduledJobs,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    const fullMs = config.reconciliation.everyHours * 3_600_000;
    this.everyMs = { recent: RECENT_EVERY_MS, findings: RECENT_EVERY_MS, payments: fullMs, orders: fullMs };
  }

  onApplicationBootstrap(): void {
    this.jobs.schedule(ReconciliationJob.name, this.config.orders.sweepSeconds, () => this.run());
  }

  /** A shutdown waits for the run, which then ends after its step. */
  onModuleDestroy(): void {
    this.isStopping = true;
  }

  /** @throws DependencyDown when the provider cannot be reached; what was compared before stays so */
  async run(): Promise<void> {
    await this.leases.hold('reconciliation', LEASE_MS, async (lease) => {
      let left = this.config.reconciliation.callsPerRun;
      for (const [n, name] of PASSES.entries()) {
        // no pass keeps those after it from going on
        const share = n === PASSES.length - 1 ? left : Math.ceil(left / 2);
        left -= await this.advance(name, share, lease);
      }
    });
  }

  /** Goes on with a pass. @returns how many calls it took */
  private async advance(name: PassName, most: number, lease: Lease): Promise<number> {
    let left = most;
    let pass = left > 0 ? await this.passes.current(name, this.everyMs[name]) : undefined;
    while (pass && left > 0 && lease.isHeld && !this.isStopping) {
      const { calls, compared, next } = await this.step(pass, Math.min(BATCH, left));
      left -= calls;
      pass = await this.passes.advance(pass, compared, next);
    }
    return most - left;
  }

  private async step({ _id: name, startedAt, position }: Pass, most: number): Promise<Step> {
    if (name === 'recent' || name === 'payments') {
      const since = name === 'recent' ? new Date(startedAt.getTime() - RECENT_MS) : undefined;
      return { calls: 1, ...(await this.findings.compareListed({ since, from: position })) };
    }
    const source = name === 'findings' ? this.findings : this.payments;
    const ids = await source.idsAfter(position, most);
    await this.findings.compareEach(ids);
    return { calls: ids.length, compared: ids.length, next: ids.at(-1) };
  }
}
