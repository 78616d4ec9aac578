import { Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type Connection, type Model, Types } from 'mongoose';
import type { Caller } from '../../common/access.js';
import { NotFound } from '../../common/errors.js';
import { withVersion } from '../../common/versions.js';
import { inTransaction } from '../../database/transaction.js';
import { OrderNumber, parseOrderNumber } from '../orders/order-number.js';
import { OrderTransitions } from '../orders/order-transitions.service.js';
import { Order } from '../orders/order.schema.js';
import { type OwnOrderDto, toOwnOrderDto } from '../orders/own-order.dto.js';

const shown = (order: Order): OwnOrderDto => withVersion(toOwnOrderDto(order), order.version);

/** What customers read and do with their own orders. */
@Injectable()
export class OwnOrders {
  constructor(
    @InjectModel(Order.name) private readonly orders: Model<Order>,
    @InjectModel(OrderNumber.name) private readonly numbers: Model<OrderNumber>,
    @InjectConnection() private readonly connection: Connection,
    private readonly transitions: OrderTransitions,
  ) {}

  /** @throws NotFound also for somebody else's */
  async get(number: string, caller: Caller): Promise<OwnOrderDto> {
    return shown(await this.find(number, caller));
  }

  /** Puts an order back on its customer's list; one that is on it stays as it is. */
  async putBack(number: string, caller: Caller): Promise<OwnOrderDto> {
    const { _id } = await this.find(number, caller);
    const putBack = await inTransaction(this.connection, (session) =>
      this.transitions.putBack(session, _id, { by: 'customer', userId: caller.id }),
    );
    return putBack ? shown(putBack) : this.get(number, caller);
  }

  private async find(typed: string, { id }: Caller): Promise<Order> {
    const number = parseOrderNumber(typed);
    const claimed = number && (await this.numbers.findById(number).lean<OrderNumber>());
    const order =
      claimed &&
      (await this.orders.findOne({ _id: claimed.orderId, userId: new Types.ObjectId(id) }).lean<Order>());
    if (!order) throw new NotFound('order');
    return order;
  }
}
