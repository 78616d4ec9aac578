import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { DependencyDown } from '../common/errors.js';
import { ScheduledJobs } from '../jobs/scheduled-jobs.js';
import { CONFIG, type Config } from '../config.js';
import { PaymentProvider } from '../payment-provider/payment-provider.js';
import { OrderClaims } from '../purchases/order-claims.service.js';
import type { Actor } from '../purchases/purchase.schema.js';
import { Refunds } from '../purchases/refunds.service.js';
import { EventCursor } from './payment-records.schema.js';
import { ProviderEvents, WATCHED_EVENTS } from './provider-events.service.js';

const CURSOR_ID = 'payment-events';
/** How far back the first run reads: past the longest hold that is usual. */
const INITIAL_WINDOW_MS = 7 * 24 * 3_600_000;
/** How much is read again: clocks differ, and events are listed a little after they were created. */
const OVERLAP_MS = 5 * 60_000;
const ACTOR: Actor = { by: 'sweeper' };

/**
 * The third source of payments: reads the provider's events, in case neither the browser nor a webhook reported one, and
 * continues pending refunds. Any number of replicas may do so at once.
 */
@Injectable()
export class PaymentsJob implements OnApplicationBootstrap {
  private readonly logger = new Logger(PaymentsJob.name);

  constructor(
    @InjectModel(EventCursor.name) private readonly cursors: Model<EventCursor>,
    private readonly claims: OrderClaims,
    private readonly provider: PaymentProvider,
    private readonly events: ProviderEvents,
    private readonly refunds: Refunds,
    private readonly jobs: ScheduledJobs,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.schedule(PaymentsJob.name, this.config.orders.sweepSeconds, () => this.run());
  }

  async run(): Promise<void> {
    await this.readEvents();
    await this.continueRefunds();
  }

  /** The cursor advances only when every event up to it was handled. */
  private async readEvents(): Promise<void> {
    const startedAt = new Date();
    const cursor = await this.cursors.findById(CURSOR_ID).lean<EventCursor>();
    const since = new Date(
      cursor ? cursor.upTo.getTime() - OVERLAP_MS : startedAt.getTime() - INITIAL_WINDOW_MS,
    );
    let failures = 0;
    for await (const event of this.provider.listEvents(WATCHED_EVENTS, since)) {
      try {
        await this.events.handle(event, ACTOR);
      } catch (error) {
        if (error instanceof DependencyDown) throw error;
        failures += 1;
        this.logger.error({ err: error, eventId: event.id, msg: 'an event could not be handled' });
      }
    }
    if (failures === 0)
      await this.cursors.updateOne({ _id: CURSOR_ID }, { $max: { upTo: startedAt } }, { upsert: true });
  }

  private continueRefunds(): Promise<void> {
    return this.claims.forEach({ refundStatus: 'pending' }, (id) => this.refunds.continue(id, ACTOR));
  }
}
