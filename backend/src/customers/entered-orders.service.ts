import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { Caller } from '../common/access.js';
import { InvalidInput, NotFound, NotSignedIn } from '../common/errors.js';
import type { Attempt } from '../idempotency/attempt.js';
import { ProductsService } from '../products/products.service.js';
import { ExternalIds } from '../purchases/orders/external-ids.service.js';
import type { NewOrder, WantedLine } from '../purchases/orders/new-order.js';
import type { OrderDto } from '../purchases/orders/order.dto.js';
import { OrderPlacement } from '../purchases/orders/order-placement.service.js';
import { callerOf } from '../users/caller.js';
import { User } from '../users/user.schema.js';
import type { CustomerRefDto, EnteredLineDto, EnterOrderDto } from './entered-order.dto.js';

/** Places orders for customers, as admins and programs enter them. */
@Injectable()
export class EnteredOrders {
  constructor(
    @InjectModel(User.name) private readonly users: Model<User>,
    private readonly products: ProductsService,
    private readonly placement: OrderPlacement,
    private readonly externalIds: ExternalIds,
  ) {}

  /**
   * Places an order for a customer by the rules and at the prices of the shop; only what limits a customer's unpaid orders
   * does not count. A repeated attempt returns the order that it made before.
   *
   * @throws InvalidInput, NotFound for a customer, what `OrderPlacement.place` throws
   */
  async enter(body: EnterOrderDto, admin: Caller, attempt: Attempt): Promise<OrderDto> {
    const customer = await this.customer(body.customer);
    attempt.about.add(customer.id);
    try {
      return await this.placement.placeOnce(
        () => this.newOrderOf(body, admin, attempt.id),
        customer,
        attempt,
      );
    } catch (error) {
      // of the customer, whose account is being removed
      throw error instanceof NotSignedIn ? new NotFound('customer') : error;
    }
  }

  private async newOrderOf(
    { customer: _customer, lines, ...order }: EnterOrderDto,
    enteredBy: Caller,
    id: Types.ObjectId,
  ): Promise<NewOrder> {
    if (order.externalId !== undefined) await this.externalIds.assertFree(order.externalId);
    return { ...order, id, enteredBy, lines: await this.wantedLines(lines) };
  }

  /** @throws InvalidInput for a line that names no product, or two, and for a SKU that no product on sale has */
  private async wantedLines(lines: readonly EnteredLineDto[]): Promise<WantedLine[]> {
    const bySku = await this.products.idsOfSkus(lines.flatMap(({ sku }) => sku ?? []));
    const errors: Record<string, string> = {};
    const wanted = lines.map(({ productId, sku, orderQuantity: quantity }, n) => {
      const id = sku === undefined ? new Types.ObjectId(productId) : bySku.get(sku);
      if ((productId === undefined) === (sku === undefined))
        errors[`lines.${n}.productId`] = 'Give a productId or a sku.';
      else if (!id) errors[`lines.${n}.sku`] = 'No part on sale has this SKU.';
      return { productId: id!, quantity, seenCents: undefined };
    });
    if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
    return wanted;
  }

  private async customer({ id, email }: CustomerRefDto): Promise<Caller> {
    if ((id === undefined) === (email === undefined))
      throw new InvalidInput({ customer: "Give the id or the email of the customer's account." });
    const which = id === undefined ? { email } : { _id: id };
    const user = await this.users.findOne({ ...which, removingSince: null }).lean<User>();
    if (!user) throw new NotFound('customer');
    return callerOf(user);
  }
}
