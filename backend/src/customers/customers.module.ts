import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { DeliveryModule } from '../delivery/delivery.module.js';
import { ProductsModule } from '../products/products.module.js';
import { PurchasesModule } from '../purchases/purchases.module.js';
import { ReviewsModule } from '../reviews/reviews.module.js';
import { UsersModule } from '../users/users.module.js';
import { CustomerNote, CustomerNoteSchema } from './customer-note.schema.js';
import { CustomerNotes } from './customer-notes.service.js';
import { EnteredOrders } from './entered-orders.service.js';
import { EnteredOrdersController } from './entered-orders.controller.js';
import { CustomersController } from './customers.controller.js';
import { CustomersService } from './customers.service.js';

@Module({
  imports: [
    MongooseModule.forFeature([{ name: CustomerNote.name, schema: CustomerNoteSchema }]),
    DeliveryModule,
    ProductsModule,
    PurchasesModule,
    ReviewsModule,
    UsersModule,
  ],
  controllers: [CustomersController, EnteredOrdersController],
  providers: [CustomersService, CustomerNotes, EnteredOrders],
})
export class CustomersModule {}
