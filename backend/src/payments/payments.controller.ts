import {
  Body,
  Controller,
  Headers,
  HttpCode,
  Param,
  Patch,
  Post,
  type RawBodyRequest,
  Req,
} from '@nestjs/common';
import { ApiBody, ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Access, type Caller, CurrentUser } from '../common/access.js';
import { ApiBodyExample } from '../common/body-example.js';
import { IdParam } from '../common/fields.js';
import { Idempotent } from '../idempotency/idempotent.js';
import { ApiIfMatch, IfMatch, type IfMatchHeader } from '../common/versions.js';
import { Limit } from '../common/rate-limit.js';
import { ApiProblems } from '../common/problem.js';
import { RouteConfig } from '../common/route-config.js';
import { OrderDto } from '../purchases/orders/order.dto.js';
import { type Attempt, CurrentAttempt } from '../idempotency/attempt.js';
import {
  ConfirmPaymentDto,
  CreatePaymentIntentDto,
  PaymentIntentDto,
  ReceivedDto,
  RefundPurchaseDto,
} from './payment.dto.js';
import { PaymentsService } from './payments.service.js';
import { WEBHOOK_ROUTE } from './webhook-route.js';
import { WebhookService } from './webhook.service.js';

@ApiTags('payments')
@Controller()
export class PaymentsController {
  constructor(
    private readonly payments: PaymentsService,
    private readonly webhooks: WebhookService,
  ) {}

  /**
   * Opens the payment of an order, or returns the one that is open; the amount comes from the order
   *
   * Without `orderId` it is the caller's only unpaid order. The part of `clientSecret` before `_secret_` is the payment intent's id; a
   * browser confirms it at the payment provider, in the demo at the sandbox, and then calls
   * `PATCH /payment/{id}` with it.
   */
  @Post('create-payment-intent')
  @HttpCode(200)
  @Access('signed-in')
  @Limit('payments')
  @Idempotent()
  @ApiBodyExample(CreatePaymentIntentDto, {})
  @ApiOkResponse({ type: PaymentIntentDto })
  @ApiProblems(400, 404, 409, 503)
  createPaymentIntent(
    @Body() body: CreatePaymentIntentDto,
    @CurrentUser() caller: Caller,
  ): Promise<PaymentIntentDto> {
    return this.payments.createIntent(body, caller);
  }

  /** Records a payment after checking it with the payment provider; repeating it changes nothing */
  @Patch('payment/:id')
  @Access('signed-in')
  @Limit('payments')
  @ApiBodyExample(ConfirmPaymentDto, { transactionId: 'pi_3NkX2eLkdIwHu7ix0a1b2c3d' })
  @ApiOkResponse({ type: OrderDto })
  @ApiProblems(400, 404, 409, 503)
  confirmPayment(
    @Param() { id }: IdParam,
    @Body() body: ConfirmPaymentDto,
    @CurrentUser() caller: Caller,
  ): Promise<OrderDto> {
    return this.payments.confirm(id, body.transactionId, caller);
  }

  /**
   * Refunds units of an order's lines, its delivery, an amount, or all that is left of its payment; may be repeated
   *
   * Units are worth their part of what the line costs. Those that were refunded before they shipped return to the stock, unless `restock`
   * says otherwise.
   */
  @Post('refund/:id')
  @HttpCode(200)
  @Access('admin', { scope: 'orders:refund' })
  @Idempotent()
  @ApiIfMatch()
  @ApiBody({ type: RefundPurchaseDto, required: false })
  @ApiOkResponse({ type: OrderDto })
  @ApiProblems(400, 404, 409, 412, 422, 503)
  refundPurchase(
    @Param() { id }: IdParam,
    @Body() body: RefundPurchaseDto,
    @CurrentUser() caller: Caller,
    @IfMatch() ifMatch: IfMatchHeader,
    @CurrentAttempt() attempt: Attempt,
  ): Promise<OrderDto> {
    return this.payments.refund(id, body, caller, ifMatch, attempt);
  }

  /** Receives the payment provider's signed events */
  @Post('webhooks/stripe')
  @HttpCode(200)
  @Access('public')
  @RouteConfig(WEBHOOK_ROUTE)
  @ApiHeader({
    name: 'Stripe-Signature',
    required: true,
    description: "The provider's signature of the raw body.",
  })
  @ApiBody({
    description: 'An event, as the provider signs it.',
    schema: {
      type: 'object',
      additionalProperties: true,
      example: {
        id: 'evt_1PqY8sLkdIwHu7ix',
        object: 'event',
        type: 'payment_intent.succeeded',
        created: 1_764_028_800,
        data: { object: { id: 'pi_3NkX2eLkdIwHu7ix0a1b2c3d', object: 'payment_intent' } },
      },
    },
  })
  @ApiOkResponse({ type: ReceivedDto })
  @ApiProblems(400, 503)
  async receiveStripeEvent(
    @Req() request: RawBodyRequest<FastifyRequest>,
    @Headers('stripe-signature') signature: string | undefined,
  ): Promise<ReceivedDto> {
    await this.webhooks.receive(request.rawBody, signature);
    return { received: true };
  }
}
