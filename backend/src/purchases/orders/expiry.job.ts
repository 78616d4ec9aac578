import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { WriteConflict } from '../../common/errors.js';
import { Leases } from '../../jobs/leases.js';
import { ScheduledJobs } from '../../jobs/scheduled-jobs.js';
import { CONFIG, type Config } from '../../config.js';
import { Order } from './order.schema.js';
import { WrongState } from '../purchase-errors.js';
import { PaymentConfirmation } from '../payments/payment-confirmation.service.js';

/** Cancels unpaid orders whose hold has ended. Any number of replicas may do so at once. */
@Injectable()
export class ExpiryJob implements OnApplicationBootstrap {
  constructor(
    @InjectModel(Order.name) private readonly orders: Model<Order>,
    private readonly leases: Leases,
    private readonly confirmation: PaymentConfirmation,
    private readonly jobs: ScheduledJobs,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.schedule(ExpiryJob.name, this.config.orders.sweepSeconds, () => this.run());
  }

  run(): Promise<void> {
    const due = { status: 'unpaid', holdUntil: trusted({ $lt: new Date() }) } as const;
    return this.leases.forEach(this.orders, due, (id) => this.expire(id), { holdUntil: 1, _id: 1 });
  }

  private async expire(orderId: string): Promise<void> {
    try {
      await this.confirmation.cancel(orderId, { by: 'expiry' });
    } catch (error) {
      // Paid at the last moment, being processed, or being changed by someone else.
      if (!(error instanceof WrongState || error instanceof WriteConflict)) throw error;
    }
  }
}
