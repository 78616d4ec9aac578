import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { DeliveryStore } from './deliveries/delivery-store.js';
import { WebhookDeliveriesController } from './deliveries/webhook-deliveries.controller.js';
import { WebhookDeliveries } from './deliveries/webhook-deliveries.service.js';
import { WebhookDelivery, WebhookDeliverySchema } from './deliveries/webhook-delivery.schema.js';
import { WebhookEndpoint, WebhookEndpointSchema } from './endpoints/webhook-endpoint.schema.js';
import { WebhookEndpointsController } from './endpoints/webhook-endpoints.controller.js';
import { WebhookEndpoints } from './endpoints/webhook-endpoints.service.js';
import { DeliveryAttempts } from './sending/delivery-attempts.js';
import { WebhookDns, WebhookSender } from './sending/sender.js';
import { WebhookSenders } from './sending/webhook-senders.js';
import { WebhookClock } from './webhook-clock.js';
import { WebhookWatch } from './webhook-watch.js';

/** Sends the shop's events to the programs of others: see `docs/webhooks.md`. */
@Module({
  imports: [
    MongooseModule.forFeature([
      { name: WebhookEndpoint.name, schema: WebhookEndpointSchema },
      { name: WebhookDelivery.name, schema: WebhookDeliverySchema },
    ]),
  ],
  controllers: [WebhookEndpointsController, WebhookDeliveriesController],
  providers: [
    DeliveryAttempts,
    DeliveryStore,
    WebhookClock,
    WebhookDeliveries,
    WebhookDns,
    WebhookEndpoints,
    WebhookSender,
    WebhookSenders,
    WebhookWatch,
  ],
  exports: [MongooseModule],
})
export class WebhooksModule {}
