import { Inject, Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Connection, type Model, Types } from 'mongoose';
import type { Caller } from '../../common/access.js';
import { toCents } from '../../common/money.js';
import { CONFIG, type Config } from '../../config.js';
import { isDuplicateKey } from '../../database/database.js';
import { inTransaction } from '../../database/transaction.js';
import type { Attempt } from '../../idempotency/attempt.js';
import { DeliverySettingsService } from '../../delivery/delivery-settings.service.js';
import type { DeliverySettings } from '../../delivery/delivery-settings.schema.js';
import type { Product } from '../../products/product.schema.js';
import { ProductsService } from '../../products/products.service.js';
import { InvalidInput } from '../../common/errors.js';
import { OrderChanges } from './order-changes.service.js';
import { MAX_LINES } from './order-lines.js';
import { CustomerLocks } from './customer-locks.service.js';
import { type NewOrder, snapshotOf, type WantedLine } from './new-order.js';
import { ExternalIdTaken, LinesRefused, ProductNotNamed, type RefusedLine } from '../purchase-errors.js';
import type { CreatePurchaseDto } from './create-purchase.dto.js';
import { type OrderDto, toOrderDto } from './order.dto.js';
import { type Actor, asAdmin, Order } from './order.schema.js';
import { Stock } from '../stock/stock.service.js';

/** As the customer or the admin who placed it sees it. */
const toPlacedDto = (order: Order): OrderDto =>
  toOrderDto(order.timeline[0]!.by === 'admin' ? 'admin' : 'customer')(order);

/** What belongs to the unit of work that places an order. */
type AlsoPlaced = (placed: Order, session: ClientSession) => Promise<unknown>;

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
    private readonly delivery: DeliverySettingsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Orders a product for the caller; a repeated attempt returns the order that it made before. */
  async create(body: CreatePurchaseDto, caller: Caller, attempt: Attempt): Promise<OrderDto> {
    try {
      return await this.placeOnce(() => this.orderOf(body, attempt.id), caller, attempt);
    } catch (error) {
      // of the one line that there is
      throw error instanceof LinesRefused ? error.refused[0]!.error : error;
    }
  }

  /**
   * Places an order, once for an attempt: a repeated one returns the order that it made before. An order that an admin enters
   * is returned as admins see it.
   *
   * @param also what belongs to the same unit of work
   */
  async placeOnce(
    orderOf: () => NewOrder | Promise<NewOrder>,
    customer: Caller,
    attempt: Attempt,
    also: AlsoPlaced = async () => undefined,
  ): Promise<OrderDto> {
    const made = attempt.isRepeat ? await this.find(attempt.id) : null;
    if (made) return toPlacedDto(made);
    try {
      const placed = await this.place(await orderOf(), customer, async (order, session) => {
        await also(order, session);
        await attempt.store(toPlacedDto(order), session);
      });
      return toPlacedDto(placed);
    } catch (error) {
      // Another worker of the same attempt was faster.
      const isMade = isDuplicateKey(error) || error instanceof ExternalIdTaken;
      const other = isMade ? await this.find(attempt.id) : null;
      if (other) return toPlacedDto(other);
      throw error;
    }
  }

  private async orderOf(body: CreatePurchaseDto, id: Types.ObjectId): Promise<NewOrder> {
    const productId = body.productId
      ? new Types.ObjectId(body.productId)
      : await this.productNamed(body.productName ?? '');
    const { orderQuantity: quantity, price, address, phone } = body;
    const seenCents = price === undefined ? undefined : toCents(price);
    return { id, lines: [{ productId, quantity, seenCents }], address, phone };
  }

  /**
   * Takes the units of all lines and makes the order, or neither.
   *
   * @param also what belongs to the same unit of work
   * @throws InvalidInput for a product that is there twice, EmailNotVerified, what `Stock`, `CustomerLocks` and `snapshotOf` throw
   */
  async place(order: NewOrder, customer: Caller, also: AlsoPlaced = async () => undefined): Promise<Order> {
    assertLines(order.lines);
    if (!order.enteredBy) await this.customers.assertVerified(customer);
    // before anything else is asked about the customer, and again after the wait for others
    await this.stock.expect(order.lines);
    const [isNew, settings] = await Promise.all([
      order.enteredBy ? false : this.customers.isNew(customer.id),
      this.delivery.current(),
    ]);
    return this.stock.queued(order.lines, async () => {
      await this.stock.expect(order.lines);
      return inTransaction(this.connection, async (session) => {
        const placed = await this.placeIn(session, order, customer, { isNew, settings });
        await also(placed, session);
        return placed;
      });
    });
  }

  private async placeIn(
    session: ClientSession,
    order: NewOrder,
    customer: Caller,
    { isNew, settings }: { isNew: boolean; settings: DeliverySettings },
  ): Promise<Order> {
    const userId = new Types.ObjectId(customer.id);
    const { enteredBy } = order;
    const unpaid = await this.customers.lock(userId, session, { isLimited: !enteredBy });
    const products = await this.stock.take(session, order.lines, isNew);
    const snapshot = snapshotOf(order, products, customer, settings, this.config);
    if (isNew) this.assertMayHold(unpaid, order.lines, products);
    const actor: Actor = enteredBy ? asAdmin(enteredBy) : { by: 'customer', userId: customer.id };
    return this.changes.place(session, { ...snapshot, userId, ...(isNew && { ofNewCustomer: true }) }, actor);
  }

  /** @throws LinesRefused */
  private assertMayHold(
    unpaid: Parameters<CustomerLocks['holdRefusal']>[0],
    lines: readonly WantedLine[],
    products: ReadonlyMap<string, Product>,
  ): void {
    const refused = lines.flatMap(({ productId, quantity }, line): RefusedLine[] => {
      const error = this.customers.holdRefusal(unpaid, products.get(String(productId))!, quantity);
      return error ? [{ line, error }] : [];
    });
    if (refused.length > 0) throw new LinesRefused(refused);
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
