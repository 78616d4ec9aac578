import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Model, type QueryFilter, trusted, type Types } from 'mongoose';
import { isDuplicateOf } from '../../database/database.js';
import type { Intent } from '../../payment-provider/payment-provider.js';
import { type DisputeState, isFullyRefunded } from './order-rules.js';
import { OrderWrites } from './order-writes.service.js';
import { PaymentMismatch } from '../purchase-errors.js';
import { type Actor, Order } from './order.schema.js';

const REFUNDING = { refundStatus: 'pending', refundAttempt: 1 } as const;
const paidBy = ({ id }: Intent) => ({ transactionId: id, paidAt: new Date() });

/** What else must be true of an order that is changed, such as its version. */
type Where = QueryFilter<Order>;

/**
 * Every change of an order's state, but for its refunds. Each is conditional on the state that it leaves, so it takes effect
 * once, however often it is tried, and is part of its caller's unit of work. No method calls the payment provider.
 */
@Injectable()
export class OrderTransitions {
  constructor(
    @InjectModel(Order.name) private readonly orders: Model<Order>,
    private readonly writes: OrderWrites,
  ) {}

  find(id: string | Types.ObjectId, where: Where = {}): Promise<Order | null> {
    return this.orders.findOne({ ...where, _id: id }).lean<Order>();
  }

  /**
   * Records that an intent paid an unpaid order of that total; null when there is none. A payment that was refunded already
   * leaves its order with a pending refund: it is paid, but cannot be shipped.
   */
  pay(session: ClientSession, id: string, intent: Intent, actor: Actor): Promise<Order | null> {
    const isRefunded = isFullyRefunded(intent);
    return this.changePaid(
      session,
      {
        _id: id,
        from: 'unpaid',
        where: { totalCents: intent.amountReceived },
        set: { ...paidBy(intent), status: 'paid', ...(isRefunded && REFUNDING) },
        what: 'paid',
        ...(isRefunded && { note: 'The payment provider had refunded the payment already.' }),
      },
      actor,
    );
  }

  /** Records a payment of an order that was cancelled meanwhile. It is not revived: its refund is pending. */
  payLate(session: ClientSession, id: Types.ObjectId, intent: Intent, actor: Actor): Promise<Order | null> {
    return this.changePaid(
      session,
      {
        _id: id,
        from: 'cancelled',
        where: { transactionId: trusted({ $exists: false }) },
        set: { ...paidBy(intent), ...REFUNDING },
        what: 'paid-late',
        note: 'The payment came after the order was cancelled; it is refunded.',
      },
      actor,
    );
  }

  private async changePaid(...change: Parameters<OrderWrites['transition']>): Promise<Order | null> {
    try {
      return await this.writes.transition(...change);
    } catch (error) {
      if (isDuplicateOf('transactionId', error))
        throw new PaymentMismatch('This payment has paid another order.');
      throw error;
    }
  }

  /**
   * Cancels an unpaid order and returns its units; null when it is not unpaid any more, or has another intent than the
   * one that was cancelled before.
   *
   * @param hide whether its customer's list is to show it no more
   */
  cancel(
    session: ClientSession,
    { _id, intentId }: Order,
    actor: Actor,
    { hide, where }: { hide: boolean; where: Where },
  ): Promise<Order | null> {
    return this.writes.transition(
      session,
      {
        _id,
        from: 'unpaid',
        where: { ...where, intentId: intentId ?? trusted({ $exists: false }) },
        set: { status: 'cancelled', ...(hide && { hiddenAt: new Date() }) },
        what: 'cancelled',
      },
      actor,
    );
  }

  /** Marks a paid order as shipped; null when it cannot be. */
  ship(session: ClientSession, id: string, actor: Actor, where: Where): Promise<Order | null> {
    return this.writes.transition(
      session,
      {
        _id: id,
        from: 'paid',
        where: { ...where, refundStatus: trusted({ $ne: 'pending' }), dispute: trusted({ $ne: 'open' }) },
        set: { status: 'shipped', shippedAt: new Date() },
        what: 'shipped',
      },
      actor,
    );
  }

  /** Records how the disputes of an order's payment stand; null when that has changed since it was read. */
  setDispute(
    session: ClientSession,
    order: Order,
    dispute: DisputeState,
    actor: Actor,
  ): Promise<Order | null> {
    return this.writes.transition(
      session,
      {
        _id: String(order._id),
        where: { dispute: order.dispute ?? trusted({ $exists: false }) },
        set: { dispute },
        what: dispute === 'open' ? 'dispute-opened' : `dispute-${dispute}`,
      },
      actor,
    );
  }

  /** Takes an order off its customer's list; null when it is not there. */
  hide(session: ClientSession, id: string, actor: Actor, where: Where): Promise<Order | null> {
    return this.writes.transition(
      session,
      {
        _id: id,
        where: { ...where, hiddenAt: null },
        set: { hiddenAt: new Date() },
        what: 'removed-by-customer',
      },
      actor,
    );
  }

  /** Keeps the one intent of an unpaid order; whether it is kept. */
  async keepIntent(order: Order, intentId: string): Promise<boolean> {
    const { _id, intentAttempt = 0 } = order;
    const { matchedCount } = await this.orders.updateOne(
      {
        _id,
        intentAttempt: intentAttempt || trusted({ $in: [0, null] }),
        status: 'unpaid',
        $or: [{ intentId: trusted({ $exists: false }) }, { intentId }],
      },
      { $set: { intentId } },
    );
    return matchedCount === 1;
  }

  /** Forgets an intent that was cancelled at the provider, so that another can be opened. */
  async dropIntent(order: Order): Promise<void> {
    const { _id, intentId } = order;
    await this.orders.updateOne(
      { _id, intentId, status: 'unpaid' },
      { $unset: { intentId: 1 }, $inc: { intentAttempt: 1 } },
    );
  }
}
