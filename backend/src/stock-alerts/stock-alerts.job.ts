import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type Connection, type Model, trusted } from 'mongoose';
import { AccountRemoval } from '../common/account-removal.js';
import { CONFIG, type Config } from '../config.js';
import { inTransaction } from '../database/transaction.js';
import { ScheduledJobs } from '../jobs/scheduled-jobs.js';
import { StockAlert } from './stock-alert.schema.js';
import { StockQueue } from './stock-queue.service.js';

const BATCH = 500;

/** Ends alerts by the clock, and those of accounts that are removed. What that leaves to others, their events bring about. */
@Injectable()
export class StockAlertsJob implements OnApplicationBootstrap {
  constructor(
    @InjectModel(StockAlert.name) private readonly alerts: Model<StockAlert>,
    @InjectConnection() private readonly connection: Connection,
    private readonly queue: StockQueue,
    private readonly jobs: ScheduledJobs,
    @Inject(CONFIG) private readonly config: Config,
    removal: AccountRemoval,
  ) {
    removal.onRemoval(({ email }) =>
      inTransaction(this.connection, (session) =>
        this.queue.endOf(session, { email }, { by: 'account-removal' }),
      ),
    );
  }

  onApplicationBootstrap(): void {
    this.jobs.schedule('StockAlertsJob', this.config.orders.sweepSeconds, () => this.endExpired());
  }

  /** Ends those that were told and have not bought in their time. */
  async endExpired(): Promise<void> {
    const expired = await this.alerts
      .find({ state: 'notified', notifiedUntil: trusted({ $lte: new Date() }) }, { productId: 1 })
      .sort({ notifiedUntil: 1 })
      .limit(BATCH)
      .lean<StockAlert[]>();
    const products = new Map(expired.map(({ productId }) => [String(productId), productId]));
    for (const productId of products.values())
      await inTransaction(this.connection, (session) => this.queue.endExpired(session, productId));
  }
}
