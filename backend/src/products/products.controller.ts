import { Body, Controller, Delete, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access } from '../common/access.js';
import { DeletedDto } from '../common/deleted.dto.js';
import { IdParam } from '../common/fields.js';
import { Idempotent } from '../common/idempotent.js';
import { ApiIfMatch, ApiRows, LimitQuery, sendRows } from '../common/paging.js';
import { ApiProblems } from '../common/problem.js';
import { IfMatch, type IfMatchHeader } from '../common/versions.js';
import { type Attempt, CurrentAttempt } from '../idempotency/attempt.js';
import { Cached } from '../response-cache/cached.js';
import {
  CreateProductDto,
  KindsDto,
  ProductCreatedDto,
  ProductDto,
  ProductPageDto,
  SearchItemsQuery,
} from './product.dto.js';
import { ProductsService } from './products.service.js';

@ApiTags('products')
@Controller()
export class ProductsController {
  constructor(private readonly products: ProductsService) {}

  /** All products, newest first */
  @Get('items')
  @Access('public')
  @Cached({ Query: LimitQuery, showsStock: true })
  @ApiRows(ProductDto)
  @ApiProblems(400)
  async listItems(
    @Query() query: LimitQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ProductDto[]> {
    return sendRows(reply, await this.products.newest(query.limit));
  }

  /** Search, filter, sort and page the products */
  @Get('items/search')
  @Access('public')
  @Cached({ Query: SearchItemsQuery, showsStock: true })
  @ApiOkResponse({ type: ProductPageDto })
  @ApiProblems(400)
  searchItems(@Query() query: SearchItemsQuery): Promise<ProductPageDto> {
    return this.products.search(query);
  }

  /** The kinds of parts on sale, in order of their names */
  @Get('items/kinds')
  @Access('public')
  @Cached({ showsStock: false })
  @ApiOkResponse({ type: KindsDto })
  listKinds(): Promise<KindsDto> {
    return this.products.kinds();
  }

  /** The newest products first */
  @Get('product')
  @Access('public')
  @Cached({ Query: LimitQuery, showsStock: true })
  @ApiRows(ProductDto)
  @ApiProblems(400)
  async listNewProducts(
    @Query() query: LimitQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ProductDto[]> {
    return sendRows(reply, await this.products.newest(query.limit));
  }

  /** One product */
  @Get('item/:id')
  @Access('public')
  @Cached({ showsStock: true })
  @ApiOkResponse({ type: ProductDto })
  @ApiProblems(400, 404)
  getItem(@Param() { id }: IdParam): Promise<ProductDto> {
    return this.products.get(id);
  }

  /** Adds a product */
  @Post('product')
  @Access('admin')
  @Idempotent()
  @ApiCreatedResponse({ type: ProductCreatedDto })
  @ApiProblems(400)
  async createProduct(
    @Body() body: CreateProductDto,
    @CurrentAttempt() attempt: Attempt,
  ): Promise<ProductCreatedDto> {
    return { insertedId: await this.products.create(body, attempt) };
  }

  /** Removes a product from every list; orders keep what they say of it */
  @Delete('item/:id')
  @Access('admin')
  @ApiIfMatch()
  @ApiOkResponse({ type: DeletedDto })
  @ApiProblems(400, 404, 412)
  async deleteItem(@Param() { id }: IdParam, @IfMatch() ifMatch: IfMatchHeader): Promise<DeletedDto> {
    return { deletedCount: await this.products.remove(id, ifMatch) };
  }
}
