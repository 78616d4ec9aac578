import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Model, type QueryFilter } from 'mongoose';
import { trusted, Types, type UpdateQuery } from 'mongoose';
import type { Caller } from '../common/access.js';
import { isDuplicateKey } from '../database/database.js';
import { recordEvent } from '../common/domain-events.js';
import { CONFIG, type Config } from '../config.js';
import type { Intent, Refund } from '../payment-provider/payment-provider.js';
import { CatalogueRevision } from '../response-cache/catalogue-revision.js';
import { CustomerLocks } from './customer-locks.service.js';
import { KeyedQueue } from './keyed-queue.js';
import { type NewOrder, snapshotOf } from './new-order.js';
import {
  canBecome,
  isFullyRefunded,
  returnsStock,
  statesBefore,
  type Status,
  totalOf,
} from './order-rules.js';
import { PaymentMismatch } from './purchase-errors.js';
import { type Actor, Purchase, type TimelineEntry } from './purchase.schema.js';
import { Stock } from './stock.service.js';

const REFUNDING = { refundStatus: 'pending', refundAttempt: 1 } as const;
const paidBy = ({ id }: Intent) => ({ transactionId: id, paidAt: new Date() });
const before = (to: Status) => ({ status: trusted({ $in: statesBefore(to) }) });

/**
 * Every write of an order's state and of the stock that it holds. Each is conditional on the state that it leaves, so it
 * takes effect once, however often it is tried; where stock moves, it moves in the same transaction. No
 * method calls the payment provider.
 */
@Injectable()
export class OrderLedger {
  private readonly stockQueue = new KeyedQueue();

