import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { trusted } from 'mongoose';
import { ScheduledJobs } from '../../jobs/scheduled-jobs.js';
import { CONFIG, type Config } from '../../config.js';
import { OrderClaims } from './order-claims.service.js';
import { WrongState } from '../purchase-errors.js';
import { PaymentConfirmation } from '../payments/payment-confirmation.service.js';

/** Cancels unpaid orders whose hold has ended. Any number of replicas may do so at once. */
@Injectable()
export class ExpiryJob implements OnApplicationBootstrap {
  constructor(
    private readonly claims: OrderClaims,
    private readonly confirmation: PaymentConfirmation,
    private readonly jobs: ScheduledJobs,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.schedule(ExpiryJob.name, this.config.orders.sweepSeconds, () => this.run());
  }

  run(): Promise<void> {
    const due = { status: 'unpaid', holdUntil: trusted({ $lt: new Date() }) } as const;
    return this.claims.forEach(due, (id) => this.expire(id));
  }

  private async expire(orderId: string): Promise<void> {
    try {
      await this.confirmation.cancel(orderId, { by: 'expiry' });
    } catch (error) {
      // Paid at the last moment, being processed, or cancelled by someone else.
      if (!(error instanceof WrongState)) throw error;
    }
  }
}
