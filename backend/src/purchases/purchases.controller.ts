import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, ApiEmailParam, type Caller, CurrentUser, EmailParam } from '../common/access.js';
import { ApiBodyExample } from '../common/body-example.js';
import { DeletedDto } from '../common/deleted.dto.js';
import { IdParam } from '../common/fields.js';
import { Idempotent } from '../idempotency/idempotent.js';
import { ApiIfMatch, IfMatch, type IfMatchHeader } from '../common/versions.js';
import { ApiRows, LimitQuery, sendRows } from '../common/paging.js';
import { Limit } from '../common/rate-limit.js';
import { ApiProblems } from '../common/problem.js';
import { type Attempt, CurrentAttempt } from '../idempotency/attempt.js';
import { CreatePurchaseDto } from './orders/create-purchase.dto.js';
import { OrderLineParams } from './orders/order-line.dto.js';
import { OrderDto, OrderToPayDto } from './orders/order.dto.js';
import { OrderPageDto, SearchPurchasesQuery } from './lists/order-search.dto.js';
import { OrderPlacement } from './orders/order-placement.service.js';
import { OrderLists } from './lists/order-lists.service.js';
import { PurchasesService } from './purchases.service.js';
import { OrderShipments } from './shipments/order-shipments.service.js';

@ApiTags('orders')
@Controller()
export class PurchasesController {
  constructor(
    private readonly purchases: PurchasesService,
    private readonly placement: OrderPlacement,
    private readonly lists: OrderLists,
    private readonly shipments: OrderShipments,
  ) {}

  /**
   * Orders a product
   *
   * `productId`, or the whole name of a product, says which. The units are held for the caller until the order is paid, cancelled or
   * expired; `POST /create-payment-intent` opens its payment.
   */
  @Post('purchase')
  @Access('signed-in')
  @Limit('orders')
  @Idempotent()
  @ApiBodyExample(CreatePurchaseDto, {
    productName: 'Dart 500 NVMe SSD 1 TB',
    orderQuantity: 10,
    address: '12 Foundry Lane, Springfield',
    phone: '5550100',
  })
  @ApiCreatedResponse({ type: OrderDto })
  @ApiProblems(400, 404, 409, 422)
  createPurchase(
    @Body() body: CreatePurchaseDto,
    @CurrentUser() caller: Caller,
    @CurrentAttempt() attempt: Attempt,
  ): Promise<OrderDto> {
    return this.placement.create(body, caller, attempt);
  }

  /** A customer's orders */
  @Get('purchase/:email')
  @Access('self-or-admin', { scope: 'orders:read' })
  @ApiEmailParam()
  @ApiRows(OrderDto)
  @ApiProblems(400, 404)
  async listPurchasesOf(
    @EmailParam() email: string,
    @Query() query: LimitQuery,
    @CurrentUser() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OrderDto[]> {
    return sendRows(reply, await this.lists.of(email, query.limit, caller));
  }

  /** Takes an order off the customer's list, or cancels an unpaid one */
  @Delete('purchase/:id')
  @Access('signed-in')
  @ApiIfMatch()
  @ApiOkResponse({ type: DeletedDto })
  @ApiProblems(400, 404, 409, 412, 503)
  async removePurchase(
    @Param() { id }: IdParam,
    @CurrentUser() caller: Caller,
    @IfMatch() ifMatch: IfMatchHeader,
  ): Promise<DeletedDto> {
    return { deletedCount: await this.purchases.remove(id, caller, ifMatch) };
  }

  /** Marks a paid order as shipped */
  @Patch('purchase/:id')
  @Access('admin', { scope: 'orders:ship' })
  @ApiIfMatch()
  @ApiOkResponse({ type: OrderDto })
  @ApiProblems(400, 404, 409, 412)
  shipPurchase(
    @Param() { id }: IdParam,
    @CurrentUser() caller: Caller,
    @IfMatch() ifMatch: IfMatchHeader,
  ): Promise<OrderDto> {
    return this.shipments.shipRest(id, caller, ifMatch);
  }

  /**
   * Cancels a line of an unpaid order, which then costs less; the last line goes with the order
   *
   * What was opened to pay it is cancelled: `POST /create-payment-intent` opens another of what is due then.
   */
  @Post('purchases/:id/lines/:productId/cancel')
  @HttpCode(200)
  @Access('signed-in')
  @ApiIfMatch()
  @ApiOkResponse({ type: OrderDto })
  @ApiProblems(400, 404, 409, 412, 422, 503)
  cancelOrderLine(
    @Param() { id, productId }: OrderLineParams,
    @CurrentUser() caller: Caller,
    @IfMatch() ifMatch: IfMatchHeader,
  ): Promise<OrderDto> {
    return this.purchases.cancelLine(id, productId, caller, ifMatch);
  }

  /** All orders, newest first */
  @Get('purchases')
  @Access('admin', { scope: 'orders:read' })
  @ApiRows(OrderDto)
  @ApiProblems(400)
  async listPurchases(
    @Query() query: LimitQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OrderDto[]> {
    return sendRows(reply, await this.lists.newest(query.limit));
  }

  /** Search, filter, sort and page the orders; the caller's own with `own` */
  @Get('purchases/search')
  @Access('signed-in', { scope: 'orders:read' })
  @ApiOkResponse({ type: OrderPageDto })
  @ApiProblems(400)
  searchPurchases(
    @Query() query: SearchPurchasesQuery,
    @CurrentUser() caller: Caller,
  ): Promise<OrderPageDto> {
    return this.lists.search(query, caller);
  }

  /** The order to pay */
  @Get('buy/:id')
  @Access('signed-in')
  @ApiOkResponse({ type: OrderToPayDto })
  @ApiProblems(400, 404)
  getOrderToPay(@Param() { id }: IdParam, @CurrentUser() caller: Caller): Promise<OrderToPayDto> {
    return this.lists.toPay(id, caller);
  }
}
