import { Body, Controller, Get, Header, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access, type Caller, CurrentUser } from '../common/access.js';
import { ApiBodyExample } from '../common/body-example.js';
import { ApiProblems } from '../common/problem.js';
import { ApiIfMatch, IfMatch, type IfMatchHeader } from '../common/versions.js';
import { BasketDto, CheckBasketDto, DestinationQuery, EXAMPLE_LINES, SaveBasketDto } from './basket.dto.js';
import { Baskets } from './baskets.service.js';

@ApiTags('basket')
@Controller('basket')
export class BasketController {
  constructor(private readonly baskets: Baskets) {}

  /** The caller's basket, checked against the catalogue as it is now */
  @Get()
  @Access('signed-in')
  @ApiOkResponse({ type: BasketDto })
  @ApiProblems(400)
  getBasket(@Query() to: DestinationQuery, @CurrentUser() caller: Caller): Promise<BasketDto> {
    return this.baskets.get(to, caller);
  }

  /** Replaces the lines of the caller's basket; it is kept for 90 days after the last change */
  @Put()
  @Access('signed-in')
  @ApiBodyExample(SaveBasketDto, { lines: EXAMPLE_LINES })
  @ApiIfMatch()
  @ApiOkResponse({ type: BasketDto })
  @ApiProblems(400, 412)
  replaceBasket(
    @Body() body: SaveBasketDto,
    @Query() to: DestinationQuery,
    @IfMatch() ifMatch: IfMatchHeader,
    @CurrentUser() caller: Caller,
  ): Promise<BasketDto> {
    return this.baskets.replace(body, to, ifMatch, caller);
  }

  /** Checks lines against the catalogue and says what they would cost; keeps nothing */
  @Post('check')
  @HttpCode(200)
  // also a visitor's basket is private; what a token opens is never stored
  @Header('Cache-Control', 'no-store')
  @Access('public')
  @ApiBodyExample(CheckBasketDto, { lines: EXAMPLE_LINES, country: 'US', region: 'IL' })
  @ApiOkResponse({ type: BasketDto })
  @ApiProblems(400)
  checkBasket(@Body() body: CheckBasketDto): Promise<BasketDto> {
    return this.baskets.check(body);
  }
}
