import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { Attention } from '../../attention/attention.service.js';
import { countRows } from '../../lists/count-rows.js';
import { Order } from '../orders/order.schema.js';
import { STATUSES } from '../orders/order-states.js';

const MOST_COUNTED = 1_000;

/** Tells admins of open disputes, and of orders that came while they look at a list of them. */
@Injectable()
export class OrderAttention implements OnModuleInit {
  constructor(
    @InjectModel(Order.name) private readonly orders: Model<Order>,
    private readonly attention: Attention,
  ) {}

  onModuleInit(): void {
    this.attention.register({
      kind: 'dispute',
      count: () => countRows(this.orders, { dispute: 'open' }, MOST_COUNTED),
    });
    this.attention.registerList({ list: 'orders', newest: (most) => this.newest(most) });
  }

  private async newest(most: number): Promise<Date[]> {
    const found = await this.orders
      // all by naming each, for the index
      .find({ status: trusted({ $in: [...STATUSES] }) }, { createdAt: 1 })
      .sort({ createdAt: -1, _id: -1 })
      .limit(most)
      .lean<Order[]>();
    return found.map(({ createdAt }) => createdAt);
  }
}
