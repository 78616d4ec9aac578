import { Inject, Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Connection, type Model, Types } from 'mongoose';
import type { Caller } from '../../common/access.js';
import { toCents } from '../../common/money.js';
import { CONFIG, type Config } from '../../config.js';
import { isDuplicateKey } from '../../database/database.js';
import { inTransaction } from '../../database/transaction.js';
import type { Attempt } from '../../idempotency/attempt.js';
import { ProductsService } from '../../products/products.service.js';
import { InvalidInput } from '../../common/errors.js';
import { OrderChanges } from './order-changes.service.js';
import { MAX_LINES } from './order-lines.js';
import { CustomerLocks } from './customer-locks.service.js';
import { type NewOrder, snapshotOf, type WantedLine } from './new-order.js';
import { ProductNotNamed } from '../purchase-errors.js';
import type { CreatePurchaseDto } from './create-purchase.dto.js';
import { type OrderDto, toOrderDto } from './order.dto.js';
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
    private readonly changes: OrderChanges,
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
    const order = { id, lines: [{ productId, quantity, seenCents }], address, phone };
    try {
      return await this.place(order, caller, (placed, session) =>
        attempt.store(toCustomersDto(placed), session),
      ).then(toCustomersDto);
    } catch (error) {
      // Another worker of the same attempt was faster.
      const made = isDuplicateKey(error) ? await this.find(id) : null;
      if (made) return toCustomersDto(made);
      throw error;
    }
  }

  /**
   * Takes the units of all lines and makes the order, or neither.
   *
   * @param also what belongs to the same unit of work
   * @throws InvalidInput for a product that is there twice, what `Stock`, `CustomerLocks` and `snapshotOf` throw
   */
  async place(
    order: NewOrder,
    customer: Caller,
    also: (placed: Order, session: ClientSession) => Promise<unknown> = async () => undefined,
  ): Promise<Order> {
    assertLines(order.lines);
    // before anything is asked about the customer, and again after the wait for others
    await this.stock.expect(order.lines);
    const isNew = await this.customers.isNew(customer.id);
    return this.stock.queued(order.lines, async () => {
      await this.stock.expect(order.lines);
      return inTransaction(this.connection, async (session) => {
        const placed = await this.placeIn(session, order, customer, isNew);
        await also(placed, session);
        return placed;
      });
    });
  }

  private async placeIn(
    session: ClientSession,
    order: NewOrder,
    customer: Caller,
    isNew: boolean,
  ): Promise<Order> {
    const userId = new Types.ObjectId(customer.id);
    const unpaid = await this.customers.lock(userId, session);
    const products = await this.stock.take(session, order.lines, isNew);
    const snapshot = snapshotOf(order, products, customer, this.config.orders);
    if (isNew)
      for (const { productId, quantity } of order.lines)
        this.customers.assertMayHold(unpaid, products.get(String(productId))!, quantity);
    const actor = { by: 'customer', userId: customer.id } as const;
    return this.changes.place(session, { ...snapshot, userId, ...(isNew && { ofNewCustomer: true }) }, actor);
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

/** @throws InvalidInput */
function assertLines(lines: readonly WantedLine[]): void {
  if (lines.length === 0 || lines.length > MAX_LINES)
    throw new InvalidInput({ lines: `An order has 1 to ${MAX_LINES} lines` });
  const seen = new Set<string>();
  for (const [n, { productId }] of lines.entries()) {
    if (seen.has(String(productId)))
      throw new InvalidInput({ [`lines.${n}.productId`]: 'This part is in another line' });
    seen.add(String(productId));
  }
}
