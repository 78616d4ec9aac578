import type { ClientSession } from 'mongoose';
import type { DomainEvent, EventType } from './domain-events.js';

/**
 * Somebody to whom the relay hands events: each at least once, those of one subject in their order, by one process at a time.
 */
export type Consumer<T extends EventType = EventType> = {
  /** Is stored with the events that wait for it, so it is never reused for another purpose. */
  name: string;
  /** The types that it handles; without it, all. */
  handles?: readonly T[];
} & (
  | {
      /** Handles an event, which may be the repetition of one. */
      handle(event: DomainEvent<T>): Promise<void> | void;
    }
  | {
      /** Handles events in a transaction that also marks them as handled: what it writes there happens exactly once. */
      handleBatch(events: DomainEvent<T>[], session: ClientSession): Promise<void> | void;
    }
);

/** The relay's consumers in this process; all are registered before the server listens. */
export class Consumers {
  private readonly byName = new Map<string, Consumer>();

  register<T extends EventType = EventType>(consumer: Consumer<T>): void {
    const { name } = consumer;
    if (!/^[a-z][a-z-]*$/.test(name) || this.byName.has(name))
      throw new Error(`The name of a consumer is not valid or is taken: ${name}`);
    this.byName.set(name, consumer as unknown as Consumer);
  }

  all(): Consumer[] {
    return [...this.byName.values()];
  }

  names(): string[] {
    return [...this.byName.keys()];
  }

  /** The names of those that handle a type. */
  handling(type: EventType): string[] {
    return this.all()
      .filter(({ handles }) => !handles || handles.includes(type))
      .map(({ name }) => name);
  }
}
