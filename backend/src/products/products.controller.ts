import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access } from '../common/access.js';
import { IdParam } from '../common/fields.js';
import { ApiRows, LimitQuery, sendRows } from '../common/paging.js';
import { ApiProblems } from '../common/problem.js';
import { Cached } from '../response-cache/cached.js';
import { KindsDto, ProductDto, SkusQuery } from './product.dto.js';
import { ProductDetailDto } from './product-detail.dto.js';
import { ProductsService } from './products.service.js';

@ApiTags('products')
@Controller()
export class ProductsController {
  constructor(private readonly products: ProductsService) {}

  /** All products, newest first */
  @Get('items')
  @Access('public')
  @Cached({ Query: LimitQuery, shows: ['content', 'stock'] })
  @ApiRows(ProductDto)
  @ApiProblems(400)
  async listItems(
    @Query() query: LimitQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ProductDto[]> {
    return sendRows(reply, await this.products.newest(query.limit));
  }

  /** The kinds of parts on sale, in order of their names */
  @Get('items/kinds')
  @Access('public')
  @Cached({ shows: ['content'] })
  @ApiOkResponse({ type: KindsDto })
  listKinds(): Promise<KindsDto> {
    return this.products.kinds();
  }

  /** The products on sale with these SKUs, in the order given; those that no product has are left out */
  @Get('items/by-sku')
  @Access('public')
  @ApiOkResponse({ type: [ProductDto] })
  @ApiProblems(400)
  findItemsBySku(@Query() query: SkusQuery): Promise<ProductDto[]> {
    return this.products.withSkus(query.sku);
  }

  /** The newest products first */
  @Get('product')
  @Access('public')
  @Cached({ Query: LimitQuery, shows: ['content', 'stock'] })
  @ApiRows(ProductDto)
  @ApiProblems(400)
  async listNewProducts(
    @Query() query: LimitQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ProductDto[]> {
    return sendRows(reply, await this.products.newest(query.limit));
  }

  /** One product with all of its specifications */
  @Get('item/:id')
  @Access('public')
  @Cached({ shows: ['content', 'stock'] })
  @ApiOkResponse({ type: ProductDetailDto })
  @ApiProblems(400, 404)
  getItem(@Param() { id }: IdParam): Promise<ProductDetailDto> {
    return this.products.get(id);
  }
}
