import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, type Caller, CurrentUser } from '../common/access.js';
import { ApiProblems } from '../common/problem.js';
import { ApiRequiredIfMatch, RequiredIfMatch } from '../common/versions.js';
import {
  CarriersDto,
  DeliveryMethodsDto,
  DeliverySettingsDto,
  SaveDeliverySettingsDto,
} from './delivery.dto.js';
import { DeliverySettingsService } from './delivery-settings.service.js';

@ApiTags('delivery')
@Controller('delivery')
export class DeliveryController {
  constructor(private readonly settings: DeliverySettingsService) {}

  /** How the shop delivers */
  @Get('methods')
  @Access('public')
  @ApiOkResponse({ type: DeliveryMethodsDto })
  listDeliveryMethods(): Promise<DeliveryMethodsDto> {
    return this.settings.methods();
  }

  /** The carriers that the shop knows, with the pages on which shipments are followed */
  @Get('carriers')
  @Access('admin', { scope: 'orders:ship' })
  @ApiOkResponse({ type: CarriersDto })
  listCarriers(): Promise<CarriersDto> {
    return this.settings.carriers();
  }

  /** Delivery methods, tax rates and own carriers; the `ETag` is what a change sends as `If-Match` */
  @Get('settings')
  @Access('admin')
  @ApiOkResponse({ type: DeliverySettingsDto })
  getDeliverySettings(): Promise<DeliverySettingsDto> {
    return this.settings.get();
  }

  /** Replaces delivery methods, tax rates and own carriers; orders keep what they were charged */
  @Put('settings')
  @Access('admin')
  @ApiRequiredIfMatch()
  @ApiOkResponse({ type: DeliverySettingsDto })
  @ApiProblems(400)
  replaceDeliverySettings(
    @Body() body: SaveDeliverySettingsDto,
    @RequiredIfMatch() ifMatch: string,
    @CurrentUser() by: Caller,
  ): Promise<DeliverySettingsDto> {
    return this.settings.replace(body, ifMatch, by);
  }
}
