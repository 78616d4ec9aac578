import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { Baskets } from '../basket/baskets.service.js';
import type { Caller } from '../common/access.js';
import { toCents } from '../common/money.js';
import type { Attempt } from '../idempotency/attempt.js';
import type { NewOrder } from '../purchases/orders/new-order.js';
import type { OrderDto } from '../purchases/orders/order.dto.js';
import { OrderPlacement } from '../purchases/orders/order-placement.service.js';
import type { CheckoutDto } from './checkout.dto.js';

const newOrderOf = ({ lines, ...order }: CheckoutDto, id: Types.ObjectId): NewOrder => ({
  ...order,
  id,
  lines: lines.map(({ productId, orderQuantity, price }) => ({
    productId: new Types.ObjectId(productId),
    quantity: orderQuantity,
    seenCents: toCents(price),
  })),
});

/** Turns what is in a basket into one order. */
@Injectable()
export class Checkout {
  constructor(
    private readonly placement: OrderPlacement,
    private readonly baskets: Baskets,
  ) {}

  /**
   * Places the order and takes what it orders out of the caller's basket; all of it or nothing. A repeated attempt returns the
   * order that it made before.
   *
   * @throws what `OrderPlacement.place` throws
   */
  place(body: CheckoutDto, caller: Caller, attempt: Attempt): Promise<OrderDto> {
    return this.placement.placeOnce(
      () => newOrderOf(body, attempt.id),
      caller,
      attempt,
      ({ lines }, session) =>
        this.baskets.removeOrdered(
          session,
          caller.id,
          lines.map(({ productId }) => productId),
        ),
    );
  }
}
