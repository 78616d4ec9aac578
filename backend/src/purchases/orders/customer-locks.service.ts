import { Inject, Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { LRUCache } from 'lru-cache';
import { type ClientSession, type Model, type mongo, SchemaTypes, type Types } from 'mongoose';
import type { Caller } from '../../common/access.js';
import { isDuplicateKey } from '../../database/database.js';
import { type DomainError, NotSignedIn } from '../../common/errors.js';
import { CONFIG, type Config } from '../../config.js';
import type { Product } from '../../products/product.schema.js';
import { Buyers } from './buyers.service.js';
import { jointUnits, newCustomerUnits } from '../stock/new-customer-limits.js';
import {
  EmailNotVerified,
  NewCustomersJointShare,
  NewCustomerStockShare,
  TooManyUnpaidOrders,
} from '../purchase-errors.js';
import { Order } from './order.schema.js';

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

/** An unpaid order, as far as it limits what its customer may order. */
type HeldUnits = Pick<Order, 'lines' | 'ofNewCustomer'>;

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
    @InjectModel(Order.name) private readonly orders: Model<Order>,
    private readonly buyers: Buyers,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * A customer who has to verify their address does so before their first order; with an order, they may go on.
   *
   * @throws EmailNotVerified
   */
  async assertVerified({ id, emailVerified }: Caller): Promise<void> {
    if (!this.config.requireVerifiedEmail || emailVerified) return;
    if (!(await this.buyers.hasOrdered(id))) throw new EmailNotVerified();
  }

  /**
   * Keeps the customer's other orders out until the transaction ends, and reads the unpaid ones that they placed, where these
   * limit what they may order.
   *
   * @throws NotSignedIn when the account was removed, TooManyUnpaidOrders
   */
  async lock(
    userId: Types.ObjectId,
    session: ClientSession,
    { isLimited }: { isLimited: boolean },
  ): Promise<HeldUnits[]> {
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
    return isLimited ? this.unpaidOf(userId, session) : [];
  }

  private async unpaidOf(userId: Types.ObjectId, session: ClientSession): Promise<HeldUnits[]> {
    const { maxUnpaid } = this.config.orders;
    const unpaid = await this.orders
      .find({ userId, status: 'unpaid' }, { 'lines.productId': 1, 'lines.quantity': 1, ofNewCustomer: 1 })
      .session(session)
      .limit(maxUnpaid)
      .lean<Order[]>();
    if (unpaid.length >= maxUnpaid) throw new TooManyUnpaidOrders(maxUnpaid);
    return unpaid;
  }

  /**
   * Whether what a customer may hold depends on it that they never paid. Read before the transaction: it is not repeated
   * with it, and who has paid always will have.
   */
  async isNew(userId: string): Promise<boolean> {
    const { newCustomerShare, newCustomersJointShare } = this.config.orders;
    if (newCustomerShare === 1 && newCustomersJointShare === 1) return false;
    if (this.payers.has(userId)) return false;
    const hasPaid = await this.buyers.hasPaid(userId);
    if (hasPaid) this.payers.set(userId, true);
    return !hasPaid;
  }

  /**
   * Why a new customer cannot hold a quantity, when they, or all of them together, would hold too much.
   *
   * @param product as it was before the order
   */
  holdRefusal(unpaid: HeldUnits[], product: Product, quantity: number): DomainError | undefined {
    const { newCustomerShare, newCustomersJointShare } = this.config.orders;
    // what an admin entered for them is not counted on the products either
    const lines = unpaid.filter(({ ofNewCustomer }) => ofNewCustomer).flatMap(({ lines }) => lines);
    const held = lines
      .filter(({ productId }) => productId.equals(product._id))
      .reduce((units, { quantity }) => units + quantity, 0);
    const own = newCustomerUnits(product, held, newCustomerShare);
    const joint = jointUnits(product, held, newCustomersJointShare);
    if (quantity > own) return new NewCustomerStockShare(newCustomerShare, Math.min(own, joint));
    if (quantity > joint) return new NewCustomersJointShare(newCustomersJointShare, joint);
    return undefined;
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
