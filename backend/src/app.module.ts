import { type DynamicModule, Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ScheduleModule } from '@nestjs/schedule';
import mongoose, { type Connection } from 'mongoose';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { AttentionModule } from './attention/attention.module.js';
import { AuditModule } from './audit/audit.module.js';
import { AuthModule } from './auth/auth.module.js';
import { BasketModule } from './basket/basket.module.js';
import { CheckoutModule } from './checkout/checkout.module.js';
import { CommonModule } from './common/common.module.js';
import { CustomersModule } from './customers/customers.module.js';
import { DatabaseModule } from './database/database.module.js';
import { JobsModule } from './jobs/jobs.module.js';
import { DeliveryModule } from './delivery/delivery.module.js';
import { OutboxModule } from './outbox/outbox.module.js';
import { DATABASE_TIMES, limitReads } from './database/database.js';
import { CONFIG, type Config, hasPaymentLab } from './config.js';
import { EventsModule } from './events/events.module.js';
import { HealthModule } from './health/health.module.js';
import { IdempotencyModule } from './idempotency/idempotency.module.js';
import { ImagesModule } from './images/images.module.js';
import { MigrationsModule } from './migrations/migrations.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { watchPool } from './metrics/pool.js';
import { NewsletterModule } from './newsletter/newsletter.module.js';
import { PaymentsModule } from './payments/payments.module.js';
import { ProductsModule } from './products/products.module.js';
import { PurchasesModule } from './purchases/purchases.module.js';
import { ReportsModule } from './reports/reports.module.js';
import { ResponseCacheModule } from './response-cache/response-cache.module.js';
import { ReviewsModule } from './reviews/reviews.module.js';
import { SavedViewsModule } from './saved-views/saved-views.module.js';
import { SearchModule } from './search/search.module.js';
import { SeoModule } from './seo/seo.module.js';
import { StockAlertsModule } from './stock-alerts/stock-alerts.module.js';
import { UsersModule } from './users/users.module.js';

// An operator in a filter is a value, unless the filter's code marks it `trusted()`.
mongoose.set('sanitizeFilter', true);

@Global()
@Module({})
class ConfigModule {
  static with(config: Config): DynamicModule {
    return { module: ConfigModule, providers: [{ provide: CONFIG, useValue: config }], exports: [CONFIG] };
  }
}

/** Its code is loaded where its routes exist. */
async function loadPaymentLab(): Promise<DynamicModule> {
  const { PaymentLabModule } = await import('./payment-lab/payment-lab.module.js');
  return { module: PaymentLabModule };
}

@Module({})
export class AppModule {
  static with(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(config),
        MongooseModule.forRoot(config.mongodbUri, {
          ...DATABASE_TIMES,
          retryAttempts: 60,
          retryDelay: 1_000,
          verboseRetryLog: false,
          autoIndex: false,
          autoCreate: false,
          onConnectionCreate: (connection: Connection) => {
            limitReads(connection, config.readTimeoutMs);
            watchPool(connection.getClient());
          },
        }),
        ScheduleModule.forRoot(),
        DatabaseModule,
        JobsModule,
        OutboxModule,
        CommonModule,
        MigrationsModule,
        ApiKeysModule,
        AttentionModule,
        AuditModule,
        AuthModule,
        IdempotencyModule,
        ResponseCacheModule,
        // before the products: `items/search` is no id
        SearchModule,
        ProductsModule,
        StockAlertsModule,
        DeliveryModule,
        BasketModule,
        PurchasesModule,
        CheckoutModule,
        PaymentsModule,
        ReportsModule,
        ReviewsModule,
        SavedViewsModule,
        UsersModule,
        CustomersModule,
        NewsletterModule,
        EventsModule,
        ImagesModule,
        HealthModule,
        SeoModule,
        MetricsModule,
        ...(hasPaymentLab(config) ? [loadPaymentLab()] : []),
      ],
    };
  }
}
