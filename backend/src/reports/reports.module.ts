import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { PaymentProviderModule } from '../payment-provider/payment-provider.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { ProductsModule } from '../products/products.module.js';
import { PurchasesModule } from '../purchases/purchases.module.js';
import { DailyReport, DailyReportSchema, DailySales, DailySalesSchema } from './daily-report.schema.js';
import { OverviewController } from './overview.controller.js';
import { OverviewService } from './overview.service.js';
import { DisputeFindings } from './reconciliation/dispute-findings.service.js';
import { KeptFindings } from './reconciliation/kept-findings.service.js';
import { PaymentComparison } from './reconciliation/payment-comparison.service.js';
import { PaymentAttention } from './reconciliation/payment-attention.service.js';
import { PaymentResolution } from './reconciliation/payment-resolution.service.js';
import { ReconciliationController } from './reconciliation/reconciliation.controller.js';
import { ReconciliationJob } from './reconciliation/reconciliation.job.js';
import { ReconciliationMetrics } from './reconciliation/reconciliation.metrics.js';
import { ReconciliationPasses } from './reconciliation/reconciliation-passes.service.js';
import { KeptFinding, KeptFindingSchema, Pass, PassSchema } from './reconciliation/reconciliation.schema.js';
import { ReconciliationService } from './reconciliation/reconciliation.service.js';
import { RollupsConsumer } from './rollups.consumer.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: DailyReport.name, schema: DailyReportSchema },
      { name: DailySales.name, schema: DailySalesSchema },
      { name: KeptFinding.name, schema: KeptFindingSchema },
      { name: Pass.name, schema: PassSchema },
    ]),
    ProductsModule,
    PurchasesModule,
    PaymentsModule,
    PaymentProviderModule,
  ],
  controllers: [OverviewController, ReconciliationController],
  providers: [
    RollupsConsumer,
    OverviewService,
    PaymentAttention,
    PaymentComparison,
    KeptFindings,
    DisputeFindings,
    PaymentResolution,
    ReconciliationPasses,
    ReconciliationService,
    ReconciliationJob,
    ReconciliationMetrics,
  ],
})
export class ReportsModule {}
