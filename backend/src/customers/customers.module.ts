import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { DeliveryModule } from '../delivery/delivery.module.js';
import { PurchasesModule } from '../purchases/purchases.module.js';
import { ReviewsModule } from '../reviews/reviews.module.js';
import { UsersModule } from '../users/users.module.js';
import { CustomerNote, CustomerNoteSchema } from './customer-note.schema.js';
import { CustomerNotes } from './customer-notes.service.js';
import { CustomersController } from './customers.controller.js';
import { CustomersService } from './customers.service.js';

@Module({
  imports: [
    MongooseModule.forFeature([{ name: CustomerNote.name, schema: CustomerNoteSchema }]),
    DeliveryModule,
    PurchasesModule,
    ReviewsModule,
    UsersModule,
  ],
  controllers: [CustomersController],
  providers: [CustomersService, CustomerNotes],
})
export class CustomersModule {}
