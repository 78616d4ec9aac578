import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, type Caller, CurrentUser } from '../../../common/access.js';
import { IdParam } from '../../../common/fields.js';
import { ApiProblems } from '../../../common/problem.js';
import { WebhookDeliveries } from './webhook-deliveries.service.js';
import {
  ResentWebhooksDto,
  SearchWebhookDeliveriesQuery,
  WebhookDeliveryDetailDto,
  WebhookDeliveryDto,
  WebhookDeliveryPageDto,
} from './webhook-delivery.dto.js';

@ApiTags('webhooks')
@Controller()
export class WebhookDeliveriesController {
  constructor(private readonly deliveries: WebhookDeliveries) {}

  /** Search and page what was sent to endpoints, or is about to be */
  @Get('webhook-deliveries')
  @Access('admin')
  @ApiOkResponse({ type: WebhookDeliveryPageDto })
  @ApiProblems(400)
  searchWebhookDeliveries(@Query() query: SearchWebhookDeliveriesQuery): Promise<WebhookDeliveryPageDto> {
    return this.deliveries.search(query);
  }

  /** One delivery, with its requests and responses */
  @Get('webhook-deliveries/:id')
  @Access('admin')
  @ApiOkResponse({ type: WebhookDeliveryDetailDto })
  @ApiProblems(400, 404)
  getWebhookDelivery(@Param() { id }: IdParam): Promise<WebhookDeliveryDetailDto> {
    return this.deliveries.get(id);
  }

  /** Sends an event again, with the same `webhook-id` */
  @Post('webhook-deliveries/:id/resend')
  @HttpCode(200)
  @Access('admin')
  @ApiOkResponse({ type: WebhookDeliveryDto })
  @ApiProblems(400, 404)
  resendWebhook(@Param() { id }: IdParam, @CurrentUser() by: Caller): Promise<WebhookDeliveryDto> {
    return this.deliveries.resend(id, by);
  }

  /** Sends all events again that were given up at an endpoint */
  @Post('webhook-endpoints/:id/resend-failed')
  @HttpCode(200)
  @Access('admin')
  @ApiOkResponse({ type: ResentWebhooksDto })
  @ApiProblems(400, 404)
  resendFailedWebhooks(@Param() { id }: IdParam, @CurrentUser() by: Caller): Promise<ResentWebhooksDto> {
    return this.deliveries.resendFailed(id, by);
  }

  /** Sends a test event at once, and says what came back */
  @Post('webhook-endpoints/:id/test')
  @HttpCode(200)
  @Access('admin')
  @ApiOkResponse({ type: WebhookDeliveryDetailDto })
  @ApiProblems(400, 404)
  sendTestWebhook(@Param() { id }: IdParam): Promise<WebhookDeliveryDetailDto> {
    return this.deliveries.sendTest(id);
  }
}
