import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiExtraModels, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, type Caller, CurrentUser } from '../../../common/access.js';
import { DeletedDto } from '../../../common/deleted.dto.js';
import { IdParam } from '../../../common/fields.js';
import { ApiProblems } from '../../../common/problem.js';
import { ApiRequiredIfMatch, RequiredIfMatch } from '../../../common/versions.js';
import {
  AccountEventDto,
  KindEventDto,
  OrderEventDto,
  ProductEventDto,
  ReviewEventDto,
  TestEventDto,
} from '../docs/event.dto.js';
import {
  CreateWebhookEndpointDto,
  UpdateWebhookEndpointDto,
  WebhookEndpointDto,
  WebhookEndpointListDto,
  WebhookEndpointSecretDto,
} from './webhook-endpoint.dto.js';
import { WebhookEndpoints } from './webhook-endpoints.service.js';

/** No call here names a scope: a key never decides where the events of the shop are sent. */
@ApiTags('webhooks')
@ApiExtraModels(OrderEventDto, ProductEventDto, KindEventDto, ReviewEventDto, AccountEventDto, TestEventDto)
@Controller('webhook-endpoints')
export class WebhookEndpointsController {
  constructor(private readonly endpoints: WebhookEndpoints) {}

  /** The endpoints to which events are sent */
  @Get()
  @Access('admin')
  @ApiOkResponse({ type: WebhookEndpointListDto })
  listWebhookEndpoints(): Promise<WebhookEndpointListDto> {
    return this.endpoints.list();
  }

  /** One endpoint; its `ETag` is what a change sends as `If-Match` */
  @Get(':id')
  @Access('admin')
  @ApiOkResponse({ type: WebhookEndpointDto })
  @ApiProblems(400, 404)
  getWebhookEndpoint(@Param() { id }: IdParam): Promise<WebhookEndpointDto> {
    return this.endpoints.get(id);
  }

  /** Creates an endpoint; its secret is in this response only */
  @Post()
  @Access('admin')
  @ApiCreatedResponse({ type: WebhookEndpointSecretDto })
  @ApiProblems(400, 409)
  createWebhookEndpoint(
    @Body() body: CreateWebhookEndpointDto,
    @CurrentUser() by: Caller,
  ): Promise<WebhookEndpointSecretDto> {
    return this.endpoints.create(body, by);
  }

  /** Changes an endpoint, or disables and enables it */
  @Patch(':id')
  @Access('admin')
  @ApiRequiredIfMatch()
  @ApiOkResponse({ type: WebhookEndpointDto })
  @ApiProblems(400, 404)
  updateWebhookEndpoint(
    @Param() { id }: IdParam,
    @Body() body: UpdateWebhookEndpointDto,
    @RequiredIfMatch() ifMatch: string,
    @CurrentUser() by: Caller,
  ): Promise<WebhookEndpointDto> {
    return this.endpoints.update(id, body, ifMatch, by);
  }

  /** Removes an endpoint with its deliveries, also those that have not been sent */
  @Delete(':id')
  @Access('admin')
  @ApiOkResponse({ type: DeletedDto })
  @ApiProblems(400, 404)
  deleteWebhookEndpoint(@Param() { id }: IdParam, @CurrentUser() by: Caller): Promise<DeletedDto> {
    return this.endpoints.remove(id, by);
  }

  /** Makes another secret, which is in this response only; the former one signs too for 24 hours */
  @Post(':id/rotate-secret')
  @HttpCode(200)
  @Access('admin')
  @ApiOkResponse({ type: WebhookEndpointSecretDto })
  @ApiProblems(400, 404)
  rotateWebhookSecret(
    @Param() { id }: IdParam,
    @CurrentUser() by: Caller,
  ): Promise<WebhookEndpointSecretDto> {
    return this.endpoints.rotateSecret(id, by);
  }

  /** Ends a former secret at once */
  @Post(':id/end-rotation')
  @HttpCode(200)
  @Access('admin')
  @ApiOkResponse({ type: WebhookEndpointDto })
  @ApiProblems(400, 404)
  endWebhookRotation(@Param() { id }: IdParam, @CurrentUser() by: Caller): Promise<WebhookEndpointDto> {
    return this.endpoints.endRotation(id, by);
  }
}
