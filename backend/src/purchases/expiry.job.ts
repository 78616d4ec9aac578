import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { DependencyDown } from '../common/errors.js';
import { ScheduledJobs } from '../common/scheduled-jobs.js';
import { CONFIG, type Config } from '../config.js';
import { WrongState } from './purchase-errors.js';
import { Purchase } from './purchase.schema.js';
import { Settlement } from './settlement.service.js';

const BATCH = 200;

/** Cancels unpaid orders whose hold has ended. Any number of processes may do so at once. */
@Injectable()
export class ExpiryJob implements OnApplicationBootstrap {
  constructor(
    @InjectModel(Purchase.name) private readonly orders: Model<Purchase>,
    private readonly settlement: Settlement,
    private readonly jobs: ScheduledJobs,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.schedule(ExpiryJob.name, this.config.orders.sweepSeconds, () => this.run());
  }

  async run(): Promise<void> {
    const ended = await this.orders
      .find({ status: 'unpaid', holdUntil: { $lt: new Date() } }, { _id: 1 })
      .sort({ holdUntil: 1 })
      .limit(BATCH)
      .lean<Purchase[]>();
    const failures: unknown[] = [];
    for (const { _id } of ended) {
      try {
        await this.settlement.cancel(String(_id), { by: 'expiry' });
      } catch (error) {
        if (error instanceof DependencyDown) throw error;
        // Paid at the last moment, under way, or cancelled by someone else: all as it should be. One that cannot be
        // cancelled keeps none of the others from it.
        if (!(error instanceof WrongState)) failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} orders did not expire`);
  }
}
