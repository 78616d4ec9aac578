import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import type { Difference } from './findings.js';
import { type Comparison, PaymentComparison, type Which } from './payment-comparison.service.js';
import { type Finding, FINDINGS } from './reconciliation.dto.js';
import { KeptFinding } from './reconciliation.schema.js';

/** The most findings that are listed. */
export const MAX_LISTED = 1_000;

/** The id that a finding is kept under. */
export const keptIdOf = ({ intentId, finding }: Difference): string => `${intentId} ${finding}`;

/** Keeps what is found wrong with payments and paid orders. What a later look finds in order is removed. */
@Injectable()
export class KeptFindings {
  constructor(
    @InjectModel(KeptFinding.name) private readonly findings: Model<KeptFinding>,
    private readonly comparison: PaymentComparison,
  ) {}

  /** Compares the provider's next payments with the orders, and keeps the result. */
  async compareListed(which: Which): Promise<{ compared: number; next: string | undefined }> {
    const { next, ...comparison } = await this.comparison.listed(which);
    await this.keep(comparison);
    return { compared: comparison.intentIds.length, next };
  }

  /** Compares some payments, by a call of the provider each, and keeps the result. */
  async compareEach(intentIds: readonly string[]): Promise<Comparison> {
    const comparison = await this.comparison.lookedUp(intentIds);
    await this.keep(comparison);
    return comparison;
  }

  /** The newest payments first. */
  list(): Promise<KeptFinding[]> {
    return this.findings.find().sort({ at: -1, _id: -1 }).limit(MAX_LISTED).lean<KeptFinding[]>();
  }

  /** How many there are of each kind. */
  async counts(): Promise<Partial<Record<Finding, number>>> {
    const counted = FINDINGS.map(
      async (finding) => [finding, await this.findings.countDocuments({ finding })] as const,
    );
    return Object.fromEntries(await Promise.all(counted));
  }

  /** The next payments with findings in the order of their ids, after a position. */
  async idsAfter(position: string | undefined, most: number): Promise<string[]> {
    const after = position === undefined ? {} : { intentId: trusted({ $gt: position }) };
    const found = await this.findings
      .find(after, { intentId: 1 })
      .sort({ intentId: 1 })
      .limit(most)
      .lean<KeptFinding[]>();
    return [...new Set(found.map(({ intentId }) => intentId))];
  }

  private async keep({ intentIds, differences }: Comparison): Promise<void> {
    const lastSeenAt = new Date();
    const writes = differences.map((difference) => ({
      updateOne: {
        filter: { _id: keptIdOf(difference) },
        update: { $set: { ...difference, lastSeenAt }, $setOnInsert: { firstSeenAt: lastSeenAt } },
        upsert: true,
      },
    }));
    if (writes.length > 0) await this.findings.bulkWrite(writes);
    await this.findings.deleteMany({
      intentId: trusted({ $in: intentIds }),
      _id: trusted({ $nin: differences.map(keptIdOf) }),
    });
  }
}