  constructor(
    @InjectModel(Purchase.name) private readonly orders: Model<Purchase>,
    private readonly stock: Stock,
    private readonly customers: CustomerLocks,
    private readonly revision: CatalogueRevision,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  find(id: string | Types.ObjectId): Promise<Purchase | null> {
    return this.orders.findById(id).lean<Purchase>();
  }

  /**
   * Takes the units and makes the order, or neither.
   *
   * @param whenMade writes that belong to the same transaction
   * @throws what `totalOf`, `Stock` and `CustomerLocks` throw
   */
  async place(
    order: NewOrder,
    customer: Caller,
    whenMade: (made: Purchase, session: ClientSession) => Promise<void>,
  ): Promise<Purchase> {
    const { productId, quantity, seenCents } = order;
    const userId = new Types.ObjectId(customer.id);
    const placed = await this.stockQueue.run(String(productId), async () => {
      await this.stock.expect(order);
      return this.revision.write('stock', async (session): Promise<Purchase> => {
        const standing = await this.customers.lock(userId, session);
        const product = await this.stock.take(order, session);
        const totalCents = totalOf(product, quantity, seenCents);
        this.customers.assertMayHold(standing, product, quantity);
        const snapshot = snapshotOf(order, product, customer, this.config.orders);
        const [made] = await this.orders.create([{ ...snapshot, userId, totalCents }], { session });
        const placedOrder = made!.toObject<Purchase>();
        await whenMade(placedOrder, session);
        return placedOrder;
      });
    });
    recordEvent('order', { what: 'placed', by: 'customer' });
    return placed;
  }

  /**
   * Records that an intent paid an unpaid order of that total; null when there is none. A payment that was refunded already
   * leaves its order with a pending refund: it is paid, but cannot be shipped.
   */
  pay(id: string, intent: Intent, actor: Actor): Promise<Purchase | null> {
    const isRefunded = isFullyRefunded(intent);
    return this.changePaid(
      { _id: id, totalCents: intent.amountReceived, ...before('paid') },
      { ...paidBy(intent), status: 'paid', ...(isRefunded && REFUNDING) },
      'paid',
      { ...actor, ...(isRefunded && { note: 'The payment provider had refunded the payment already.' }) },
    );
  }

  /** Records a payment of an order that was cancelled meanwhile. It is not revived: its refund is pending. */
  payLate(id: Types.ObjectId, intent: Intent, actor: Actor): Promise<Purchase | null> {
    return this.changePaid(
      { _id: id, status: 'cancelled', transactionId: trusted({ $exists: false }) },
      { ...paidBy(intent), ...REFUNDING },
      'paid-late',
      { ...actor, note: 'The payment came after the order was cancelled; it is refunded.' },
    );
  }

  private async changePaid(...change: Parameters<OrderLedger['change']>): Promise<Purchase | null> {
    try {
      return await this.change(...change);
    } catch (error) {
      if (isDuplicateKey(error)) throw new PaymentMismatch('This payment has paid another order.');
      throw error;
    }
  }

  /**
   * Cancels an unpaid order and returns its units; null when it is not unpaid any more, or has another intent than the
   * one that was cancelled before.
   */
  async cancel(order: Purchase, actor: Actor, hide: boolean): Promise<Purchase | null> {
    return this.leaving(
      order,
      { ...before('cancelled'), intentId: order.intentId ?? trusted({ $exists: false }) },
      { status: 'cancelled', ...(hide && { hiddenAt: new Date() }) },
      'cancelled',
      actor,
    );
  }

  /** Marks a paid order as shipped; null when it cannot be. */
  ship(id: string, actor: Actor, condition: QueryFilter<Purchase> = {}): Promise<Purchase | null> {
    return this.change(
      { ...condition, _id: id, ...before('shipped'), refundStatus: trusted({ $ne: 'pending' }) },
      { status: 'shipped', shippedAt: new Date() },
      'shipped',
      actor,
    );
  }

  /** Takes an order off its customer's list; whether it was there. */
  async hide(id: string, actor: Actor): Promise<boolean> {
    return (
      (await this.change(
        { _id: id, hiddenAt: null },
        { hiddenAt: new Date() },
        'removed-by-customer',
        actor,
      )) !== null
    );
  }

  /** Keeps the one intent of an unpaid order; whether it is kept. */
  async keepIntent(order: Purchase, intentId: string): Promise<boolean> {
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
  async dropIntent(order: Purchase): Promise<void> {
    const { _id, intentId } = order;
    await this.orders.updateOne(
      { _id, intentId, status: 'unpaid' },
      { $unset: { intentId: 1 }, $inc: { intentAttempt: 1 } },
    );
  }

  /** Marks the refund of an order as pending; null when `isRefundable` does not hold. The provider is called afterwards. */
  requestRefund(id: string, actor: Actor): Promise<Purchase | null> {
    return this.change(
      {
        _id: id,
        transactionId: trusted({ $exists: true }),
        $or: [
          { ...before('refunded'), refundStatus: trusted({ $nin: ['pending', 'succeeded'] }) },
          { refundStatus: 'failed' },
        ],
      },
      { refundStatus: 'pending' },
      'refund-requested',
      actor,
      { $unset: { refundId: 1 }, $inc: { refundAttempt: 1 } },
    );
  }

  /** Records the state of a refund. The units return to the stock unless the order was shipped: see `returnsStock`. */
  async recordRefund(
    order: Purchase,
    refund: Pick<Refund, 'id' | 'status' | 'failure'>,
    actor: Actor,
  ): Promise<void> {
    const { _id } = order;
    const refundId = refund.id;
    if (refund.status === 'succeeded') {
      const done = { refundId, refundStatus: 'succeeded' as const };
      for (let current: Purchase | null = order; current && canBecome(current.status, 'refunded');) {
        const { status } = current;
        if (await this.leaving(current, { status }, { ...done, status: 'refunded' }, 'refunded', actor))
          return;
        // Shipped or refunded since it was read. No state is reached twice, so this ends.
        current = await this.find(_id);
      }
      // A refund that had failed after it seemed done, and was requested again.
      await this.change({ _id, status: 'refunded', refundStatus: 'pending' }, done, 'refunded', actor);
    } else if (refund.status === 'failed') {
      const failed = {
        ...actor,
        note: refund.failure ?? 'The payment provider could not make the refund.',
      };
      const unfailed: QueryFilter<Purchase> = { _id, refundId, refundStatus: trusted({ $ne: 'failed' }) };
      await this.change(unfailed, { refundStatus: 'failed' }, 'refund-failed', failed);
    } else if (order.refundStatus === undefined) {
      const begun = { refundId, refundStatus: 'pending' as const }; // at the provider, not here
      await this.change({ _id, refundStatus: trusted({ $exists: false }) }, begun, 'refund-requested', actor);
    } else if (order.refundId === undefined) {
      await this.keepRefund(order, refundId);
    }
  }

  /** Keeps the id of a pending refund. */
  async keepRefund(order: Purchase, refundId: string): Promise<void> {
    await this.orders.updateOne(
      { _id: order._id, refundStatus: 'pending', refundAttempt: order.refundAttempt },
      { $set: { refundId } },
    );
  }

  /** The provider rejected the refund. */
  async rejectRefund(order: Purchase, note: string, actor: Actor): Promise<void> {
    const pending = { _id: order._id, refundStatus: 'pending' as const, refundAttempt: order.refundAttempt };
    await this.change(pending, { refundStatus: 'failed' }, 'refund-failed', { ...actor, note });
  }

  /** A change that may end an order's hold on its units; returns them in the same transaction. */
  private async leaving(
    order: Purchase,
    from: QueryFilter<Purchase>,
    to: Partial<Purchase> & Pick<Purchase, 'status'>,
    what: string,
    actor: Actor,
  ): Promise<Purchase | null> {
    const { _id, status, productId, orderQuantity } = order;
    if (!statesBefore(to.status).includes(status)) return null;
    if (!returnsStock(status, to.status)) return this.change({ ...from, _id }, to, what, actor);
    const left = await this.stockQueue.run(String(productId), () =>
      this.revision.write('stock', async (session) => {
        const changed = await this.change({ ...from, _id }, to, what, actor, {}, session);
        if (changed) await this.stock.giveBack(productId, orderQuantity, session);
        return changed;
      }),
    );
    if (left) recordEvent('order', { what, by: actor.by });
    return left;
  }

  /** One conditional update: the state, what belongs to it, and its line in the timeline. Null when the condition failed. */
  private async change(
    from: QueryFilter<Purchase>,
    to: Partial<Purchase>,
    what: string,
    actor: Actor & { note?: string },
    more: { $unset?: Record<string, 1>; $inc?: Record<string, number> } = {},
    session: ClientSession | null = null,
  ): Promise<Purchase | null> {
    const entry: TimelineEntry = { at: new Date(), what, ...actor };
    const update: UpdateQuery<Purchase> = {
      $unset: { ...more.$unset, nextAttemptAt: 1 },
      $set: to,
      $inc: { ...more.$inc, version: 1 },
      $push: { timeline: entry },
    };
    const changed = await this.orders
      .findOneAndUpdate(from, update, { returnDocument: 'after', session })
      .lean<Purchase>();
    // in a transaction it counts once that is through
    if (changed && !session) recordEvent('order', { what, by: actor.by });
    return changed;
  }
}
