import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ProductsModule } from '../products/products.module.js';
import { AccountStockAlerts } from './account-stock-alerts.service.js';
import { OwnStockAlerts } from './own-stock-alerts.service.js';
import { StockAlertLinks } from './stock-alert-links.service.js';
import { StockAlertMails } from './stock-alert-mails.js';
import { StockAlertRecords } from './stock-alert-records.service.js';
import { StockAlertRequests } from './stock-alert-requests.service.js';
import { StockAlert, StockAlertSchema } from './stock-alert.schema.js';
import { StockAlertTokens } from './stock-alert-tokens.js';
import { StockAlertsConsumer } from './stock-alerts.consumer.js';
import { StockAlertsController } from './stock-alerts.controller.js';
import { StockAlertsJob } from './stock-alerts.job.js';
import { StockLevel, StockLevelSchema } from './stock-level.schema.js';
import { StockLevels } from './stock-levels.service.js';
import { StockQueue } from './stock-queue.service.js';

/** Tells people when a product that was sold out is back in stock, and admins when one has few units left. */
@Module({
  imports: [
    MongooseModule.forFeature([
      { name: StockAlert.name, schema: StockAlertSchema },
      { name: StockLevel.name, schema: StockLevelSchema },
    ]),
    ProductsModule,
  ],
  controllers: [StockAlertsController],
  providers: [
    StockAlertMails,
    StockAlertTokens,
    StockAlertRecords,
    StockAlertRequests,
    StockAlertLinks,
    OwnStockAlerts,
    AccountStockAlerts,
    StockQueue,
    StockLevels,
    StockAlertsConsumer,
    StockAlertsJob,
  ],
  exports: [StockAlertMails],
})
export class StockAlertsModule {}
