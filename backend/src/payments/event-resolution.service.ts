import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { AuditLog } from '../audit/audit-log.service.js';
import type { Caller } from '../common/access.js';
import { Conflict, NotFound } from '../common/errors.js';
import { inTransaction } from '../database/transaction.js';
import { asAdmin } from '../purchases/orders/order.schema.js';
import { EventIntake } from './event-intake.service.js';
import { type EventResolutionDto, type FailedEventsDto, toFailedEventDto } from './failed-event.dto.js';
import { FailedEvents } from './failed-events.service.js';
import type { FailedEvent } from './payment-records.schema.js';

/** What admins do about the events that could not be handled. */
@Injectable()
export class EventResolution {
  constructor(
    @InjectConnection() private readonly connection: Connection,
    private readonly failed: FailedEvents,
    private readonly intake: EventIntake,
    private readonly audit: AuditLog,
  ) {}

  async list(): Promise<FailedEventsDto> {
    return { events: (await this.failed.setAside()).map(toFailedEventDto) };
  }

  /** @throws Conflict when it cannot be handled this time either */
  async retry(eventId: string, admin: Caller): Promise<EventResolutionDto> {
    const result = await this.intake.retry(await this.find(eventId), asAdmin(admin));
    if (result === 'handled') return { eventId, result };
    const { reason } = await this.find(eventId);
    throw new Conflict('event-not-handled', `The event could not be handled: ${reason}`);
  }

  async dismiss(eventId: string, admin: Caller): Promise<EventResolutionDto> {
    const event = await this.find(eventId);
    await inTransaction(this.connection, async (session) => {
      // another admin may have been faster
      if (!(await this.failed.dismiss(event, session))) return;
      await this.audit.record(session, admin, {
        action: 'order.payment-event-dismissed',
        entity: 'order',
        entityId: event.intentId ?? eventId,
        label: eventId,
        before: { reason: event.reason },
      });
    });
    return { eventId, result: 'dismissed' };
  }

  private async find(eventId: string): Promise<FailedEvent> {
    const event = await this.failed.find(eventId);
    if (!event) throw new NotFound('event');
    return event;
  }
}
