import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Sweeper } from '../common/sweeper.js';
import { CONFIG, type Config } from '../config.js';
import { WrongState } from './purchase-errors.js';
import { Purchase } from './purchase.schema.js';
import { Settlement } from './settlement.service.js';

const BATCH = 200;

/** Cancels unpaid orders whose hold has ended. Any number of processes may do so at once. */
@Injectable()
export class ExpirySweeper extends Sweeper {
  constructor(
    @InjectModel(Purchase.name) private readonly orders: Model<Purchase>,
    private readonly settlement: Settlement,
    @Inject(CONFIG) config: Config,
  ) {
    super(config.orders.sweepSeconds);
  }

  async sweep(): Promise<void> {
    const ended = await this.orders
      .find({ status: 'unpaid', holdUntil: { $lt: new Date() } }, { _id: 1 })
      .sort({ holdUntil: 1 })
      .limit(BATCH)
      .lean<Purchase[]>();
    for (const { _id } of ended) {
      try {
        await this.settlement.cancel(String(_id), { by: 'expiry' });
      } catch (error) {
        // Paid at the last moment, under way, or cancelled by someone else: all as it should be.
        if (!(error instanceof WrongState)) throw error;
      }
    }
  }
}
