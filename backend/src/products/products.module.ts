import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ImagesModule } from '../images/images.module.js';
import { AppliedChange, AppliedChangeSchema } from './applied-change.schema.js';
import { ManagedProductsController } from './managed-products.controller.js';
import { ManagedProducts } from './managed-products.service.js';
import { ProductBulkController } from './product-bulk.controller.js';
import { ProductBulk } from './product-bulk.service.js';
import { ProductEditing } from './product-editing.service.js';
import { ProductImportController } from './product-import.controller.js';
import { ProductImport } from './product-import.service.js';
import { ProductStates } from './product-states.service.js';
import { Product, ProductSchema } from './product.schema.js';
import { ProductsController } from './products.controller.js';
import { ProductsService } from './products.service.js';

@Module({
  imports: [
    ImagesModule,
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
  ],
  providers: [ProductsService, ManagedProducts, ProductEditing, ProductStates, ProductBulk, ProductImport],
  exports: [ProductsService, MongooseModule],
})
export class ProductsModule {}
