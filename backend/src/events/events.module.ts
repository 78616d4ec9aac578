import { Module } from '@nestjs/common';
import { WebhooksModule } from './webhooks/webhooks.module.js';

/** What leaves the shop: mail and webhooks. */
@Module({ imports: [WebhooksModule] })
export class EventsModule {}
