import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, type Caller, CurrentUser } from '../../common/access.js';
import { IdParam } from '../../common/fields.js';
import { ApiProblems } from '../../common/problem.js';
import {
  ApiIfMatch,
  ApiRequiredIfMatch,
  IfMatch,
  type IfMatchHeader,
  RequiredIfMatch,
} from '../../common/versions.js';
import { type Attempt, CurrentAttempt } from '../../idempotency/attempt.js';
import { Idempotent } from '../../idempotency/idempotent.js';
import { OrderDto } from '../orders/order.dto.js';
import { OrderShipments } from './order-shipments.service.js';
import { PackingListDto, PackingQuery } from './packing.dto.js';
import { CreateShipmentDto, ShipmentParams, TrackingDto, UndoShipmentDto } from './shipment-request.dto.js';

@ApiTags('orders')
@Controller('purchases')
export class ShipmentsController {
  constructor(private readonly shipments: OrderShipments) {}

  /** What is to be packed of some orders, without prices */
  @Get('packing')
  @Access('admin', { scope: 'orders:ship' })
  @ApiOkResponse({ type: PackingListDto })
  @ApiProblems(400)
  getPackingList(@Query() { ids }: PackingQuery): Promise<PackingListDto> {
    return this.shipments.packingList(ids);
  }

  /** Ships units of a paid order, or all that are left */
  @Post(':id/shipments')
  @Access('admin', { scope: 'orders:ship' })
  @Idempotent()
  @ApiIfMatch()
  @ApiCreatedResponse({ type: OrderDto })
  @ApiProblems(400, 404, 409, 412, 422)
  createShipment(
    @Param() { id }: IdParam,
    @Body() body: CreateShipmentDto,
    @CurrentUser() caller: Caller,
    @IfMatch() ifMatch: IfMatchHeader,
    @CurrentAttempt() attempt: Attempt,
  ): Promise<OrderDto> {
    return this.shipments.ship(id, body, caller, ifMatch, attempt);
  }

  /** Replaces the carrier and the tracking number of a shipment */
  @Put(':id/shipments/:shipmentId/tracking')
  @Access('admin', { scope: 'orders:ship' })
  @ApiRequiredIfMatch()
  @ApiOkResponse({ type: OrderDto })
  @ApiProblems(400, 404, 409)
  trackShipment(
    @Param() { id, shipmentId }: ShipmentParams,
    @Body() body: TrackingDto,
    @CurrentUser() caller: Caller,
    @RequiredIfMatch() ifMatch: string,
  ): Promise<OrderDto> {
    return this.shipments.track(id, shipmentId, body, caller, ifMatch);
  }

  /** Undoes a shipment that never left, or came back unopened: its units are to be shipped again */
  @Post(':id/shipments/:shipmentId/undo')
  @HttpCode(200)
  @Access('admin', { scope: 'orders:ship' })
  @ApiIfMatch()
  @ApiOkResponse({ type: OrderDto })
  @ApiProblems(400, 404, 409, 412)
  undoShipment(
    @Param() { id, shipmentId }: ShipmentParams,
    @Body() { reason }: UndoShipmentDto,
    @CurrentUser() caller: Caller,
    @IfMatch() ifMatch: IfMatchHeader,
  ): Promise<OrderDto> {
    return this.shipments.undo(id, shipmentId, reason, caller, ifMatch);
  }
}
