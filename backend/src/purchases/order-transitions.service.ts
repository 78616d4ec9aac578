import { Inject, Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Connection, type Model, type QueryFilter } from 'mongoose';
import { trusted, Types } from 'mongoose';
import type { Caller } from '../common/access.js';
import { isDuplicateKey } from '../database/database.js';
import { inTransaction } from '../database/transaction.js';
import { recordTelemetry } from '../common/telemetry.js';
import { CONFIG, type Config } from '../config.js';
import type { Intent } from '../payment-provider/payment-provider.js';
import { CatalogueRevision } from '../response-cache/catalogue-revision.js';
import { CustomerLocks } from './customer-locks.service.js';
import { type NewOrder, snapshotOf } from './new-order.js';
import { isFullyRefunded, statesBefore, type Status, totalOf } from './order-rules.js';
import { OrderWrites } from './order-writes.service.js';
import { PaymentMismatch } from './purchase-errors.js';
import { type Actor, Purchase } from './purchase.schema.js';
import { Stock } from './stock.service.js';

const REFUNDING = { refundStatus: 'pending', refundAttempt: 1 } as const;
const paidBy = ({ id }: Intent) => ({ transactionId: id, paidAt: new Date() });
const before = (to: Status) => ({ status: trusted({ $in: statesBefore(to) }) });

/**
 * Every write of an order's state and of the stock that it holds, but for its refunds. Each is conditional on the state that it
 * leaves, so it takes effect once, however often it is tried; where stock moves, it moves in the same transaction. No method
 * calls the payment provider.
 */
@Injectable()
export class OrderTransitions {
  constructor(
    @InjectModel(Purchase.name) private readonly orders: Model<Purchase>,
    @InjectConnection() private readonly connection: Connection,
    private readonly writes: OrderWrites,
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
    const placed = await this.writes.stockQueue.run(String(productId), async () => {
      await this.stock.expect(order);
      return inTransaction(this.connection, async (session): Promise<Purchase> => {
        this.revision.bump('stock', session);
        const limits = await this.customers.lock(userId, session);
        const product = await this.stock.take(order, session);
        const totalCents = totalOf(product, quantity, seenCents);
        this.customers.assertMayHold(limits, product, quantity);
        const snapshot = snapshotOf(order, product, customer, this.config.orders);
        const [made] = await this.orders.create([{ ...snapshot, userId, totalCents }], { session });
        const placedOrder = made!.toObject<Purchase>();
        await whenMade(placedOrder, session);
        return placedOrder;
      });
    });
    recordTelemetry('order', { what: 'placed', by: 'customer' });
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

  private async changePaid(...change: Parameters<OrderWrites['change']>): Promise<Purchase | null> {
    try {
      return await this.writes.change(...change);
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
    return this.writes.leave(
      order,
      { ...before('cancelled'), intentId: order.intentId ?? trusted({ $exists: false }) },
      { status: 'cancelled', ...(hide && { hiddenAt: new Date() }) },
      'cancelled',
      actor,
    );
  }

  /** Marks a paid order as shipped; null when it cannot be. */
  ship(id: string, actor: Actor, condition: QueryFilter<Purchase> = {}): Promise<Purchase | null> {
    return this.writes.change(
      { ...condition, _id: id, ...before('shipped'), refundStatus: trusted({ $ne: 'pending' }) },
      { status: 'shipped', shippedAt: new Date() },
      'shipped',
      actor,
    );
  }

  /** Takes an order off its customer's list; whether it was there. */
  async hide(id: string, actor: Actor): Promise<boolean> {
    return (
      (await this.writes.change(
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
}
