import { Module } from '@nestjs/common';

/** What leaves the shop: mail and webhooks. */
@Module({})
export class EventsModule {}
