import { Controller, Get, Query, Res, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access } from '../common/access.js';
import { ApiProblems } from '../common/problem.js';
import { Kinds } from '../kinds/kinds.service.js';
import { ApiCsv, sendCsv } from '../lists/csv.js';
import { productColumns } from '../products/product-columns.js';
import { ManagedItemFilters } from '../products/product-edit.dto.js';
import { FacetsDto, ManagedProductPageDto, ManageItemsQuery } from './search.dto.js';
import { SearchService } from './search.service.js';

@ApiTags('products')
@Controller('items')
export class ManagedItemsSearchController {
  constructor(
    private readonly search: SearchService,
    private readonly kinds: Kinds,
  ) {}

  /** Search, filter, sort and page the products on sale or those archived, as they are now */
  @Get('manage')
  @Access('admin', { scope: 'catalogue:read' })
  @ApiOkResponse({ type: ManagedProductPageDto })
  @ApiProblems(400, 422, 503)
  searchManagedItems(@Query() query: ManageItemsQuery): Promise<ManagedProductPageDto> {
    return this.search.findManaged(query);
  }

  /** How many of these products each kind, availability and value of a specification would leave under the other filters */
  @Get('manage/facets')
  @Access('admin', { scope: 'catalogue:read' })
  @ApiOkResponse({ type: FacetsDto })
  @ApiProblems(400, 422, 503)
  countManagedItems(@Query() query: ManagedItemFilters): Promise<FacetsDto> {
    return this.search.facets(query, true);
  }

  /** All products that a search finds, as a CSV file that can be imported again */
  @Get('export')
  @Access('admin', { scope: 'catalogue:read' })
  @ApiCsv()
  @ApiProblems(400, 422, 503)
  async exportItems(
    @Query() query: ManageItemsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { rows, ...count } = await this.search.findAll(query);
    return sendCsv(reply, 'products', productColumns(await this.kinds.current(), query.kind), rows, count);
  }
}
