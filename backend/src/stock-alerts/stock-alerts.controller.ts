import { Body, Controller, Delete, Get, Header, HttpCode, Param, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, type Caller, CurrentUser } from '../common/access.js';
import { IdParam } from '../common/fields.js';
import { ApiProblems } from '../common/problem.js';
import { Limit } from '../common/rate-limit.js';
import {
  AlertTokenParam,
  LinkedStockAlertDto,
  OwnStockAlertsDto,
  RequestOwnStockAlertDto,
  RequestStockAlertDto,
  StockAlertRequestedDto,
} from './stock-alert.dto.js';
import { OwnStockAlerts } from './own-stock-alerts.service.js';
import { StockAlertLinks } from './stock-alert-links.service.js';
import { StockAlertRequests } from './stock-alert-requests.service.js';

/** What the token opens is for its bearer. */
const NotStored = () => Header('Cache-Control', 'no-store');

@ApiTags('stock alerts')
@Controller()
export class StockAlertsController {
  constructor(
    private readonly requests: StockAlertRequests,
    private readonly links: StockAlertLinks,
    private readonly own: OwnStockAlerts,
  ) {}

  /**
   * Asks to be told when a product that cannot be ordered is back in stock
   *
   * The address gets a mail with a link to confirm it. The response is the same whatever the shop knows of the address.
   */
  @Post('items/:id/stock-alerts')
  @HttpCode(202)
  @Access('public')
  @Limit('stockAlerts')
  @ApiAcceptedResponse({ type: StockAlertRequestedDto })
  @ApiProblems(400, 404, 409)
  requestStockAlert(
    @Param() { id }: IdParam,
    @Body() body: RequestStockAlertDto,
  ): Promise<StockAlertRequestedDto> {
    return this.requests.request(id, body);
  }

  /** The same for one's own address; one that is verified needs no confirmation */
  @Post('items/:id/stock-alerts/mine')
  @HttpCode(202)
  @Access('signed-in')
  @Limit('stockAlerts')
  @ApiAcceptedResponse({ type: StockAlertRequestedDto })
  @ApiProblems(400, 404, 409)
  requestOwnStockAlert(
    @Param() { id }: IdParam,
    @Body() { units }: RequestOwnStockAlertDto,
    @CurrentUser() caller: Caller,
  ): Promise<StockAlertRequestedDto> {
    return this.requests.requestOwn(id, units, caller);
  }

  /** The parts that the caller waits for */
  @Get('stock-alerts/mine')
  @Access('signed-in')
  @ApiOkResponse({ type: OwnStockAlertsDto })
  listOwnStockAlerts(@CurrentUser() caller: Caller): Promise<OwnStockAlertsDto> {
    return this.own.list(caller);
  }

  /** Ends one of the caller's alerts and erases it */
  @Delete('stock-alerts/mine/:id')
  @HttpCode(204)
  @Access('signed-in')
  @ApiNoContentResponse()
  @ApiProblems(400, 404)
  stopOwnStockAlert(@Param() { id }: IdParam, @CurrentUser() caller: Caller): Promise<void> {
    return this.own.stop(id, caller);
  }

  /** The alert that a mailed link confirms; it does not count before `POST` */
  @Get('stock-alerts/confirm/:token')
  @Access('public')
  @NotStored()
  @ApiOkResponse({ type: LinkedStockAlertDto })
  @ApiProblems(400, 404)
  getAlertToConfirm(@Param() { token }: AlertTokenParam): Promise<LinkedStockAlertDto> {
    return this.links.show('confirm', token);
  }

  /** Confirms an alert; repeating it changes nothing */
  @Post('stock-alerts/confirm/:token')
  @HttpCode(200)
  @Access('public')
  @NotStored()
  @ApiOkResponse({ type: LinkedStockAlertDto })
  @ApiProblems(400, 404)
  confirmStockAlert(@Param() { token }: AlertTokenParam): Promise<LinkedStockAlertDto> {
    return this.links.confirm(token);
  }

  /** The alert that a mailed link stops */
  @Get('stock-alerts/stop/:token')
  @Access('public')
  @NotStored()
  @ApiOkResponse({ type: LinkedStockAlertDto })
  @ApiProblems(400, 404)
  getAlertToStop(@Param() { token }: AlertTokenParam): Promise<LinkedStockAlertDto> {
    return this.links.show('stop', token);
  }

  /** Ends an alert and erases it; repeating it changes nothing */
  @Post('stock-alerts/stop/:token')
  @HttpCode(204)
  @Access('public')
  @NotStored()
  @ApiNoContentResponse()
  @ApiProblems(400, 404)
  stopStockAlert(@Param() { token }: AlertTokenParam): Promise<void> {
    return this.links.stop(token);
  }
}
