import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, trusted } from 'mongoose';
import { DependencyDown } from '../../common/errors.js';
import { Order } from './order.schema.js';

const BATCH = 200;
/** How long a claim lasts. An order that could not be finished by then, or whose process died, is claimed again. */
const CLAIM_MS = 5 * 60_000;

/**
 * Shares the orders that a job works on between all replicas. Each order is claimed by a conditional update before it is
 * worked on, so that no two replicas take the same one, and one that cannot be finished yet keeps none behind it waiting.
 */
@Injectable()
export class OrderClaims {
  constructor(@InjectModel(Order.name) private readonly orders: Model<Order>) {}

  /**
   * Works on every matching order that is not claimed, whatever becomes of the others.
   *
   * @throws DependencyDown at once, AggregateError of all other errors at the end
   */
  async forEach(filter: QueryFilter<Order>, work: (orderId: string) => Promise<unknown>): Promise<void> {
    const failures: unknown[] = [];
    for await (const orderId of this.claim(filter)) {
      try {
        await work(orderId);
      } catch (error) {
        if (error instanceof DependencyDown) throw error;
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} orders failed`);
  }

  private async *claim(filter: QueryFilter<Order>): AsyncIterable<string> {
    // Claims last longer than this moment, so each order comes once, and the batches get fewer.
    const startedAt = new Date();
    const due = {
      ...filter,
      $or: [{ nextAttemptAt: null }, { nextAttemptAt: trusted({ $lte: startedAt }) }],
    };
    for (;;) {
      const batch = await this.orders
        .find(due, { _id: 1 })
        .sort({ holdUntil: 1, _id: 1 })
        .limit(BATCH)
        .lean<Order[]>();
      if (batch.length === 0) return;
      for (const { _id } of batch) {
        const { modifiedCount } = await this.orders.updateOne(
          { ...due, _id },
          { $set: { nextAttemptAt: new Date(Date.now() + CLAIM_MS) } },
          { timestamps: false },
        );
        if (modifiedCount === 1) yield String(_id);
      }
    }
  }
}
