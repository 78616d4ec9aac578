import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Leases } from '../jobs/leases.js';
import { ScheduledJobs } from '../jobs/scheduled-jobs.js';
import { DAY_MS } from '../lists/days.js';
import { CONFIG, type Config } from '../config.js';
import { PaymentProvider } from '../payment-provider/payment-provider.js';
import { type Actor, Order } from '../purchases/orders/order.schema.js';
import { Refunds } from '../purchases/refunds/refunds.service.js';
import { EventIntake, isOutage } from './event-intake.service.js';
import { FailedEvents } from './failed-events.service.js';
import { EventCursor } from './payment-records.schema.js';
import { WATCHED_EVENTS } from './provider-events.service.js';

const CURSOR_ID = 'payment-events';
/** How far back the first run reads: past the longest hold that is usual. */
const INITIAL_WINDOW_MS = 7 * DAY_MS;
/** How much is read again: clocks differ, and events are listed a little after they were created. */
const OVERLAP_MS = 5 * 60_000;
const ACTOR: Actor = { by: 'payments-job' };

/**
 * The third source of payments: reads the provider's events, in case neither the browser nor a webhook reported one, and
 * continues pending refunds. Any number of replicas may do so at once.
 */
@Injectable()
export class PaymentsJob implements OnApplicationBootstrap {
  constructor(
    @InjectModel(EventCursor.name) private readonly cursors: Model<EventCursor>,
    @InjectModel(Order.name) private readonly orders: Model<Order>,
    private readonly leases: Leases,
    private readonly provider: PaymentProvider,
    private readonly intake: EventIntake,
    private readonly failed: FailedEvents,
    private readonly refunds: Refunds,
    private readonly jobs: ScheduledJobs,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.schedule(PaymentsJob.name, this.config.orders.sweepSeconds, () => this.run());
  }

  /** An outage ends a run; whatever else fails keeps no other step from being done. */
  async run(): Promise<void> {
    const failures: unknown[] = [];
    for (const step of [() => this.readEvents(), () => this.retryEvents(), () => this.continueRefunds()]) {
      try {
        await step();
      } catch (error) {
        if (isOutage(error)) throw error;
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'A part of the payments job failed');
  }

  /** The cursor advances when every event up to it was handled, or is kept to be tried again. */
  private async readEvents(): Promise<void> {
    const startedAt = new Date();
    const cursor = await this.cursors.findById(CURSOR_ID).lean<EventCursor>();
    const since = new Date(
      cursor ? cursor.upTo.getTime() - OVERLAP_MS : startedAt.getTime() - INITIAL_WINDOW_MS,
    );
    const kept = await this.failed.ids();
    for await (const event of this.provider.listEvents(WATCHED_EVENTS, since))
      if (!kept.has(event.id)) await unlessOutage(this.intake.receive(event, ACTOR));
    await this.cursors.updateOne({ _id: CURSOR_ID }, { $max: { upTo: startedAt } }, { upsert: true });
  }

  private async retryEvents(): Promise<void> {
    for (const failed of await this.failed.due()) await unlessOutage(this.intake.retry(failed, ACTOR));
  }

  private continueRefunds(): Promise<void> {
    const pending = { refundStatus: 'pending' } as const;
    return this.leases.forEach(this.orders, pending, (id) => this.refunds.continue(id, ACTOR));
  }
}

/** Waits for the end of work on one event, whose failure was counted. @throws only for an outage */
async function unlessOutage(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (isOutage(error)) throw error;
  }
}
