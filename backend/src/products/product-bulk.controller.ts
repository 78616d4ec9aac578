import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, type Caller, CurrentUser } from '../common/access.js';
import { ApiBulkBody, BulkResultDto } from '../lists/bulk.dto.js';
import { Idempotent } from '../idempotency/idempotent.js';
import { ApiProblems } from '../common/problem.js';
import { type Attempt, CurrentAttempt } from '../idempotency/attempt.js';
import { BulkItemsDto, BulkPriceDto, BulkSpecDto, BulkStockDto } from './product-bulk.dto.js';
import { ProductBulk } from './product-bulk.service.js';

@ApiTags('products')
@Controller('items/bulk')
export class ProductBulkController {
  constructor(private readonly bulk: ProductBulk) {}

  /** Changes the prices of many products */
  @Post('price')
  @HttpCode(200)
  @Access('admin', { scope: 'catalogue:write' })
  @Idempotent()
  @ApiBulkBody(BulkPriceDto, { percent: -10 })
  @ApiOkResponse({ type: BulkResultDto })
  @ApiProblems(400)
  changePrices(
    @Body() body: BulkPriceDto,
    @CurrentAttempt() attempt: Attempt,
    @CurrentUser() by: Caller,
  ): Promise<BulkResultDto> {
    return this.bulk.changePrices(body, attempt, by);
  }

  /** Adds units to the stock of many products, or takes some away */
  @Post('stock')
  @HttpCode(200)
  @Access('admin', { scope: 'catalogue:write' })
  @Idempotent()
  @ApiBulkBody(BulkStockDto, { units: 40, reason: 'Delivery of November 22' })
  @ApiOkResponse({ type: BulkResultDto })
  @ApiProblems(400)
  changeStock(
    @Body() body: BulkStockDto,
    @CurrentAttempt() attempt: Attempt,
    @CurrentUser() by: Caller,
  ): Promise<BulkResultDto> {
    return this.bulk.changeStock(body, attempt, by);
  }

  /** Sets one specification of many products of a kind */
  @Post('spec')
  @HttpCode(200)
  @Access('admin', { scope: 'catalogue:write' })
  @Idempotent()
  @ApiBulkBody(BulkSpecDto, { kind: 'graphics-card', key: 'lengthMm', value: '31 cm' })
  @ApiOkResponse({ type: BulkResultDto })
  @ApiProblems(400)
  changeSpecs(
    @Body() body: BulkSpecDto,
    @CurrentAttempt() attempt: Attempt,
    @CurrentUser() by: Caller,
  ): Promise<BulkResultDto> {
    return this.bulk.changeSpecs(body, attempt, by);
  }

  /** Archives many products */
  @Post('archive')
  @HttpCode(200)
  @Access('admin', { scope: 'catalogue:write' })
  @Idempotent()
  @ApiBulkBody(BulkItemsDto)
  @ApiOkResponse({ type: BulkResultDto })
  @ApiProblems(400)
  archiveItems(
    @Body() body: BulkItemsDto,
    @CurrentAttempt() attempt: Attempt,
    @CurrentUser() by: Caller,
  ): Promise<BulkResultDto> {
    return this.bulk.archive(body, attempt, by);
  }

  /** Puts many archived products on sale again */
  @Post('unarchive')
  @HttpCode(200)
  @Access('admin', { scope: 'catalogue:write' })
  @Idempotent()
  @ApiBulkBody(BulkItemsDto)
  @ApiOkResponse({ type: BulkResultDto })
  @ApiProblems(400)
  unarchiveItems(
    @Body() body: BulkItemsDto,
    @CurrentAttempt() attempt: Attempt,
    @CurrentUser() by: Caller,
  ): Promise<BulkResultDto> {
    return this.bulk.unarchive(body, attempt, by);
  }
}
