import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { DomainEvent } from './domain-events.js';
import { OutboxStore, toDomainEvent } from './outbox-store.js';
import { endOf } from './shutdown.js';

export interface TailHandler {
  /** Handles events, which come again, with newer ones, when it fails. */
  handle(events: DomainEvent[]): Promise<void> | void;
  /** Events were dropped, since it has failed for too many: what follows from events is to be read from the database again. */
  refresh(): Promise<void> | void;
}

interface Tail {
  name: string;
  handler: TailHandler;
  /** What it has not handled yet, in order. */
  events: DomainEvent[];
  /** Whether some were dropped. */
  isIncomplete: boolean;
  running?: Promise<void> | undefined;
}

/** Events that are kept for a tail that fails. */
const MOST_KEPT = 10_000;

const POLL_MS = 500;
/**
 * How far back each read goes: an event is seen once its transaction is committed, which may be a minute after it was written
 * (the database ends a transaction then), by another process, whose clock may differ by two.
 */
const WINDOW_MS = 3 * 60_000;
/** Between two reads that go back so far, others find what was committed soon after it was written. */
const FULL_READ_MS = 1_000;
const SHORT_WINDOW_MS = 5_000;

/**
 * Reads the events of all processes, for consumers that every process has. Neither ids nor times are in order of commit, so
 * each read goes back further than the longest transaction, and skips what it has seen.
 */
@Injectable()
export class Tails implements OnModuleDestroy {
  private readonly logger = new Logger(Tails.name);
  private readonly tails: Tail[] = [];
  /** The ids of the window of the last full read, and those found since. */
  private seen = new Set<string>();
  private readAt = 0;
  private fullyReadAt = 0;
  /** How often this process has committed events, and how many of these times a read has begun after. */
  private emitted = 0;
  private covered = 0;
  private reading: Promise<void> | undefined;
  private isWoken = false;
  private timer: NodeJS.Timeout | undefined;
  private isStopping = false;

  constructor(private readonly store: OutboxStore) {}

  async start(name: string, handler: TailHandler): Promise<void> {
    await this.reading?.catch(() => undefined);
    // what was committed until now is not this one's
    await this.read();
    this.tails.push({ name, handler, events: [], isIncomplete: false });
    this.timer ??= setInterval(() => this.wake(), POLL_MS);
  }

  /** Reads what this process has just committed, soon. */
  noteEmitted(): void {
    this.emitted += 1;
    this.wake();
  }

  /** Waits until a tail has handled what this process committed before: false when it has not in some time. */
  async caughtUp(name: string, mostMs: number): Promise<boolean> {
    if (this.covered === this.emitted && !this.find(name)?.running) return true;
    const late = new AbortController();
    // a read that fails is repeated
    const isCaughtUp = await Promise.race([
      this.catchUp(name, this.emitted).catch(() => false),
      sleep(mostMs, false, { signal: late.signal }).catch(() => false),
    ]);
    late.abort();
    return isCaughtUp;
  }

  private async catchUp(name: string, wanted: number): Promise<boolean> {
    while (this.covered < wanted && !this.isStopping) await (this.reading ?? this.read());
    await this.find(name)?.running;
    return this.covered >= wanted;
  }

  private find(name: string): Tail | undefined {
    return this.tails.find((tail) => tail.name === name);
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
    const running = [this.reading, ...this.tails.map((tail) => tail.running)];
    await endOf(running.filter((work) => work !== undefined));
  }

  private read(): Promise<void> {
    this.isWoken = false;
    this.reading ??= this.readNew().finally(() => (this.reading = undefined));
    return this.reading;
  }

  private async readNew(): Promise<void> {
    const startedAt = Date.now();
    const { emitted } = this;
    const isFirst = this.fullyReadAt === 0;
    const isFull = startedAt - this.fullyReadAt >= FULL_READ_MS;
    const since = isFirst
      ? startedAt - WINDOW_MS
      : isFull
        ? this.fullyReadAt - WINDOW_MS
        : this.readAt - SHORT_WINDOW_MS;
    const { ids, events } = await this.store.since(new Date(since), (id) => !isFirst && !this.seen.has(id));
    if (isFull) {
      // all of them were in the window of the last full read, or are new: nothing older is ever read again
      this.seen = ids;
      this.fullyReadAt = startedAt;
    } else for (const id of ids) this.seen.add(id);
    this.readAt = startedAt;
    this.covered = emitted;
    const fresh = events.map(toDomainEvent);
    for (const tail of this.tails) {
      keep(tail, fresh);
      tail.running ??= this.hand(tail).finally(() => (tail.running = undefined));
    }
  }

  private async hand(tail: Tail): Promise<void> {
    try {
      while ((tail.isIncomplete || tail.events.length > 0) && !this.isStopping)
        await (tail.isIncomplete ? refresh(tail) : handle(tail));
    } catch (error) {
      this.logger.warn({ err: error, tail: tail.name, msg: 'events could not be handled; they come again' });
    }
  }
}

/** Keeps events for a tail; when they are too many, only that there were some. */
function keep(tail: Tail, fresh: DomainEvent[]): void {
  const events = [...tail.events, ...fresh];
  const isTooMany = events.length > MOST_KEPT;
  tail.events = isTooMany ? [] : events;
  tail.isIncomplete ||= isTooMany;
}

async function handle(tail: Tail): Promise<void> {
  const { events } = tail;
  await tail.handler.handle([...events]);
  // those that came meanwhile follow, unless all were dropped
  tail.events = tail.events.slice(events.length);
}

/** What came before is read by it; what comes while it runs is handled after it. */
async function refresh(tail: Tail): Promise<void> {
  tail.events = [];
  tail.isIncomplete = false;
  try {
    await tail.handler.refresh();
  } catch (error) {
    tail.isIncomplete = true;
    throw error;
  }
}
