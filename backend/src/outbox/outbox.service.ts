import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { LRUCache } from 'lru-cache';
import { type ClientSession, type Model, Types } from 'mongoose';
import { join } from '../database/transaction.js';
import { Consumers } from './consumers.js';
import type { DomainEvent, EventType, NewEvent } from './domain-events.js';
import { OutboxEvent } from './outbox-event.schema.js';
import { type TailHandler, Tails } from './tails.service.js';

/** Some 100 bytes each. */
const MOST_OWN = 10_000;

/** Where changes write their events, and consumers get them: see `docs/events.md`. */
@Injectable()
export class Outbox {
  /** The relay's consumers. */
  readonly consumers = new Consumers();

  /** The events of transactions in progress. */
  private readonly collected = new WeakMap<ClientSession, NewEvent[]>();
  private readonly listeners: (() => void)[] = [];
  /** The ids of the last events that this process wrote. */
  private readonly own = new LRUCache<string, true>({ max: MOST_OWN });

  constructor(
    @InjectModel(OutboxEvent.name) private readonly events: Model<OutboxEvent>,
    private readonly tails: Tails,
  ) {
    this.onEmitted(() => this.tails.noteEmitted());
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

  /** Whether this process wrote an event, as far as it remembers. */
  isOwn(event: DomainEvent): boolean {
    return this.own.has(event.id);
  }

  /** Waits until a tail has handled what this process committed before, so that it sees its own writes: false when it has not in some time. */
  caughtUp(tail: string, mostMs: number): Promise<boolean> {
    return this.tails.caughtUp(tail, mostMs);
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
        const _id = new Types.ObjectId();
        this.own.set(String(_id), true);
        return {
          _id,
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
