import { setTimeout as wait } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Connection } from 'mongoose';
import { DependencyDown } from '../common/errors.js';
import { inTransaction } from '../database/transaction.js';
import type { Lease } from '../jobs/lease.js';
import type { Leases } from '../jobs/leases.js';
import type { Consumer } from './consumers.js';
import type { OutboxEvent } from './outbox-event.schema.js';
import { OutboxStore, PAGE, toDomainEvent } from './outbox-store.js';

/** A process that died is replaced after this. */
const LEASE_MS = 15_000;
/** A consumer that takes longer for an event has failed. */
const LONGEST_MS = 30_000;
/** Subjects whose events are handed on at the same time. */
const CONCURRENCY = 8;
/** After a pass that could hand nothing on, a rest of so many times what it took. */
const REST_FACTOR = 4;

export const leaseOf = (consumer: string): string => `outbox/${consumer}`;

/** Another process has handled some of the events. */
class HandledElsewhere extends Error {}

/** Hands one consumer its events: those of each subject in their order, and none after one that has to be tried again. */
export class Delivery {
  private readonly logger = new Logger('Outbox');
  private running: Promise<void> | undefined;
  private isWoken = false;
  private isStopping = false;
  private restsUntil = 0;

  constructor(
    private readonly consumer: Consumer,
    private readonly store: OutboxStore,
    private readonly leases: Leases,
    private readonly connection: Connection,
  ) {}

  /** Hands on what there is, unless another process is at it. */
  wake(): void {
    if (this.isStopping) return;
    if (this.running) {
      this.isWoken = true;
      return;
    }
    if (performance.now() < this.restsUntil) return;
    this.isWoken = false;
    this.running = this.run()
      .catch((error: unknown) => {
        if (!(error instanceof HandledElsewhere))
          this.logger.warn({
            err: error,
            consumer: this.consumer.name,
            msg: 'events could not be handed on',
          });
      })
      .finally(() => {
        this.running = undefined;
        if (this.isWoken) this.wake();
      });
  }

  /** Ends with the events in progress. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.running;
  }

  private async run(): Promise<void> {
    const { name } = this.consumer;
    if (!(await this.store.hasPending(name))) return;
    await this.leases.hold(leaseOf(name), LEASE_MS, async (lease) => {
      // fewer are left for a while, so that a batch is worth its transaction
      const least = 'handleBatch' in this.consumer ? PAGE : 1;
      let handled: number;
      do {
        const startedAt = performance.now();
        handled = await this.pass(lease);
        if (handled === 0)
          this.restsUntil = performance.now() + REST_FACTOR * (performance.now() - startedAt);
      } while (handled >= least && this.mayGoOn(lease));
    });
  }

  private mayGoOn(lease: Lease): boolean {
    return lease.isHeld && !this.isStopping;
  }

  /** Goes once through everything that waits for the consumer. @returns how many events it has handled */
  private async pass(lease: Lease): Promise<number> {
    let handled = 0;
    for (let after = ''; this.mayGoOn(lease);) {
      const page = await this.store.pendingAfter(this.consumer.name, after);
      const last = page.at(-1);
      // of a subject with more events than a page has, the rest comes in the next pass
      if (!last) break;
      const due = this.dueIn(page);
      handled += await ('handleBatch' in this.consumer
        ? this.handBatch(due, lease)
        : this.handEach(due, lease));
      after = last.subject;
    }
    return handled;
  }

  /** The events of each subject before the first that is tried again later. */
  private dueIn(page: OutboxEvent[]): OutboxEvent[][] {
    const now = new Date();
    const bySubject = new Map<string, OutboxEvent[]>();
    const waiting = new Set<string>();
    for (const event of page) {
      const { subject, failures } = event;
      const failure = failures?.[this.consumer.name];
      if (failure && failure.nextAttemptAt > now) waiting.add(subject);
      if (waiting.has(subject)) continue;
      const events = bySubject.get(subject);
      if (events) events.push(event);
      else bySubject.set(subject, [event]);
    }
    return [...bySubject.values()];
  }

  private async handEach(subjects: OutboxEvent[][], lease: Lease): Promise<number> {
    let handled = 0;
    const next = async (): Promise<void> => {
      for (let events = subjects.shift(); events; events = subjects.shift())
        for (const event of events) {
          if (!this.mayGoOn(lease)) return;
          if (!(await this.handOne(event))) break;
          handled += 1;
        }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, next));
    return handled;
  }

  /** Whether it was handled. */
  private async handOne(event: OutboxEvent): Promise<boolean> {
    const { consumer } = this;
    if (!('handle' in consumer)) return false;
    const timeout = new AbortController();
    try {
      const late = wait(LONGEST_MS, undefined, { signal: timeout.signal }).then(() => {
        throw new Error(`It took longer than ${LONGEST_MS / 1_000} s`);
      });
      late.catch(() => undefined);
      await Promise.race([consumer.handle(toDomainEvent(event)), late]);
    } catch (error) {
      await this.fail(event, error);
      return false;
    } finally {
      timeout.abort();
    }
    await this.store.markHandled(consumer.name, { _id: event._id });
    return true;
  }

  /** All in one transaction; when that fails, each in one of its own. */
  private async handBatch(subjects: OutboxEvent[][], lease: Lease): Promise<number> {
    const all = subjects.flat();
    if (all.length === 0) return 0;
    try {
      await this.apply(all);
      return all.length;
    } catch (error) {
      if (error instanceof DependencyDown || error instanceof HandledElsewhere) throw error;
      if (all.length === 1) {
        await this.fail(all[0]!, error);
        return 0;
      }
    }
    let handled = 0;
    for (const events of subjects)
      for (const event of events) {
        if (!this.mayGoOn(lease)) return handled;
        if ((await this.handBatch([[event]], lease)) === 0) break;
        handled += 1;
      }
    return handled;
  }

  private async apply(events: OutboxEvent[]): Promise<void> {
    const { consumer } = this;
    if (!('handleBatch' in consumer)) return;
    await inTransaction(this.connection, async (session) => {
      // first, so that two processes with the same events meet here
      const filter = { _id: { $in: events.map(({ _id }) => _id) } };
      if ((await this.store.markHandled(consumer.name, filter, session)) !== events.length)
        throw new HandledElsewhere();
      await consumer.handleBatch(events.map(toDomainEvent), session);
    });
  }

  private async fail(event: OutboxEvent, error: unknown): Promise<void> {
    const { name: consumer } = this.consumer;
    const attempts = await this.store.markFailed(consumer, event, error);
    const { _id, type, subject } = event;
    const msg = 'an event could not be handled; it is tried again';
    this.logger.warn({ err: error, consumer, event: String(_id), type, subject, attempts, msg });
  }
}
