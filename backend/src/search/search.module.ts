import { Module, type OnModuleInit } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { HealthModule } from '../health/health.module.js';
import { KindsModule } from '../kinds/kinds.module.js';
import { ProductsModule } from '../products/products.module.js';
import { ItemsSearchController } from './items-search.controller.js';
import { ManagedItemsSearchController } from './managed-items-search.controller.js';
import { SearchMiss, SearchMissSchema } from './misses/search-miss.schema.js';
import { SearchMisses } from './misses/search-misses.service.js';
import { ProductSource } from './catalogue-source.service.js';
import { ProductFilters } from '../products/product-filters.service.js';
import { SearchIndex } from './search-index.service.js';
import { SearchService } from './search.service.js';
import { Suggestions } from './suggestions.service.js';
import { SynonymEditing } from './synonyms/synonym-editing.service.js';
import { SynonymsController } from './synonyms/synonyms.controller.js';
import { Synonyms, SynonymsSchema } from './synonyms/synonyms.schema.js';

@Module({
  imports: [
    HealthModule,
    KindsModule,
    ProductsModule,
    MongooseModule.forFeature([
      { name: Synonyms.name, schema: SynonymsSchema },
      { name: SearchMiss.name, schema: SearchMissSchema },
    ]),
  ],
  controllers: [ItemsSearchController, ManagedItemsSearchController, SynonymsController],
  providers: [ProductSource, SearchIndex, SearchService, Suggestions, SynonymEditing, SearchMisses],
})
export class SearchModule implements OnModuleInit {
  constructor(
    private readonly search: SearchService,
    private readonly filters: ProductFilters,
  ) {}

  onModuleInit(): void {
    this.filters.searchBy((filters, most) => this.search.idsOf(filters, most));
  }
}
