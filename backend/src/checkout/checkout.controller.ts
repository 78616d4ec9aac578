import { Body, Controller, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiTags } from '@nestjs/swagger';
import { Access, type Caller, CurrentUser } from '../common/access.js';
import { EXAMPLE_LINES } from '../basket/basket.dto.js';
import { ApiBodyExample } from '../common/body-example.js';
import { ApiProblems } from '../common/problem.js';
import { Limit } from '../common/rate-limit.js';
import { type Attempt, CurrentAttempt } from '../idempotency/attempt.js';
import { Idempotent } from '../idempotency/idempotent.js';
import { OrderDto } from '../purchases/orders/order.dto.js';
import { EXAMPLE_ADDRESS } from '../delivery/address.dto.js';
import { CheckoutDto } from './checkout.dto.js';
import { Checkout } from './checkout.service.js';

@ApiTags('basket')
@Controller('checkout')
export class CheckoutController {
  constructor(private readonly checkout: Checkout) {}

  /**
   * Orders several parts at once
   *
   * All lines or none. A refusal names every line at fault in `errors`, as `lines.2.orderQuantity`. What is ordered leaves the
   * caller's basket; `POST /create-payment-intent` opens the payment.
   */
  @Post()
  @Access('signed-in')
  @Limit('orders')
  @Idempotent()
  @ApiBodyExample(CheckoutDto, {
    lines: EXAMPLE_LINES,
    address: EXAMPLE_ADDRESS,
    phone: '5550100',
  })
  @ApiCreatedResponse({ type: OrderDto })
  @ApiProblems(400, 409, 422)
  placeOrder(
    @Body() body: CheckoutDto,
    @CurrentUser() caller: Caller,
    @CurrentAttempt() attempt: Attempt,
  ): Promise<OrderDto> {
    return this.checkout.place(body, caller, attempt);
  }
}
