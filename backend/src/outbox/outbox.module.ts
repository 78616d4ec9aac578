import { Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { OutboxEvent, OutboxEventSchema } from './outbox-event.schema.js';
import { OutboxMetrics } from './outbox.metrics.js';
import { OutboxStore } from './outbox-store.js';
import { Outbox } from './outbox.service.js';
import { Relay } from './relay.service.js';
import { Tails } from './tails.service.js';

/** Global: every feature that changes something writes its event. */
@Global()
@Module({
  imports: [MongooseModule.forFeature([{ name: OutboxEvent.name, schema: OutboxEventSchema }])],
  providers: [Outbox, OutboxStore, OutboxMetrics, Relay, Tails],
  exports: [Outbox, OutboxStore],
})
export class OutboxModule {}
