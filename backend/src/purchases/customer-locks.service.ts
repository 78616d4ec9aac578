import { Inject, Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type ClientSession, type Model, SchemaTypes, trusted, type Types } from 'mongoose';
import { isDuplicateKey } from '../database/database.js';
import { NotSignedIn } from '../common/errors.js';
import { CONFIG, type Config } from '../config.js';
import type { Product } from '../products/product.schema.js';
import { newCustomerUnits, type Status } from './order-rules.js';
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

/**
 * What a customer may hold. Two orders of one customer at once conflict on their row, so that the cap on unpaid orders is
 * kept, and no order of a removed customer slips in.
 */
@Injectable()
export class CustomerLocks {
  constructor(
    @InjectModel(CustomerLock.name) private readonly locks: Model<CustomerLock>,
    @InjectModel(Purchase.name) private readonly orders: Model<Purchase>,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Makes the customer's row, before the first transaction that needs it. */
  async prepare(userId: Types.ObjectId): Promise<void> {
    if (await this.locks.exists({ _id: userId })) return;
    try {
      await this.locks.updateOne(
        { _id: userId },
        { $setOnInsert: { orders: 0, closedAt: null } },
        { upsert: true },
      );
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** @throws NotSignedIn when the account was removed, TooManyUnpaidOrders */
  async assertMayOrder(userId: Types.ObjectId, session: ClientSession): Promise<void> {
    const open = await this.locks.updateOne(
      { _id: userId, closedAt: null },
      { $inc: { orders: 1 } },
      { session },
    );
    if (open.matchedCount === 0) throw new NotSignedIn();
    const { maxUnpaid } = this.config.orders;
    const unpaid = await this.orders.countDocuments({ userId, status: 'unpaid' }, { session });
    if (unpaid >= maxUnpaid) throw new TooManyUnpaidOrders(maxUnpaid);
  }

  /**
   * Called after `assertMayOrder` in the same transaction, which keeps the customer's other orders out of it.
   *
   * @throws NewCustomerStockShare when they never paid, and would hold too much of the product
   */
  async assertMayHold(
    userId: Types.ObjectId,
    product: Product,
    quantity: number,
    session: ClientSession,
  ): Promise<void> {
    const share = this.config.orders.newCustomerShare;
    if (share === 1) return;
    const paid: Status[] = ['paid', 'shipped', 'refunded'];
    if (await this.orders.exists({ userId, status: trusted({ $in: paid }) }).session(session)) return;
    const unpaid = await this.orders
      .find({ userId, status: 'unpaid', productId: product._id }, { orderQuantity: 1 }, { session })
      .lean<Purchase[]>();
    const held = unpaid.reduce((units, { orderQuantity }) => units + orderQuantity, 0);
    const available = newCustomerUnits(product, held, share);
    if (quantity > available) throw new NewCustomerStockShare(share, available);
  }

  /** From now on this customer can place no order. */
  async close(userId: Types.ObjectId): Promise<void> {
    await this.prepare(userId);
    await this.locks.updateOne({ _id: userId }, { closedAt: new Date() });
  }
}
