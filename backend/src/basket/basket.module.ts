import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { DeliveryModule } from '../delivery/delivery.module.js';
import { ProductsModule } from '../products/products.module.js';
import { BasketController } from './basket.controller.js';
import { Basket, BasketSchema } from './basket.schema.js';
import { Baskets } from './baskets.service.js';

@Module({
  imports: [
    DeliveryModule,
    ProductsModule,
    MongooseModule.forFeature([{ name: Basket.name, schema: BasketSchema }]),
  ],
  controllers: [BasketController],
  providers: [Baskets],
  exports: [Baskets],
})
export class BasketModule {}
