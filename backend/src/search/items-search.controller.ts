import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Access } from '../common/access.js';
import { ApiProblems } from '../common/problem.js';
import { ItemFilters } from '../products/product.dto.js';
import { Cached } from '../response-cache/cached.js';
import {
  FacetsDto,
  ProductPageDto,
  SearchItemsQuery,
  SuggestionsDto,
  SuggestionsQuery,
} from './search.dto.js';
import { SearchService } from './search.service.js';
import { Suggestions } from './suggestions.service.js';

@ApiTags('products')
@Controller('items')
export class ItemsSearchController {
  constructor(
    private readonly search: SearchService,
    private readonly suggestions: Suggestions,
  ) {}

  /** Search, filter, sort and page the products */
  @Get('search')
  @Access('public')
  @Cached({ Query: SearchItemsQuery, shows: ['content', 'stock', 'search'] })
  @ApiOkResponse({ type: ProductPageDto })
  @ApiProblems(400, 422, 503)
  searchItems(@Query() query: SearchItemsQuery): Promise<ProductPageDto> {
    return this.search.find(query);
  }

  /** How many products each kind, availability and value of a specification would leave under the other filters */
  @Get('facets')
  @Access('public')
  @Cached({ Query: ItemFilters, shows: ['content', 'stock', 'search'] })
  @ApiOkResponse({ type: FacetsDto })
  @ApiProblems(400, 422, 503)
  countItems(@Query() query: ItemFilters): Promise<FacetsDto> {
    return this.search.facets(query);
  }

  /** Parts and kinds that somebody may mean who is still typing */
  @Get('suggestions')
  @Access('public')
  @Cached({ Query: SuggestionsQuery, shows: ['content', 'stock', 'search'] })
  @ApiOkResponse({ type: SuggestionsDto })
  @ApiProblems(400, 503)
  suggestItems(@Query() query: SuggestionsQuery): Promise<SuggestionsDto> {
    return this.suggestions.of(query.q);
  }
}
