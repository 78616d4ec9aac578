import { Inject, Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { LRUCache } from 'lru-cache';
import { type ClientSession, type Model, type mongo, SchemaTypes, type Types } from 'mongoose';
import { isDuplicateKey } from '../database/database.js';
import { NotSignedIn } from '../common/errors.js';
import { CONFIG, type Config } from '../config.js';
import type { Product } from '../products/product.schema.js';
import { newCustomerUnits, wasPaid } from './order-rules.js';
import { NewCustomerStockShare, TooManyUnpaidOrders } from './purchase-errors.js';
import { Purchase } from './purchase.schema.js';

/** One row a customer, written by each order that they place. */
@Schema({ collection: 'customer_locks', versionKey: false })
export class CustomerLock {
  @Prop({ type: SchemaTypes.ObjectId, required: true })
  _id!: Types.ObjectId;

  /** Orders ever placed. */
  @Prop({ type: Number, default: 0 })
  orders!: number;

  /** When the account was removed. */
  @Prop({ type: Date, default: null })
  closedAt!: Date | null;
}

export const CustomerLockSchema = SchemaFactory.createForClass(CustomerLock);

/** How many customers are known to have paid, of those who ordered here last. */
const KNOWN_PAYERS = 10_000;

/** What a customer has ordered, as far as it limits what they may order. */
export interface OrderLimits {
  hasPaid: boolean;
  unpaid: Pick<Purchase, 'productId' | 'orderQuantity'>[];
}

/**
 * What a customer may hold. Two orders of one customer at once conflict on their row, so that the cap on unpaid orders is
 * kept, and no order of a removed customer slips in.
 */
@Injectable()
export class CustomerLocks {
  /** Customers who have paid an order. They always will have: no order is erased, and none becomes unpaid again. */
  private readonly payers = new LRUCache<string, true>({ max: KNOWN_PAYERS });

  constructor(
    @InjectModel(CustomerLock.name) private readonly locks: Model<CustomerLock>,
    @InjectModel(Purchase.name) private readonly orders: Model<Purchase>,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Keeps the customer's other orders out until the transaction ends, and reads what they hold.
   *
   * @throws NotSignedIn when the account was removed, TooManyUnpaidOrders
   */
  async lock(userId: Types.ObjectId, session: ClientSession): Promise<OrderLimits> {
    try {
      await this.locks.updateOne(
        { _id: userId, closedAt: null },
        { $inc: { orders: 1 } },
        { session, upsert: true },
      );
    } catch (error) {
      // The row is there and did not match: it is closed, or another first order of theirs has just made it.
      if (!isDuplicateKey(error)) throw error;
      if (await this.locks.exists({ _id: userId, closedAt: null }))
        (error as mongo.MongoServerError).addErrorLabel('TransientTransactionError');
      else throw new NotSignedIn();
      throw error;
    }
    return this.limitsOf(userId, session);
  }

  /**
   * One query. Sorted by the name of their state, the unpaid orders come first and the cancelled ones last: where the unpaid
   * ones leave room in the limit, a paid one is among them, if there is any. They are not needed of a known payer.
   */
  private async limitsOf(userId: Types.ObjectId, session: ClientSession): Promise<OrderLimits> {
    const { maxUnpaid, newCustomerShare } = this.config.orders;
    const isPayer = newCustomerShare === 1 || this.payers.has(String(userId));
    const orders = await this.orders
      .find({ userId, ...(isPayer && { status: 'unpaid' }) }, { status: 1, productId: 1, orderQuantity: 1 })
      .session(session)
      .sort({ status: -1 })
      .limit(maxUnpaid)
      .lean<Purchase[]>();
    const unpaid = orders.filter(({ status }) => status === 'unpaid');
    if (unpaid.length >= maxUnpaid) throw new TooManyUnpaidOrders(maxUnpaid);
    const hasPaid = isPayer || orders.some(({ status }) => wasPaid(status));
    if (hasPaid) this.payers.set(String(userId), true);
    return { hasPaid, unpaid };
  }

  /** @throws NewCustomerStockShare when they never paid, and would hold too much of the product */
  assertMayHold({ hasPaid, unpaid }: OrderLimits, product: Product, quantity: number): void {
    if (hasPaid) return;
    const share = this.config.orders.newCustomerShare;
    const held = unpaid
      .filter(({ productId }) => productId.equals(product._id))
      .reduce((units, { orderQuantity }) => units + orderQuantity, 0);
    const available = newCustomerUnits(product, held, share);
    if (quantity > available) throw new NewCustomerStockShare(share, available);
  }

  /** From now on this customer can place no order. */
  async close(userId: Types.ObjectId): Promise<void> {
    const closing = { $set: { closedAt: new Date() }, $setOnInsert: { orders: 0 } };
    try {
      await this.locks.updateOne({ _id: userId }, closing, { upsert: true });
    } catch (error) {
      // their first order has just made the row
      if (!isDuplicateKey(error)) throw error;
      await this.locks.updateOne({ _id: userId }, closing);
    }
  }
}
