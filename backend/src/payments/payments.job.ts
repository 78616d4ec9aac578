import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { DependencyDown } from '../common/errors.js';
import { ScheduledJobs } from '../common/scheduled-jobs.js';
import { CONFIG, type Config } from '../config.js';
import { PaymentProvider } from '../payment-provider/payment-provider.js';
import { OrderClaims } from '../purchases/order-claims.service.js';
import type { Actor } from '../purchases/purchase.schema.js';
import { Settlement } from '../purchases/settlement.service.js';
import { SweepMark } from './payment-records.schema.js';
import { ProviderEvents, WATCHED_EVENTS } from './provider-events.service.js';

const MARK = 'payment-events';
/** How far back the first round looks: past the longest hold that is usual. */
const FIRST_LOOK_MS = 7 * 24 * 3_600_000;
/** How much of the time before is asked for again: clocks differ, and events are listed a little after they happen. */
const OVERLAP_MS = 5 * 60_000;
const ACTOR: Actor = { by: 'sweeper' };

/**
 * The third road: asks the provider what has happened, in case neither the browser nor a webhook told, and goes on with
 * refunds that are owed. Any number of processes may do so at once.
 */
@Injectable()
export class PaymentsJob implements OnApplicationBootstrap {
  private readonly logger = new Logger(PaymentsJob.name);

  constructor(
    @InjectModel(SweepMark.name) private readonly marks: Model<SweepMark>,
    private readonly claims: OrderClaims,
    private readonly provider: PaymentProvider,
    private readonly events: ProviderEvents,
    private readonly settlement: Settlement,
    private readonly jobs: ScheduledJobs,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.schedule(PaymentsJob.name, this.config.orders.sweepSeconds, () => this.run());
  }

  async run(): Promise<void> {
    await this.askForEvents();
    await this.driveRefunds();
  }

  /** The mark moves on only when every event up to it was handled. */
  private async askForEvents(): Promise<void> {
    const begun = new Date();
    const mark = await this.marks.findById(MARK).lean<SweepMark>();
    const since = new Date(
      (mark?.upTo.getTime() ?? begun.getTime() - FIRST_LOOK_MS) - (mark ? OVERLAP_MS : 0),
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
      await this.marks.updateOne({ _id: MARK }, { $max: { upTo: begun } }, { upsert: true });
  }

  private driveRefunds(): Promise<void> {
    return this.claims.forEach({ refundStatus: 'pending' }, (id) => this.settlement.driveRefund(id, ACTOR));
  }
}
