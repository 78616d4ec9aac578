import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { Leases } from '../jobs/leases.js';
import { ScheduledJobs } from '../jobs/scheduled-jobs.js';
import type { Consumer } from './consumers.js';
import { Delivery, leaseOf } from './delivery.js';
import { OutboxStore } from './outbox-store.js';
import { Outbox } from './outbox.service.js';
import { endOf } from './shutdown.js';

/**
 * How often events are looked for: those of other processes, and for consumers of batches all, so that they gather. This one's are
 * handed to the others at once.
 */
const POLL_MS = 1_000;
const CLEAN_UP_SECONDS = 3_600;
/** A consumer that no process has had for so long, and that events wait for, was removed from the code. */
const ABANDONED_MS = 24 * 3_600_000;

/**
 * Hands events to the consumers, which every process could do: for each consumer the one that has its lease does. One that dies
 * is replaced when the lease ends.
 */
@Injectable()
export class Relay implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(Relay.name);
  private readonly deliveries = new Map<string, Delivery>();
  private timer: NodeJS.Timeout | undefined;
  private polling: Promise<void> = Promise.resolve();
  private isStopping = false;

  constructor(
    private readonly outbox: Outbox,
    private readonly store: OutboxStore,
    private readonly leases: Leases,
    private readonly jobs: ScheduledJobs,
    @InjectConnection() private readonly connection: Connection,
  ) {}

  onApplicationBootstrap(): void {
    this.outbox.onEmitted(() => this.wake((consumer) => 'handle' in consumer));
    // replicas that were started together do not stay in step
    this.timer = setInterval(() => this.poll(), POLL_MS * (0.9 + Math.random() * 0.2));
    this.jobs.schedule('OutboxCleanUp', CLEAN_UP_SECONDS, () => this.removeAbandoned());
  }

  /**
   * Hands on nothing more: other processes do. The events in progress are finished; a consumer that hangs is left alone, and its
   * lease runs out once the process has ended.
   */
  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.timer);
    await endOf([this.polling, ...[...this.deliveries.values()].map((delivery) => delivery.stop())]);
  }

  /** Takes consumers off events that no version in use has any more: the events would be kept for ever. */
  async removeAbandoned(): Promise<void> {
    const known = this.outbox.consumers.names();
    const before = new Date(Date.now() - ABANDONED_MS);
    for (;;) {
      const name = await this.store.unknownConsumer(known, before);
      if (name === undefined) return;
      // a consumer of a later version that serves next to this one
      const end = await this.leases.endOf(leaseOf(name));
      known.push(name);
      if (end !== undefined && end > before) continue;
      const events = await this.store.markHandled(name, {});
      this.logger.warn({ consumer: name, events, msg: 'no version has this consumer any more' });
    }
  }

  private wake(which: (consumer: Consumer) => boolean = () => true): void {
    if (this.isStopping) return;
    for (const consumer of this.outbox.consumers.all().filter(which)) {
      const { name } = consumer;
      const delivery =
        this.deliveries.get(name) ?? new Delivery(consumer, this.store, this.leases, this.connection);
      this.deliveries.set(name, delivery);
      delivery.wake();
    }
  }

  /** One read while nobody has anything to do. */
  private poll(): void {
    if (this.outbox.consumers.names().length === 0) return;
    this.polling = this.store
      .hasPending()
      .then((hasPending) => hasPending && this.wake())
      // the database is not there; the next poll comes soon
      .then(
        () => undefined,
        () => undefined,
      );
  }
}
