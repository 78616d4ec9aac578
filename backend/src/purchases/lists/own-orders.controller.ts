import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, type Caller, CurrentUser } from '../../common/access.js';
import { ApiProblems } from '../../common/problem.js';
import { OrderNumberParam, OwnOrderDto } from '../orders/own-order.dto.js';
import { OwnOrders } from './own-orders.service.js';

/** A customer's own orders by their numbers; somebody else's do not exist. */
@ApiTags('orders')
@Controller('orders')
export class OwnOrdersController {
  constructor(private readonly orders: OwnOrders) {}

  /** One of the caller's orders, also one that they took off their list */
  @Get(':number')
  @Access('signed-in')
  @ApiOkResponse({ type: OwnOrderDto })
  @ApiProblems(400, 404)
  getOwnOrder(@Param() { number }: OrderNumberParam, @CurrentUser() caller: Caller): Promise<OwnOrderDto> {
    return this.orders.get(number, caller);
  }

  /** Puts an order back on the list that the caller took it off; repeating it changes nothing */
  @Post(':number/put-back')
  @HttpCode(200)
  @Access('signed-in')
  @ApiOkResponse({ type: OwnOrderDto })
  @ApiProblems(400, 404)
  putBackOrder(@Param() { number }: OrderNumberParam, @CurrentUser() caller: Caller): Promise<OwnOrderDto> {
    return this.orders.putBack(number, caller);
  }
}
