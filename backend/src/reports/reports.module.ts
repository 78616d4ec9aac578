import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { PaymentProviderModule } from '../payment-provider/payment-provider.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { ProductsModule } from '../products/products.module.js';
import { PurchasesModule } from '../purchases/purchases.module.js';
import { DailyReport, DailyReportSchema, DailySales, DailySalesSchema } from './daily-report.schema.js';
import { OverviewController } from './overview.controller.js';
import { OverviewService } from './overview.service.js';
import { ReconciliationController } from './reconciliation.controller.js';
import { ReconciliationService } from './reconciliation.service.js';
import { ReconciliationMetrics } from './reconciliation.metrics.js';
import { RollupsConsumer } from './rollups.consumer.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: DailyReport.name, schema: DailyReportSchema },
      { name: DailySales.name, schema: DailySalesSchema },
    ]),
    ProductsModule,
    PurchasesModule,
    PaymentsModule,
    PaymentProviderModule,
  ],
  controllers: [OverviewController, ReconciliationController],
  providers: [RollupsConsumer, OverviewService, ReconciliationService, ReconciliationMetrics],
})
export class ReportsModule {}
