import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { PaymentProviderModule } from '../payment-provider/payment-provider.module.js';
import { PurchasesModule } from '../purchases/purchases.module.js';
import {
  DisputeRecord,
  DisputeRecordSchema,
  FailedEvent,
  FailedEventSchema,
  HandledEvent,
  HandledEventSchema,
  EventCursor,
  EventCursorSchema,
} from './payment-records.schema.js';
import { Disputes } from './disputes.service.js';
import { EventIntake } from './event-intake.service.js';
import { EventResolution } from './event-resolution.service.js';
import { FailedEventsController } from './failed-events.controller.js';
import { FailedEvents } from './failed-events.service.js';
import { PayLinkTokens } from './pay-link-tokens.js';
import { PayLinksController } from './pay-links.controller.js';
import { PayLinks } from './pay-links.service.js';
import { PaymentsController } from './payments.controller.js';
import { PaymentsService } from './payments.service.js';
import { PaymentsJob } from './payments.job.js';
import { ProviderEvents } from './provider-events.service.js';
import { WebhookService } from './webhook.service.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: HandledEvent.name, schema: HandledEventSchema },
      { name: FailedEvent.name, schema: FailedEventSchema },
      { name: DisputeRecord.name, schema: DisputeRecordSchema },
      { name: EventCursor.name, schema: EventCursorSchema },
    ]),
    PurchasesModule,
    PaymentProviderModule,
  ],
  controllers: [PaymentsController, FailedEventsController, PayLinksController],
  providers: [
    PaymentsService,
    PayLinks,
    PayLinkTokens,
    WebhookService,
    Disputes,
    EventIntake,
    EventResolution,
    FailedEvents,
    ProviderEvents,
    PaymentsJob,
  ],
  exports: [MongooseModule, PayLinks],
})
export class PaymentsModule {}
