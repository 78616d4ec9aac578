import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { Attention, MOST_WAITING } from '../../attention/attention.service.js';
import { countRows } from '../../lists/count-rows.js';
import { FailedEvent } from '../../payments/payment-records.schema.js';
import { KeptFinding } from './reconciliation.schema.js';

/** Tells admins of what the page Reconciliation has for them: payments that differ from orders, and events that were set aside. */
@Injectable()
export class PaymentAttention implements OnModuleInit {
  constructor(
    @InjectModel(KeptFinding.name) private readonly findings: Model<KeptFinding>,
    @InjectModel(FailedEvent.name) private readonly failed: Model<FailedEvent>,
    private readonly attention: Attention,
  ) {}

  onModuleInit(): void {
    this.attention.register({ kind: 'payment-to-resolve', count: () => this.count() });
  }

  private async count(): Promise<number> {
    const [differing, setAside] = await Promise.all([
      countRows(this.findings, {}, MOST_WAITING),
      countRows(this.failed, { setAsideAt: trusted({ $gt: new Date(0) }) }, MOST_WAITING),
    ]);
    return differing + setAside;
  }
}
