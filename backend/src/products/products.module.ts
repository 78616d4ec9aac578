import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ImagesModule } from '../images/images.module.js';
import { ManagedProductsController } from './managed-products.controller.js';
import { ManagedProducts } from './managed-products.service.js';
import { ProductEditing } from './product-editing.service.js';
import { ProductStates } from './product-states.service.js';
import { Product, ProductSchema } from './product.schema.js';
import { ProductsController } from './products.controller.js';
import { ProductsService } from './products.service.js';

@Module({
  imports: [ImagesModule, MongooseModule.forFeature([{ name: Product.name, schema: ProductSchema }])],
  controllers: [ProductsController, ManagedProductsController],
  providers: [ProductsService, ManagedProducts, ProductEditing, ProductStates],
  exports: [ProductsService, MongooseModule],
})
export class ProductsModule {}
