import { Body, Controller, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiTags } from '@nestjs/swagger';
import { Access, type Caller, CurrentUser } from '../common/access.js';
import { ApiBodyExample } from '../common/body-example.js';
import { ApiProblems } from '../common/problem.js';
import { EXAMPLE_ADDRESS } from '../delivery/address.dto.js';
import { type Attempt, CurrentAttempt } from '../idempotency/attempt.js';
import { Idempotent } from '../idempotency/idempotent.js';
import { OrderDto } from '../purchases/orders/order.dto.js';
import { EnterOrderDto, EXAMPLE_ENTERED_LINES } from './entered-order.dto.js';
import { EnteredOrders } from './entered-orders.service.js';

@ApiTags('customers')
@Controller('orders')
export class EnteredOrdersController {
  constructor(private readonly orders: EnteredOrders) {}

  /**
   * Enters an order for a customer, at the prices of the shop
   *
   * All lines or none, by the rules of `POST /checkout`; the limits on a customer's unpaid orders do not apply. The customer finds it
   * among their orders and pays it there, or anybody by the link of `POST /purchases/{id}/pay-link`; it is held as long as such a link
   * is valid. An `externalId` that an order has already is refused with 409 `external-id-taken`, whose `order` says which.
   */
  @Post()
  @Access('admin', { scope: 'orders:write' })
  @Idempotent()
  @ApiBodyExample(EnterOrderDto, {
    customer: { email: 'customer@example.com' },
    lines: EXAMPLE_ENTERED_LINES,
    address: EXAMPLE_ADDRESS,
    phone: '5550100',
    externalId: 'SO-2026-00417',
  })
  @ApiCreatedResponse({ type: OrderDto })
  @ApiProblems(400, 404, 409, 422)
  enterOrder(
    @Body() body: EnterOrderDto,
    @CurrentUser() caller: Caller,
    @CurrentAttempt() attempt: Attempt,
  ): Promise<OrderDto> {
    return this.orders.enter(body, caller, attempt);
  }
}
