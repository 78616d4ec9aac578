import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted, type Types } from 'mongoose';
import { CURRENCY, sumCents } from '../../common/money.js';
import { MAX_COUNTED } from '../../common/paging.js';
import { STATUSES, wasPaid } from '../orders/order-states.js';
import { Order } from '../orders/order.schema.js';
import { refundedCents } from '../refunds/refund-rules.js';
import { countStates } from './count-states.js';
import type { StatusCountDto } from './order-search.dto.js';

/** What a customer has bought, of their whole history. */
export interface CustomerFigures {
  counts: StatusCountDto[];
  /** Whole cents: paid, less what was given back. */
  spentCents: number;
  /** False when there are more paid orders than are added up: the newest ones are. */
  isExact: boolean;
  currency: string;
}

/** Adds up the orders of a customer, by the index of their orders. */
@Injectable()
export class CustomerFiguresService {
  constructor(@InjectModel(Order.name) private readonly orders: Model<Order>) {}

  async of(userId: Types.ObjectId): Promise<CustomerFigures> {
    const [counts, paid] = await Promise.all([
      countStates(this.orders, { userId }),
      this.orders
        .find(
          { userId, status: trusted({ $in: STATUSES.filter(wasPaid) }) },
          { totalCents: 1, 'refunds.amountCents': 1, 'refunds.status': 1 },
        )
        .sort({ createdAt: -1, _id: -1 })
        .limit(MAX_COUNTED + 1)
        .lean<Order[]>(),
    ]);
    const added = paid.slice(0, MAX_COUNTED);
    return {
      counts,
      spentCents: sumCents(added.map((order) => order.totalCents - refundedCents(order))),
      isExact: paid.length <= MAX_COUNTED,
      currency: CURRENCY,
    };
  }
}
