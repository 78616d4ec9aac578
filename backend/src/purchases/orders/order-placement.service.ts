import { Inject, Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Connection, type Model, Types } from 'mongoose';
import type { Caller } from '../../common/access.js';
import { toCents } from '../../common/money.js';
import { recordTelemetry } from '../../common/telemetry.js';
import { CONFIG, type Config } from '../../config.js';
import { isDuplicateKey } from '../../database/database.js';
import { afterCommit, inTransaction } from '../../database/transaction.js';
import type { Attempt } from '../../idempotency/attempt.js';
import { ProductsService } from '../../products/products.service.js';
import { CustomerLocks } from './customer-locks.service.js';
import { type NewOrder, snapshotOf } from './new-order.js';
import { totalOf } from './order-rules.js';
import { ProductNotNamed } from '../purchase-errors.js';
import { type CreatePurchaseDto, type OrderDto, toOrderDto } from './order.dto.js';
import { Order } from './order.schema.js';
import { Stock } from '../stock/stock.service.js';

const toCustomersDto = toOrderDto('customer');

/** Places orders: takes the units and makes the order, or neither. */
@Injectable()
export class OrderPlacement {
  constructor(
    @InjectModel(Order.name) private readonly orders: Model<Order>,
    @InjectConnection() private readonly connection: Connection,
    private readonly products: ProductsService,
    private readonly customers: CustomerLocks,
    private readonly stock: Stock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Orders a product for the caller; a repeated attempt returns the order that it made before. */
  async create(body: CreatePurchaseDto, caller: Caller, attempt: Attempt): Promise<OrderDto> {
    const made = attempt.isRepeat ? await this.find(attempt.id) : null;
    return made ? toCustomersDto(made) : this.order(body, caller, attempt);
  }

  private async order(body: CreatePurchaseDto, caller: Caller, attempt: Attempt): Promise<OrderDto> {
    const { id } = attempt;
    const productId = body.productId
      ? new Types.ObjectId(body.productId)
      : await this.productNamed(body.productName ?? '');
    const { orderQuantity: quantity, price, address, phone } = body;
    const seenCents = price === undefined ? undefined : toCents(price);
    const order = { id, productId, quantity, seenCents, address, phone };
    // before anything is asked about the customer, and again after the wait for others
    await this.stock.expect(order);
    const isNew = await this.customers.isNew(caller.id);
    try {
      return await this.stock.queued(productId, async () => {
        await this.stock.expect(order);
        return inTransaction(this.connection, async (session) => {
          const placed = toCustomersDto(await this.place(session, order, caller, isNew));
          await attempt.store(placed, session);
          return placed;
        });
      });
    } catch (error) {
      // Another worker of the same attempt was faster.
      const made = isDuplicateKey(error) ? await this.find(id) : null;
      if (made) return toCustomersDto(made);
      throw error;
    }
  }

  /**
   * @param isNew what `CustomerLocks.isNew` says of the customer
   * @throws what `totalOf`, `Stock` and `CustomerLocks` throw
   */
  async place(session: ClientSession, order: NewOrder, customer: Caller, isNew: boolean): Promise<Order> {
    const { quantity, seenCents } = order;
    const userId = new Types.ObjectId(customer.id);
    const unpaid = await this.customers.lock(userId, session);
    const product = await this.stock.take(session, order, isNew);
    const totalCents = totalOf(product, quantity, seenCents);
    if (isNew) this.customers.assertMayHold(unpaid, product, quantity);
    const snapshot = snapshotOf(order, product, customer, this.config.orders);
    const [made] = await this.orders.create(
      [{ ...snapshot, userId, totalCents, ...(isNew && { ofNewCustomer: true }) }],
      { session },
    );
    afterCommit(session, () => recordTelemetry('order', { what: 'placed', by: 'customer' }));
    return made!.toObject<Order>();
  }

  private find(id: Types.ObjectId): Promise<Order | null> {
    return this.orders.findById(id).lean<Order>();
  }

  private async productNamed(name: string): Promise<Types.ObjectId> {
    const [productId, ...others] = await this.products.idsNamed(name);
    if (!productId || others.length > 0) throw new ProductNotNamed();
    return productId;
  }
}
