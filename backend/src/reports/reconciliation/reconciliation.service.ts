import { Injectable } from '@nestjs/common';
import { DAY_MS } from '../../lists/days.js';
import { PaymentProvider } from '../../payment-provider/payment-provider.js';
import { Payments } from '../../purchases/payments/payments.service.js';
import { DisputeFindings } from './dispute-findings.service.js';
import { type Difference, rowOf } from './findings.js';
import { keptIdOf, KeptFindings, MAX_LISTED } from './kept-findings.service.js';
import { PaymentComparison } from './payment-comparison.service.js';
import type {
  ReconciliationDto,
  ReconciliationPassesDto,
  ReconciliationRowDto,
} from './reconciliation.dto.js';
import type { KeptFinding } from './reconciliation.schema.js';
import { ReconciliationPasses } from './reconciliation-passes.service.js';

/** The most payments that are compared at once: those of fifty calls. */
const MAX_INTENTS = 5_000;

/** What is wrong with payments and paid orders: of the latest payments as it is now, of all others as it was found. */
@Injectable()
export class ReconciliationService {
  constructor(
    private readonly comparison: PaymentComparison,
    private readonly findings: KeptFindings,
    private readonly disputes: DisputeFindings,
    private readonly passes: ReconciliationPasses,
    private readonly payments: Payments,
    private readonly provider: PaymentProvider,
  ) {}

  /** @throws DependencyDown */
  async reconcile(days = 30): Promise<ReconciliationDto> {
    const since = new Date(Date.now() - days * DAY_MS);
    const now = await this.compareSince(since);
    const all = await this.findings.list();
    const kept = all.filter(({ intentId }) => !now.compared.has(intentId));
    const differences = withFirstSeen(now.differences, all);
    const items = await this.rowsOf([...differences, ...kept, ...(await this.disputes.open())]);
    items.sort((a, b) => (a.at < b.at ? 1 : -1));
    return {
      items,
      checked: now.compared.size,
      isComplete: now.isComplete && all.length < MAX_LISTED,
      since: since.toISOString(),
      passes: await this.shownPasses(),
    };
  }

  private async compareSince(since: Date) {
    const compared = new Set<string>();
    const differences: Difference[] = [];
    let from: string | undefined;
    do {
      const part = await this.comparison.listed({ since, from });
      for (const id of part.intentIds) compared.add(id);
      differences.push(...part.differences);
      from = part.next;
    } while (from !== undefined && compared.size < MAX_INTENTS);
    return { compared, differences, isComplete: from === undefined };
  }

  private async rowsOf(found: Difference[]): Promise<ReconciliationRowDto[]> {
    const orders = await this.comparison.ordersById(found.flatMap(({ orderId }) => orderId ?? []));
    return found.map((difference) => {
      const { intentId, orderId = '' } = difference;
      const url = intentId === undefined ? undefined : this.provider.dashboardUrl(intentId);
      return rowOf(difference, orders.get(orderId), url);
    });
  }

  private async shownPasses(): Promise<ReconciliationPassesDto> {
    return {
      payments: await this.passes.shown('payments'),
      orders: await this.passes.shown('orders', await this.payments.count()),
    };
  }
}

/** What is found now with when it was first found, where the job has found it before. */
function withFirstSeen(found: readonly Difference[], kept: readonly KeptFinding[]): Difference[] {
  const seen = new Map(kept.map(({ _id, firstSeenAt }) => [_id, firstSeenAt]));
  return found.map((difference) => ({ ...difference, firstSeenAt: seen.get(keptIdOf(difference)) }));
}
