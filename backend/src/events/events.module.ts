import { Module } from '@nestjs/common';
import { MailModule } from './mail/mail.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

/** What leaves the shop: mail and webhooks. */
@Module({ imports: [MailModule, WebhooksModule] })
export class EventsModule {}
