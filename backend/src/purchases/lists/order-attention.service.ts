import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { Attention, MOST_WAITING, newestOf } from '../../attention/attention.service.js';
import { countRows } from '../../lists/count-rows.js';
import { Order } from '../orders/order.schema.js';
import { STATUSES } from '../orders/order-states.js';

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
      count: () => countRows(this.orders, { dispute: 'open' }, MOST_WAITING),
    });
    // all by naming each, for the index
    const all = { status: trusted({ $in: [...STATUSES] }) };
    this.attention.registerList({ list: 'orders', newest: (most) => newestOf(this.orders, all, most) });
  }
}
