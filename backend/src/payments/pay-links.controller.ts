import { Body, Controller, Get, Header, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, type Caller, CurrentUser } from '../common/access.js';
import { IdParam } from '../common/fields.js';
import { ApiProblems } from '../common/problem.js';
import { Limit } from '../common/rate-limit.js';
import {
  ConfirmLinkedPaymentDto,
  CreateLinkedIntentDto,
  LinkedOrderDto,
  PayLinkDto,
  PayTokenParam,
} from './pay-link.dto.js';
import { PayLinks } from './pay-links.service.js';
import { PaymentIntentDto } from './payment.dto.js';

/** What the token opens is for its bearer. */
const NotStored = () => Header('Cache-Control', 'no-store');

@ApiTags('payments')
@Controller()
export class PayLinksController {
  constructor(private readonly links: PayLinks) {}

  /**
   * Makes a link by which anybody can pay an unpaid order, without signing in
   *
   * It is valid for `PAY_LINK_HOURS`, and no longer than the order's hold. It shows the order's number, lines and amount, nothing of
   * its customer. A second link leaves the first valid.
   */
  @Post('purchases/:id/pay-link')
  @HttpCode(200)
  @Access('admin', { scope: 'orders:write' })
  @ApiOkResponse({ type: PayLinkDto })
  @ApiProblems(400, 404, 409)
  createPayLink(@Param() { id }: IdParam, @CurrentUser() caller: Caller): Promise<PayLinkDto> {
    return this.links.create(id, caller);
  }

  /** The order of a payment link */
  @Get('pay/:token')
  @Access('public')
  @Limit('payLink')
  @NotStored()
  @ApiOkResponse({ type: LinkedOrderDto })
  @ApiProblems(400, 404, 409)
  getLinkedOrder(@Param() { token }: PayTokenParam): Promise<LinkedOrderDto> {
    return this.links.get(token);
  }

  /** Opens the payment of a link's order, or returns the one that is open */
  @Post('pay/:token/intent')
  @HttpCode(200)
  @ApiBody({ type: CreateLinkedIntentDto, required: false })
  @Access('public')
  @Limit('payLink')
  @NotStored()
  @ApiOkResponse({ type: PaymentIntentDto })
  @ApiProblems(400, 404, 409, 503)
  createLinkedIntent(
    @Param() { token }: PayTokenParam,
    @Body() { price }: CreateLinkedIntentDto,
  ): Promise<PaymentIntentDto> {
    return this.links.createIntent(token, price);
  }

  /** Records the payment of a link's order after checking it with the payment provider; repeating it changes nothing */
  @Post('pay/:token/confirm')
  @HttpCode(200)
  @Access('public')
  @Limit('payLink')
  @NotStored()
  @ApiOkResponse({ type: LinkedOrderDto })
  @ApiProblems(400, 404, 409, 503)
  confirmLinkedPayment(
    @Param() { token }: PayTokenParam,
    @Body() { transactionId }: ConfirmLinkedPaymentDto,
  ): Promise<LinkedOrderDto> {
    return this.links.confirm(token, transactionId);
  }
}
