import { Injectable, Logger } from '@nestjs/common';
import { DependencyDown, WriteConflict } from '../common/errors.js';
import { isDatabaseGone, isTimedOut } from '../database/database.js';
import { PaymentProvider, type ReceivedEvent } from '../payment-provider/payment-provider.js';
import type { Actor } from '../purchases/orders/order.schema.js';
import { FailedEvents } from './failed-events.service.js';
import type { FailedEvent } from './payment-records.schema.js';
import { isWatched, ProviderEvents } from './provider-events.service.js';

/** The provider signed it, and it has an id, but not what an event needs. */
export class UnreadableEventError extends Error {}

/** Whether a failure says nothing about the event: it is over some time, and then the event is read again. */
export const isOutage = (error: unknown): boolean =>
  error instanceof DependencyDown ||
  error instanceof WriteConflict ||
  isDatabaseGone(error) ||
  isTimedOut(error);

/** Takes each event by itself: one that cannot be handled is kept for later, and holds no other one. */
@Injectable()
export class EventIntake {
  private readonly logger = new Logger(EventIntake.name);

  constructor(
    private readonly provider: PaymentProvider,
    private readonly events: ProviderEvents,
    private readonly failed: FailedEvents,
  ) {}

  /**
   * Handles an event, or counts that it could not be.
   *
   * @throws why it could not be, unless it is set aside now; an outage is not counted
   */
  async receive(event: ReceivedEvent, actor: Actor): Promise<'handled' | 'set-aside'> {
    if (!isWatched(event.type)) return 'handled';
    try {
      if ('violation' in event) throw new UnreadableEventError(event.violation);
      await this.events.handle(event, actor);
    } catch (error) {
      if (isOutage(error)) throw error;
      this.logger.error({ err: error, eventId: event.id, msg: 'an event could not be handled' });
      if (await this.failed.record(event, error)) return 'set-aside';
      throw error;
    }
    await this.failed.remove(event.id);
    return 'handled';
  }

  /** Reads a failed event again, and handles it as `receive` does. */
  async retry({ _id: id, type }: FailedEvent, actor: Actor): Promise<'handled' | 'set-aside'> {
    let event: ReceivedEvent | undefined;
    try {
      event = await this.provider.retrieveEvent(id);
    } catch (error) {
      if (isOutage(error)) throw error;
      event = { id, type, violation: error instanceof Error ? error.message : String(error) };
    }
    const missing = { id, type, violation: 'The payment provider does not have this event any more.' };
    return this.receive(event ?? missing, actor);
  }
}
