import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Model, Types } from 'mongoose';
import { join } from '../database/transaction.js';
import { Consumers } from './consumers.js';
import type { EventType, NewEvent } from './domain-events.js';
import { OutboxEvent } from './outbox-event.schema.js';
import { type TailHandler, Tails } from './tails.service.js';

/** Where changes write their events, and consumers get them: see `docs/events.md`. */
@Injectable()
export class Outbox {
  /** The relay's consumers. */
  readonly consumers = new Consumers();

  /** The events of transactions in progress. */
  private readonly collected = new WeakMap<ClientSession, NewEvent[]>();
  private readonly listeners: (() => void)[] = [];

  constructor(
    @InjectModel(OutboxEvent.name) private readonly events: Model<OutboxEvent>,
    private readonly tails: Tails,
  ) {
    this.onEmitted(() => this.tails.wake());
  }

  /** Writes an event in the transaction of its change, as one of the transaction's last writes; nothing if it is rolled back. */
  emit<T extends EventType>(session: ClientSession, event: NewEvent<T>): void {
    const collected = this.collected.get(session);
    if (collected) {
      collected.push(event as NewEvent);
      return;
    }
    const events = [event as NewEvent];
    this.collected.set(session, events);
    join(session, {
      beforeCommit: () => this.write(events, session),
      ended: (outcome) => {
        this.collected.delete(session);
        // also one that was not confirmed: it may have taken effect
        if (outcome !== 'rolled-back') for (const listener of this.listeners) listener();
      },
    });
  }

  /**
   * Reads every event in this process, committed from when the promise resolves on, until the process ends. The same events come
   * again, with newer ones, when the handler fails; when they are too many to be kept, the handler is told to refresh instead.
   */
  tail(name: string, handler: TailHandler): Promise<void> {
    return this.tails.start(name, handler);
  }

  /** Calls when this process has committed events. */
  onEmitted(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** By the driver: the events are valid, and an import has thousands. */
  private async write(events: readonly NewEvent[], session: ClientSession): Promise<void> {
    const at = new Date();
    await this.events.collection.insertMany(
      events.map((event) => {
        const pending = this.consumers.handling(event.type);
        const { length: pendingCount } = pending;
        return {
          _id: new Types.ObjectId(),
          at,
          ...event,
          pending,
          pendingCount,
          ...(pendingCount === 0 && { doneAt: at }),
        };
      }),
      { session, ignoreUndefined: true },
    );
  }
}
