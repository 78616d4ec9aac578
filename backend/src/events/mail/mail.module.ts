import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { PaymentsModule } from '../../payments/payments.module.js';
import { ProductsModule } from '../../products/products.module.js';
import { PurchasesModule } from '../../purchases/purchases.module.js';
import { StockAlertsModule } from '../../stock-alerts/stock-alerts.module.js';
import { UsersModule } from '../../users/users.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { MailConsumer } from './mail-consumer.service.js';
import { MailContents } from './mail-contents.service.js';
import { MailPreferencesController } from './mail-preferences.controller.js';
import { MailPreferences, MailPreferencesSchema } from './mail-preferences.schema.js';
import { MailPreferencesService } from './mail-preferences.service.js';
import { MailRecipients } from './mail-recipients.service.js';
import { MailRecords } from './mail-records.service.js';
import { Mail, MailSchema } from './mail.schema.js';
import { MailsController } from './mails.controller.js';
import { Mails } from './mails.service.js';
import { SmtpMailer } from './smtp-mailer.js';

/** What the shop mails to customers and admins: see `docs/mail.md`. */
@Module({
  imports: [
    MongooseModule.forFeature([
      { name: Mail.name, schema: MailSchema },
      { name: MailPreferences.name, schema: MailPreferencesSchema },
    ]),
    PaymentsModule,
    ProductsModule,
    PurchasesModule,
    StockAlertsModule,
    UsersModule,
    WebhooksModule,
  ],
  controllers: [MailsController, MailPreferencesController],
  providers: [
    MailConsumer,
    MailContents,
    MailPreferencesService,
    MailRecipients,
    MailRecords,
    Mails,
    SmtpMailer,
  ],
})
export class MailModule {}
