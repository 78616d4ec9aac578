import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Query,
  Res,
  type StreamableFile,
} from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, type Caller, CurrentUser } from '../../common/access.js';
import { ApiBulkBody, BulkResultDto } from '../../lists/bulk.dto.js';
import { ApiCsv, sendCsv } from '../../lists/csv.js';
import { IdParam } from '../../common/fields.js';
import { Idempotent } from '../../idempotency/idempotent.js';
import { ApiRequiredIfMatch, RequiredIfMatch } from '../../common/versions.js';
import { AddressDto } from '../../delivery/address.dto.js';
import { ApiProblems } from '../../common/problem.js';
import { type Attempt, CurrentAttempt } from '../../idempotency/attempt.js';
import { AdminOrdersService } from './admin-orders.service.js';
import { CreateOrderNoteDto, OrderDetailDto, OrderNoteDto } from '../orders/order-detail.dto.js';
import { OrderAddresses } from '../orders/order-addresses.service.js';
import { OrderDto } from '../orders/order.dto.js';
import { OrderNotes } from '../orders/order-notes.service.js';
import { OrderLists } from './order-lists.service.js';
import {
  BulkOrdersDto,
  CountPurchasesQuery,
  ExportPurchasesQuery,
  StatusCountsDto,
} from './order-search.dto.js';
import { LINE_COLUMNS, linesOf, ORDER_COLUMNS } from './order-columns.js';

@ApiTags('orders')
@Controller('purchases')
export class AdminOrdersController {
  constructor(
    private readonly orders: AdminOrdersService,
    private readonly lists: OrderLists,
    private readonly notes: OrderNotes,
    private readonly addresses: OrderAddresses,
  ) {}

  /** How many orders there are in each state, under the other filters of the search */
  @Get('counts')
  @Access('admin', { scope: 'orders:read' })
  @ApiOkResponse({ type: StatusCountsDto })
  @ApiProblems(400)
  countPurchases(@Query() query: CountPurchasesQuery): Promise<StatusCountsDto> {
    return this.lists.counts(query);
  }

  /** The orders of a search, or their lines, as CSV */
  @Get('export')
  @Access('admin', { scope: 'orders:read' })
  @ApiCsv()
  @ApiProblems(400)
  async exportPurchases(
    @Query() { rows = 'orders', ...query }: ExportPurchasesQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const found = await this.lists.all(query);
    if (rows === 'orders') return sendCsv(reply, 'orders', ORDER_COLUMNS, found.rows, found);
    return sendCsv(reply, 'order-lines', LINE_COLUMNS, linesOf(found.rows), {
      total: found.total,
      totalIsExact: false,
    });
  }

  /** Marks many paid orders as shipped, each by itself; a dry run says which can be */
  @Post('bulk-ship')
  @HttpCode(200)
  @Access('admin', { scope: 'orders:ship' })
  @Idempotent()
  @ApiBulkBody(BulkOrdersDto)
  @ApiOkResponse({ type: BulkResultDto })
  @ApiProblems(400, 422)
  bulkShipPurchases(
    @Body() body: BulkOrdersDto,
    @CurrentUser() caller: Caller,
    @CurrentAttempt() attempt: Attempt,
  ): Promise<BulkResultDto> {
    return this.orders.ship(body, caller, attempt);
  }

  /** Cancels many unpaid orders, each by itself; a dry run says which can be */
  @Post('bulk-cancel')
  @HttpCode(200)
  @Access('admin', { scope: 'orders:refund' })
  @Idempotent()
  @ApiBulkBody(BulkOrdersDto)
  @ApiOkResponse({ type: BulkResultDto })
  @ApiProblems(400, 422)
  bulkCancelPurchases(
    @Body() body: BulkOrdersDto,
    @CurrentUser() caller: Caller,
    @CurrentAttempt() attempt: Attempt,
  ): Promise<BulkResultDto> {
    return this.orders.cancel(body, caller, attempt);
  }

  /** An order with its customer, payment, refunds and internal notes */
  @Get(':id')
  @Access('admin', { scope: 'orders:read' })
  @ApiOkResponse({ type: OrderDetailDto })
  @ApiProblems(400, 404)
  getPurchase(@Param() { id }: IdParam): Promise<OrderDetailDto> {
    return this.orders.get(id);
  }

  /**
   * Changes where an order goes, before anything of it has shipped; `If-Match` is the `ETag` of `GET /purchases/{id}`
   *
   * Only within the country and region for which delivery and tax were charged. The former address stays in the order's timeline.
   */
  @Patch(':id/address')
  @Access('admin')
  @ApiRequiredIfMatch()
  @ApiOkResponse({ type: OrderDto })
  @ApiProblems(400, 404, 409, 422)
  changeOrderAddress(
    @Param() { id }: IdParam,
    @Body() body: AddressDto,
    @RequiredIfMatch() ifMatch: string,
    @CurrentUser() caller: Caller,
  ): Promise<OrderDto> {
    return this.addresses.change(id, body, ifMatch, caller);
  }

  /** Adds an internal note to an order */
  @Post(':id/notes')
  @Access('admin')
  @Idempotent()
  @ApiCreatedResponse({ type: OrderNoteDto })
  @ApiProblems(400, 404, 409)
  addOrderNote(
    @Param() { id }: IdParam,
    @Body() { text }: CreateOrderNoteDto,
    @CurrentUser() caller: Caller,
    @CurrentAttempt() attempt: Attempt,
  ): Promise<OrderNoteDto> {
    return this.notes.add(id, text, caller, attempt);
  }
}
