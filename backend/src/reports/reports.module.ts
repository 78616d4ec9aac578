import { Module } from '@nestjs/common';
import { PaymentProviderModule } from '../payment-provider/payment-provider.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { PurchasesModule } from '../purchases/purchases.module.js';
import { ReconciliationController } from './reconciliation.controller.js';
import { ReconciliationService } from './reconciliation.service.js';
import { ReconciliationMetrics } from './reconciliation.metrics.js';

@Module({
  imports: [PurchasesModule, PaymentsModule, PaymentProviderModule],
  controllers: [ReconciliationController],
  providers: [ReconciliationService, ReconciliationMetrics],
})
export class ReportsModule {}
