import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Model, Types } from 'mongoose';
import { retryIfTaken } from '../../database/database.js';
import { ExternalIdTaken } from '../purchase-errors.js';
import { OrderExternalId } from './order-external-id.js';
import { Order } from './order.schema.js';

/** What other systems call orders. */
@Injectable()
export class ExternalIds {
  constructor(
    @InjectModel(OrderExternalId.name) private readonly externalIds: Model<OrderExternalId>,
    @InjectModel(Order.name) private readonly orders: Model<Order>,
  ) {}

  /** The `_id` of the order that has an external id. */
  async orderWith(externalId: string): Promise<Types.ObjectId | undefined> {
    return (await this.externalIds.findById(externalId).lean<OrderExternalId>())?.orderId;
  }

  /**
   * Refuses an external id that an order has: a repeated call learns of that first, and not of what else has changed since.
   *
   * @throws ExternalIdTaken
   */
  async assertFree(externalId: string, session: ClientSession | null = null): Promise<void> {
    const claimed = await this.externalIds.findById(externalId, null, { session }).lean<OrderExternalId>();
    if (!claimed) return;
    const order = await this.orders.findById(claimed.orderId, { number: 1 }, { session }).lean<Order>();
    throw new ExternalIdTaken({ _id: String(claimed.orderId), number: order!.number });
  }

  /**
   * Claims an external id in the transaction that makes its order. One that another transaction claims meanwhile ends this one,
   * which runs again and finds it taken.
   *
   * @throws ExternalIdTaken
   */
  async claim(session: ClientSession, externalId: string, orderId: Types.ObjectId): Promise<void> {
    await this.assertFree(externalId, session);
    await this.externalIds.insertMany([{ _id: externalId, orderId }], { session }).catch(retryIfTaken);
  }
}
