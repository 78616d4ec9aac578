import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ImagesModule } from '../images/images.module.js';
import { PaymentProviderModule } from '../payment-provider/payment-provider.module.js';
import { ProductsModule } from '../products/products.module.js';
import { Buyers } from './buyers.service.js';
import { AdminOrdersController } from './admin-orders.controller.js';
import { AdminOrdersService } from './admin-orders.service.js';
import { CustomerLock, CustomerLocks, CustomerLockSchema } from './customer-locks.service.js';
import { ExpiryJob } from './expiry.job.js';
import { OrderClaims } from './order-claims.service.js';
import { OrderPlacement } from './order-placement.service.js';
import { OrderTransitions } from './order-transitions.service.js';
import { OrderNote, OrderNoteSchema } from './order-note.schema.js';
import { OrderNotes } from './order-notes.service.js';
import { OrderWrites } from './order-writes.service.js';
import { PurchaseListsService } from './purchase-lists.service.js';
import { Purchase, PurchaseSchema } from './purchase.schema.js';
import { PurchasesController } from './purchases.controller.js';
import { PurchasesService } from './purchases.service.js';
import { RefundTransitions } from './refund-transitions.service.js';
import { Refunds } from './refunds.service.js';
import { PaymentConfirmation } from './payment-confirmation.service.js';
import { Stock } from './stock.service.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: Purchase.name, schema: PurchaseSchema },
      { name: CustomerLock.name, schema: CustomerLockSchema },
      { name: OrderNote.name, schema: OrderNoteSchema },
    ]),
    ImagesModule,
    ProductsModule,
    PaymentProviderModule,
  ],
  controllers: [AdminOrdersController, PurchasesController],
  providers: [
    AdminOrdersService,
    PurchasesService,
    PurchaseListsService,
    Buyers,
    CustomerLocks,
    OrderClaims,
    OrderTransitions,
    OrderNotes,
    OrderPlacement,
    OrderWrites,
    RefundTransitions,
    Refunds,
    PaymentConfirmation,
    Stock,
    ExpiryJob,
  ],
  exports: [
    Buyers,
    PurchasesService,
    OrderClaims,
    OrderTransitions,
    Refunds,
    PaymentConfirmation,
    MongooseModule,
  ],
})
export class PurchasesModule {}
