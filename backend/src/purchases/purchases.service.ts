import { Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type Connection, type Model, Types } from 'mongoose';
import type { Caller } from '../common/access.js';
import { NotFound, StaleVersion } from '../common/errors.js';
import { type IfMatchHeader, matchingVersion, withVersion } from '../common/versions.js';
import { inTransaction } from '../database/transaction.js';
import { Outbox } from '../outbox/outbox.service.js';
import { CustomerLocks } from './orders/customer-locks.service.js';
import { anonymisedFields, PERSONAL_FIELDS } from './orders/anonymised-order.js';
import { orderEvent } from './orders/order-events.js';
import { OrderTransitions } from './orders/order-transitions.service.js';
import { cannotCancel } from './orders/order-states.js';
import { WrongState } from './purchase-errors.js';
import { type OrderDto, toOrderDto } from './orders/order.dto.js';
import { type Actor, asAdmin, Order } from './orders/order.schema.js';
import { PaymentConfirmation } from './payments/payment-confirmation.service.js';

/** What customers and admins do with orders. */
@Injectable()
export class PurchasesService {
  constructor(
    @InjectModel(Order.name) private readonly orders: Model<Order>,
    @InjectConnection() private readonly connection: Connection,
    private readonly customers: CustomerLocks,
    private readonly transitions: OrderTransitions,
    private readonly confirmation: PaymentConfirmation,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Cancels an unpaid order. Otherwise takes it off its customer's own list; that is all a customer can do with it, and an
   * admin, whose list it is not, is refused.
   *
   * @returns how many went: 1
   */
  async remove(id: string, caller: Caller, ifMatch?: IfMatchHeader): Promise<number> {
    const order = await this.orders.findById(id).lean<Order>();
    const isOwn = order !== null && String(order.userId) === caller.id;
    if (!order || (!isOwn && caller.role !== 'admin') || (isOwn && order.hiddenAt))
      throw new NotFound('order');
    await this.assertVersion(id, ifMatch);
    const actor: Actor = isOwn ? { by: 'customer', userId: caller.id } : asAdmin(caller);
    const where = matchingVersion(ifMatch);
    if (order.status === 'unpaid') await this.confirmation.cancel(id, actor, { hide: isOwn, where });
    else if (!isOwn) throw new WrongState(cannotCancel(order));
    else await this.hide(id, actor, ifMatch);
    return 1;
  }

  private async hide(id: string, actor: Actor, ifMatch: IfMatchHeader): Promise<void> {
    const hidden = await inTransaction(this.connection, (session) =>
      this.transitions.hide(session, id, actor, matchingVersion(ifMatch)),
    );
    if (hidden) return;
    await this.assertVersion(id, ifMatch);
    throw new NotFound('order');
  }

  /**
   * Takes a line off an unpaid order, its customer's or any for an admin; the last one goes with the order.
   *
   * @throws NotFound, WrongState, OrderTotalOutOfRange, StaleVersion
   */
  async cancelLine(id: string, productId: string, caller: Caller, ifMatch: IfMatchHeader): Promise<OrderDto> {
    const order = await this.transitions.find(id);
    const isOwn = order !== null && String(order.userId) === caller.id;
    if (!order || (!isOwn && caller.role !== 'admin')) throw new NotFound('order');
    await this.assertVersion(id, ifMatch);
    const product = new Types.ObjectId(productId);
    if (!order.lines.some((line) => line.productId.equals(product))) throw new NotFound('line of this order');
    const actor: Actor = isOwn ? { by: 'customer', userId: caller.id } : asAdmin(caller);
    const changed = await this.confirmation.cancelLine(id, product, actor, matchingVersion(ifMatch));
    return withVersion(toOrderDto(isOwn ? 'customer' : 'admin')(changed), changed.version);
  }

  /** Cancels an unpaid order, as an admin. */
  async cancel(id: string, caller: Caller): Promise<void> {
    await this.confirmation.cancel(id, asAdmin(caller));
  }

  /**
   * Cancels what a removed user has not paid, and takes their person out of what they have. It can be
   * repeated, as it must be after the payment provider was down.
   */
  async endForRemovedUser(userId: string, byAdminId: string): Promise<void> {
    const customer = new Types.ObjectId(userId);
    await this.customers.close(customer);
    const actor: Actor = { by: 'account-removal', userId: byAdminId };
    for (const { _id } of await this.orders
      .find({ userId: customer, status: 'unpaid' }, { _id: 1 })
      .lean<Order[]>()) {
      await this.cancelUnlessPaid(String(_id), actor);
    }
    await this.anonymise(customer);
  }

  /** An order that is paid at the last moment stays; it is anonymised like the others. */
  private async cancelUnlessPaid(id: string, actor: Actor): Promise<void> {
    try {
      await this.confirmation.cancel(id, actor);
    } catch (error) {
      const order = error instanceof WrongState ? await this.transitions.find(id) : null;
      if (!order || order.status === 'unpaid') throw error;
    }
  }

  private async anonymise(userId: Types.ObjectId): Promise<void> {
    const orders = this.orders.find({ userId }, { _id: 1 }).lean<Order[]>().cursor();
    for await (const { _id } of orders)
      await inTransaction(this.connection, async (session) => {
        const order = await this.orders.findOne({ _id, userId }, null, { session }).lean<Order>();
        if (!order) return;
        const anonymised = await this.orders
          .findOneAndUpdate(
            { _id, userId },
            { $set: anonymisedFields(order), $unset: PERSONAL_FIELDS, $inc: { version: 1 } },
            { returnDocument: 'after', session },
          )
          .lean<Order>();
        this.outbox.emit(session, orderEvent('anonymised', order, anonymised!, { by: 'account-removal' }));
      });
  }

  private async assertVersion(id: string, ifMatch: IfMatchHeader): Promise<void> {
    if (await this.orders.exists({ _id: id, ...matchingVersion(ifMatch) })) return;
    throw (await this.orders.exists({ _id: id })) ? new StaleVersion('order') : new NotFound('order');
  }
}
