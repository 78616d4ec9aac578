import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted, Types } from 'mongoose';
import { STATUSES, wasPaid } from './order-rules.js';
import { Purchase } from './purchase.schema.js';

/** Says who has bought something. */
@Injectable()
export class Buyers {
  constructor(@InjectModel(Purchase.name) private readonly orders: Model<Purchase>) {}

  /** Whether somebody has an order that was ever paid. */
  async hasPaid(userId: string): Promise<boolean> {
    const status = trusted({ $in: STATUSES.filter(wasPaid) });
    return (await this.orders.exists({ userId: new Types.ObjectId(userId), status })) !== null;
  }
}
