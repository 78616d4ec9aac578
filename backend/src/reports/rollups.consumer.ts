import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { ORDER_EVENTS } from '../outbox/domain-events.js';
import { Outbox } from '../outbox/outbox.service.js';
import { applyChanges, ROLLUPS } from './daily-rollups.js';

/** Keeps the daily rollups up to date: each event of an order changes the day on which the order was placed, exactly once. */
@Injectable()
export class RollupsConsumer implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    @InjectConnection() private readonly connection: Connection,
  ) {}

  onModuleInit(): void {
    this.outbox.consumers.register({
      name: ROLLUPS,
      handles: ORDER_EVENTS,
      handleBatch: (events, session) => applyChanges(this.connection.db!, events, session),
    });
  }
}
