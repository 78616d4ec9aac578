import { Module } from '@nestjs/common';
import { BasketModule } from '../basket/basket.module.js';
import { DeliveryModule } from '../delivery/delivery.module.js';
import { PurchasesModule } from '../purchases/purchases.module.js';
import { CheckoutController } from './checkout.controller.js';
import { Checkout } from './checkout.service.js';

@Module({
  imports: [BasketModule, DeliveryModule, PurchasesModule],
  controllers: [CheckoutController],
  providers: [Checkout],
})
export class CheckoutModule {}
