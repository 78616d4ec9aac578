import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { DeliveryModule } from '../delivery/delivery.module.js';
import { ImagesModule } from '../images/images.module.js';
import { PaymentProviderModule } from '../payment-provider/payment-provider.module.js';
import { ProductsModule } from '../products/products.module.js';
import { Buyers } from './orders/buyers.service.js';
import { AdminOrdersController } from './lists/admin-orders.controller.js';
import { AdminOrdersService } from './lists/admin-orders.service.js';
import { CustomerFiguresService } from './lists/customer-figures.service.js';
import { CustomerLock, CustomerLocks, CustomerLockSchema } from './orders/customer-locks.service.js';
import { ExpiryJob } from './orders/expiry.job.js';
import { OrderAddresses } from './orders/order-addresses.service.js';
import { OrderPlacement } from './orders/order-placement.service.js';
import { OrderTransitions } from './orders/order-transitions.service.js';
import { OrderNote, OrderNoteSchema } from './orders/order-note.schema.js';
import { OrderNotes } from './orders/order-notes.service.js';
import { OrderChanges } from './orders/order-changes.service.js';
import { ExternalIds } from './orders/external-ids.service.js';
import { OrderExternalId, OrderExternalIdSchema } from './orders/order-external-id.js';
import { OrderNumber, OrderNumberSchema } from './orders/order-number.js';
import { Payment, PaymentSchema } from './payments/payment.schema.js';
import { Payments } from './payments/payments.service.js';
import { OrderShipments } from './shipments/order-shipments.service.js';
import { ShipmentsController } from './shipments/shipments.controller.js';
import { Shipments } from './shipments/shipments.service.js';
import { OrderLists } from './lists/order-lists.service.js';
import { OwnOrdersController } from './lists/own-orders.controller.js';
import { OwnOrders } from './lists/own-orders.service.js';
import { Order, OrderSchema } from './orders/order.schema.js';
import { PurchasesController } from './purchases.controller.js';
import { OrderAttention } from './lists/order-attention.service.js';
import { PurchasesService } from './purchases.service.js';
import { RefundTransitions } from './refunds/refund-transitions.service.js';
import { Refunds } from './refunds/refunds.service.js';
import { PaymentConfirmation } from './payments/payment-confirmation.service.js';
import { Stock } from './stock/stock.service.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: Order.name, schema: OrderSchema },
      { name: OrderNumber.name, schema: OrderNumberSchema },
      { name: OrderExternalId.name, schema: OrderExternalIdSchema },
      { name: Payment.name, schema: PaymentSchema },
      { name: CustomerLock.name, schema: CustomerLockSchema },
      { name: OrderNote.name, schema: OrderNoteSchema },
    ]),
    DeliveryModule,
    ImagesModule,
    ProductsModule,
    PaymentProviderModule,
  ],
  controllers: [AdminOrdersController, OwnOrdersController, PurchasesController, ShipmentsController],
  providers: [
    AdminOrdersService,
    PurchasesService,
    OrderLists,
    OrderAttention,
    OwnOrders,
    Buyers,
    CustomerFiguresService,
    CustomerLocks,
    OrderTransitions,
    OrderAddresses,
    OrderNotes,
    OrderPlacement,
    OrderChanges,
    Payments,
    Shipments,
    OrderShipments,
    RefundTransitions,
    Refunds,
    PaymentConfirmation,
    Stock,
    ExpiryJob,
    ExternalIds,
  ],
  exports: [
    Buyers,
    CustomerFiguresService,
    ExternalIds,
    OrderPlacement,
    PurchasesService,
    OrderTransitions,
    Payments,
    Refunds,
    RefundTransitions,
    PaymentConfirmation,
    MongooseModule,
  ],
})
export class PurchasesModule {}
