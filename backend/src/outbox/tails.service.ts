import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { DomainEvent } from './domain-events.js';
import { OutboxStore, toDomainEvent } from './outbox-store.js';

export type TailHandler = (events: DomainEvent[]) => Promise<void> | void;

interface Tail {
  name: string;
  handler: TailHandler;
  /** What it has not handled yet, in order. */
  events: DomainEvent[];
  running?: Promise<void> | undefined;
}

const POLL_MS = 500;
/**
 * How far back each read goes: an event is seen once its transaction is committed, which may be a minute after it was written
 * (the database ends a transaction then), by another process, whose clock may differ by two.
 */
const WINDOW_MS = 3 * 60_000;

/**
 * Reads the events of all processes, for consumers that every process has. Neither ids nor times are in order of commit, so
 * each read goes back further than the longest transaction, and skips what it has seen.
 */
@Injectable()
export class Tails implements OnModuleDestroy {
  private readonly logger = new Logger(Tails.name);
  private readonly tails: Tail[] = [];
  /** The ids of the window of the last read. */
  private seen = new Set<string>();
  private readAt = 0;
  private reading: Promise<void> | undefined;
  private isWoken = false;
  private timer: NodeJS.Timeout | undefined;
  private isStopping = false;

  constructor(private readonly store: OutboxStore) {}

  async start(name: string, handler: TailHandler): Promise<void> {
    await this.reading?.catch(() => undefined);
    // what was committed until now is not this one's
    await this.read();
    this.tails.push({ name, handler, events: [] });
    this.timer ??= setInterval(() => this.wake(), POLL_MS);
  }

  /** Reads what is new, soon. */
  wake(): void {
    if (this.tails.length === 0 || this.isStopping) return;
    if (this.reading) {
      this.isWoken = true;
      return;
    }
    this.read()
      .catch((error: unknown) => {
        this.logger.debug({ err: error, msg: 'events could not be read; the next read goes on' });
      })
      .finally(() => {
        if (this.isWoken) this.wake();
      });
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.timer);
    await this.reading?.catch(() => undefined);
    await Promise.all(this.tails.map(({ running = Promise.resolve() }) => running));
  }

  private read(): Promise<void> {
    this.isWoken = false;
    this.reading ??= this.readNew().finally(() => (this.reading = undefined));
    return this.reading;
  }

  private async readNew(): Promise<void> {
    const startedAt = Date.now();
    const isFirst = this.readAt === 0;
    const since = new Date((isFirst ? startedAt : this.readAt) - WINDOW_MS);
    const { ids, events } = await this.store.since(since, (id) => !isFirst && !this.seen.has(id));
    // all of them were in the window of the last read, or are new: nothing older is ever read again
    this.seen = ids;
    this.readAt = startedAt;
    const fresh = events.map(toDomainEvent);
    for (const tail of this.tails) {
      tail.events.push(...fresh);
      tail.running ??= this.hand(tail).finally(() => (tail.running = undefined));
    }
  }

  private async hand(tail: Tail): Promise<void> {
    try {
      while (tail.events.length > 0 && !this.isStopping) {
        const { length } = tail.events;
        await tail.handler(tail.events.slice());
        tail.events.splice(0, length);
      }
    } catch (error) {
      this.logger.warn({ err: error, tail: tail.name, msg: 'events could not be handled; they come again' });
    }
  }
}
