import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AddressBook, AddressBookSchema } from './address-book.schema.js';
import { AddressBooks } from './address-books.service.js';
import { AddressesController } from './addresses.controller.js';
import { DeliveryController } from './delivery.controller.js';
import { DeliverySettingsService } from './delivery-settings.service.js';
import { DeliverySettings, DeliverySettingsSchema } from './delivery-settings.schema.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: AddressBook.name, schema: AddressBookSchema },
      { name: DeliverySettings.name, schema: DeliverySettingsSchema },
    ]),
  ],
  controllers: [AddressesController, DeliveryController],
  providers: [AddressBooks, DeliverySettingsService],
  exports: [AddressBooks, DeliverySettingsService],
})
export class DeliveryModule {}
