import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Model, type QueryFilter, trusted, type Types } from 'mongoose';
import type { Intent } from '../../payment-provider/payment-provider.js';
import { isFullyRefunded } from '../payments/payment-rules.js';
import type { Refund } from '../refunds/refund.schema.js';
import { type Change, OrderChanges, type OrderFields } from './order-changes.service.js';
import { titleOf } from './order-lines.js';
import type { DisputeState } from './order-states.js';
import { withoutLine } from './order-totals.js';
import { searchFieldsOfOrder } from './order-words.js';
import { type Actor, Order } from './order.schema.js';

/** What else must be true of an order that is changed, such as its version. */
type Where = QueryFilter<Order>;

/** What a payment sets, and the refund of one that is given back at once. */
function paidBy({ id }: Intent, { totalCents }: Order, { by }: Actor, isRefunding: boolean): OrderFields {
  const at = new Date();
  const refund: Refund = {
    attempt: 1,
    amountCents: totalCents,
    isRemainder: true,
    status: 'pending',
    at,
    by,
  };
  return {
    transactionId: id,
    paidAt: at,
    ...(isRefunding && { refunds: [refund], refundStatus: 'pending', refundAttempt: 1 }),
  };
}

/**
 * Every change of an order's state, but for shipments and refunds. Each takes effect once, however often it is tried, and is
 * part of its caller's unit of work. No method calls the payment provider.
 */
@Injectable()
export class OrderTransitions {
  constructor(
    @InjectModel(Order.name) private readonly orders: Model<Order>,
    private readonly changes: OrderChanges,
  ) {}

  find(id: string | Types.ObjectId, where: Where = {}): Promise<Order | null> {
    return this.orders.findOne({ ...where, _id: id }).lean<Order>();
  }

  /**
   * Records that an intent paid an unpaid order of that total; null when there is none. A payment that was refunded already
   * leaves its order with a pending refund: it is paid, but cannot be shipped.
   *
   * @throws PaymentMismatch when the payment has paid another order
   */
  pay(session: ClientSession, _id: string, intent: Intent, actor: Actor): Promise<Order | null> {
    const isRefunded = isFullyRefunded(intent);
    const where = { status: 'unpaid', totalCents: intent.amountReceived } as const;
    return this.changes.change(
      session,
      { _id, where },
      (order) => ({
        set: { ...paidBy(intent, order, actor, isRefunded), status: 'paid' },
        what: 'paid',
        ...(isRefunded && { note: 'The payment provider had refunded the payment already.' }),
      }),
      actor,
    );
  }

  /**
   * Records a payment of an order that was cancelled meanwhile. It is not revived: its refund is pending.
   *
   * @throws PaymentMismatch when the payment has paid another order
   */
  payLate(session: ClientSession, _id: Types.ObjectId, intent: Intent, actor: Actor): Promise<Order | null> {
    const where = { status: 'cancelled', transactionId: trusted({ $exists: false }) } as const;
    return this.changes.change(
      session,
      { _id, where },
      (order) => ({
        set: paidBy(intent, order, actor, true),
        what: 'paid-late',
        note: 'The payment came after the order was cancelled; it is refunded.',
      }),
      actor,
    );
  }

  /**
   * Cancels an unpaid order and returns its units; null when it is not unpaid any more, or has another intent than the
   * one that was cancelled before.
   *
   * @param hide whether its customer's list is to show it no more
   */
  cancel(
    session: ClientSession,
    read: Order,
    actor: Actor,
    { hide, where }: { hide: boolean; where: Where },
  ): Promise<Order | null> {
    return this.changeUnpaid(session, read, where, actor, ({ lines }) => ({
      set: {
        status: 'cancelled',
        lines: lines.map((line) => ({ ...line, restocked: line.quantity })),
        ...(hide && { hiddenAt: new Date() }),
      },
      what: 'cancelled',
    }));
  }

  /**
   * Takes a line off an unpaid order, which then costs less, and returns its units. The next payment is a new intent: null when
   * the order has another one than was cancelled before, or has changed otherwise.
   *
   * @throws OrderTotalOutOfRange when what is left costs too little
   */
  cancelLine(
    session: ClientSession,
    read: Order,
    productId: Types.ObjectId,
    actor: Actor,
  ): Promise<Order | null> {
    return this.changeUnpaid(session, read, { version: read.version }, actor, (order) => {
      const cancelled = order.lines.filter((line) => line.productId.equals(productId));
      const left = withoutLine(order, productId);
      return {
        set: {
          ...left,
          ...searchFieldsOfOrder(order, left),
          intentId: undefined,
          // also when there was none: one that is being opened is of the former amount
          intentAttempt: order.intentAttempt + 1,
        },
        what: 'line-cancelled',
        note: `${cancelled[0]?.quantity} × ${titleOf(cancelled)}`,
        detail: { lines: cancelled.map(({ quantity }) => ({ productId: String(productId), quantity })) },
      };
    });
  }

  private changeUnpaid(
    session: ClientSession,
    { _id, intentId }: Order,
    where: Where,
    actor: Actor,
    next: (order: Order) => Change,
  ): Promise<Order | null> {
    const unpaid = { ...where, status: 'unpaid', intentId: intentId ?? trusted({ $exists: false }) } as const;
    return this.changes.change(session, { _id, where: unpaid }, next, actor);
  }

  /** Records how the disputes of an order's payment stand; null when that has changed since it was read. */
  setDispute(
    session: ClientSession,
    { _id, dispute: before }: Order,
    disputes: { dispute: DisputeState; disputeDueBy: Date | undefined },
    actor: Actor,
  ): Promise<Order | null> {
    const where = { dispute: before ?? trusted({ $exists: false }) };
    const what = disputes.dispute === 'open' ? 'dispute-opened' : `dispute-${disputes.dispute}`;
    return this.changes.change(session, { _id, where }, () => ({ set: disputes, what }), actor);
  }

  /** Takes an order off its customer's list; null when it is not there. */
  hide(session: ClientSession, _id: string, actor: Actor, where: Where): Promise<Order | null> {
    return this.changes.change(
      session,
      { _id, where: { ...where, hiddenAt: null } },
      () => ({ set: { hiddenAt: new Date() }, what: 'removed-by-customer' }),
      actor,
    );
  }

  /** Puts an order back on the list that its customer took it off; null when it is on it. */
  putBack(session: ClientSession, _id: Types.ObjectId, actor: Actor): Promise<Order | null> {
    return this.changes.change(
      session,
      { _id, where: { hiddenAt: trusted({ $ne: null }) } },
      () => ({ set: { hiddenAt: null }, what: 'put-back-by-customer' }),
      actor,
    );
  }

  /** Keeps the one intent of an unpaid order; whether it is kept. */
  async keepIntent({ _id, userId, intentAttempt }: Order, intentId: string): Promise<boolean> {
    const { matchedCount } = await this.orders.updateOne(
      {
        _id,
        userId,
        intentAttempt,
        status: 'unpaid',
        $or: [{ intentId: trusted({ $exists: false }) }, { intentId }],
      },
      { $set: { intentId } },
    );
    return matchedCount === 1;
  }

  /** Drops an intent that was cancelled at the provider, so that another can be opened. */
  async dropIntent({ _id, userId, intentId }: Order): Promise<void> {
    await this.orders.updateOne(
      { _id, userId, intentId, status: 'unpaid' },
      { $unset: { intentId: 1 }, $inc: { intentAttempt: 1 } },
    );
  }
}
