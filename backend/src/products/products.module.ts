import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ImagesModule } from '../images/images.module.js';
import { AppliedChange, AppliedChangeSchema } from './applied-change.schema.js';
import { ManagedProductsController } from './managed-products.controller.js';
import { ManagedProducts } from './managed-products.service.js';
import { ProductBulkController } from './product-bulk.controller.js';
import { ProductBulk } from './product-bulk.service.js';
import { KindsModule } from '../kinds/kinds.module.js';
import { KindEditingController } from './kinds/kind-editing.controller.js';
import { KindEditing } from './kinds/kind-editing.service.js';
import { KindParts } from './kinds/kind-parts.service.js';
import { ProductEditing } from './product-editing.service.js';
import { ProductFilters } from './product-filters.service.js';
import { ProductImportController } from './product-import.controller.js';
import { ProductImport } from './product-import.service.js';
import { ProductSpecs } from './product-specs.service.js';
import { ProductStates } from './product-states.service.js';
import { Product, ProductSchema } from './product.schema.js';
import { ProductsController } from './products.controller.js';
import { ProductsService } from './products.service.js';

@Module({
  imports: [
    ImagesModule,
    KindsModule,
    MongooseModule.forFeature([
      { name: Product.name, schema: ProductSchema },
      { name: AppliedChange.name, schema: AppliedChangeSchema },
    ]),
  ],
  controllers: [
    ProductsController,
    ManagedProductsController,
    ProductBulkController,
    ProductImportController,
    KindEditingController,
  ],
  providers: [
    ProductsService,
    ManagedProducts,
    ProductEditing,
    ProductFilters,
    ProductSpecs,
    ProductStates,
    ProductBulk,
    ProductImport,
    KindEditing,
    KindParts,
  ],
  exports: [ProductsService, ProductFilters, MongooseModule],
})
export class ProductsModule {}
