import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted, Types } from 'mongoose';
import { STATUSES, wasPaid } from './order-states.js';
import { Order } from './order.schema.js';

/** Says who has bought something. */
@Injectable()
export class Buyers {
  constructor(@InjectModel(Order.name) private readonly orders: Model<Order>) {}

  /** Whether somebody has an order, whatever became of it. */
  async hasOrdered(userId: string): Promise<boolean> {
    return (await this.orders.exists({ userId: new Types.ObjectId(userId) })) !== null;
  }

  /** Whether somebody has an order that was ever paid. */
  async hasPaid(userId: string): Promise<boolean> {
    const status = trusted({ $in: STATUSES.filter(wasPaid) });
    return (await this.orders.exists({ userId: new Types.ObjectId(userId), status })) !== null;
  }
}
