import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { DECIDED } from '../../payments/dispute-states.js';
import { DisputeRecord } from '../../payments/payment-records.schema.js';
import { Payments } from '../../purchases/payments/payments.service.js';
import { type Difference, disputeOf } from './findings.js';

const OPEN = { status: trusted({ $nin: DECIDED }) };

/** The open disputes that the provider has reported, as rows of the reconciliation. */
@Injectable()
export class DisputeFindings {
  constructor(
    @InjectModel(DisputeRecord.name) private readonly disputes: Model<DisputeRecord>,
    private readonly payments: Payments,
  ) {}

  /** Of whatever age, the latest report first; at most 1,000. */
  async open(): Promise<Difference[]> {
    const disputes = await this.disputes
      .find(OPEN)
      .sort({ reportedAt: -1, _id: -1 })
      .limit(1_000)
      .lean<DisputeRecord[]>();
    const payments = await this.payments.find(disputes.flatMap(({ intentId }) => intentId ?? []));
    const orderIds = new Map(payments.map(({ _id, orderId }) => [_id, String(orderId)]));
    return disputes.map((dispute) => disputeOf(dispute, orderIds.get(dispute.intentId ?? '')));
  }

  /** How many there are of which something was reported since then. */
  countReportedSince(since: Date): Promise<number> {
    return this.disputes.countDocuments({ ...OPEN, reportedAt: trusted({ $gte: since }) });
  }
}
