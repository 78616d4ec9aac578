import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Model, type QueryFilter, trusted, Types } from 'mongoose';
import { MAX_COUNTED } from '../../../common/paging.js';
import { countRows } from '../../../lists/count-rows.js';
import { bodyOf, type SentEvent } from '../event-body.js';
import { TEST_EVENT } from '../event-types.js';
import { type Attempt, WebhookDelivery } from './webhook-delivery.schema.js';

/** Attempts that are kept of a delivery: all of three days. */
const MOST_ATTEMPTS = 25;
/** Due deliveries that are looked at to find subjects. */
const PEEKED = 100;
/** Subjects that one update names. */
const SUBJECTS = 1_000;

/** What is known of a delivery while it is on its way. */
export type Queued = Pick<
  WebhookDelivery,
  | '_id'
  | 'eventId'
  | 'subject'
  | 'version'
  | 'body'
  | 'nextAttemptAt'
  | 'failures'
  | 'failingSince'
  | 'createdAt'
>;

/** How the deliveries of an endpoint stand; each counted to 10,000. */
export interface DeliveryCounts {
  pending: number;
  /** Pending ones of which an attempt has failed. */
  failing: number;
  failed: number;
}

export const newDelivery = (
  endpointId: Types.ObjectId,
  event: SentEvent,
  now: Date,
): Omit<WebhookDelivery, 'nextAttemptAt'> => ({
  _id: new Types.ObjectId(),
  endpointId,
  eventId: event.id,
  type: event.type,
  subject: event.subject,
  version: event.version,
  body: bodyOf(event),
  state: 'pending',
  createdAt: now,
  failures: 0,
  attempts: [],
});

/** The reads and writes of deliveries on their way. */
@Injectable()
export class DeliveryStore {
  constructor(@InjectModel(WebhookDelivery.name) private readonly deliveries: Model<WebhookDelivery>) {}

  async insert(deliveries: readonly Partial<WebhookDelivery>[], session: ClientSession): Promise<void> {
    if (deliveries.length > 0) await this.deliveries.insertMany([...deliveries], { session });
  }

  /** Those of some endpoints to which something is to be sent now. */
  async dueOf(endpointIds: readonly Types.ObjectId[], now: Date): Promise<Types.ObjectId[]> {
    const due = await Promise.all(
      endpointIds.map((endpointId) => this.deliveries.exists(this.due(endpointId, now))),
    );
    return endpointIds.filter((_, n) => due[n] !== null);
  }

  /** Subjects with something to be sent now, other than some; at most so many. */
  async dueSubjects(
    endpointId: Types.ObjectId,
    now: Date,
    except: readonly string[],
    most: number,
  ): Promise<string[]> {
    const found = await this.deliveries
      .find({ ...this.due(endpointId, now), subject: trusted({ $nin: [...except] }) }, { subject: 1 })
      .sort({ nextAttemptAt: 1 })
      .limit(PEEKED)
      .lean<Pick<WebhookDelivery, 'subject'>[]>();
    return [...new Set(found.map(({ subject }) => subject))].slice(0, most);
  }

  /**
   * The first that have not ended of a subject at an endpoint, in their order. A subject's deliveries are written in the order of its events, and
   * are on one shard, so that none is read before an earlier one is there.
   */
  async first(endpointId: Types.ObjectId, subject: string, most: number): Promise<Queued[]> {
    return this.deliveries
      .find({ endpointId, state: 'pending', subject }, { attempts: 0 })
      .sort({ version: 1, _id: 1 })
      .limit(most)
      .lean<Queued[]>();
  }

  /** Puts off what waits for an earlier delivery of its subject, so that nobody looks at it before. */
  async putOff(endpointId: Types.ObjectId, subject: string, until: Date): Promise<void> {
    await this.deliveries.updateMany(
      { endpointId, state: 'pending', subject, nextAttemptAt: trusted({ $lt: until }) },
      { $set: { nextAttemptAt: until } },
    );
  }

  async markDelivered(_id: Types.ObjectId, attempt: Attempt): Promise<void> {
    await this.deliveries.updateOne(
      { _id, state: 'pending' },
      {
        $set: { state: 'delivered', finishedAt: new Date() },
        $unset: { nextAttemptAt: 1, failingSince: 1 },
        $push: pushed(attempt),
      },
    );
  }

  async markFailing(
    { _id, failures }: Queued,
    attempt: Attempt,
    failingSince: Date,
    nextAttemptAt: Date,
  ): Promise<void> {
    await this.deliveries.updateOne(
      { _id, state: 'pending' },
      { $set: { failures: failures + 1, failingSince, nextAttemptAt }, $push: pushed(attempt) },
    );
  }

  /** It is not tried again by itself. Whether it was still on its way. */
  async markFailed(
    { _id, failures }: Queued,
    attempt: Attempt,
    failingSince: Date,
    session: ClientSession,
  ): Promise<boolean> {
    const { modifiedCount } = await this.deliveries.updateOne(
      { _id, state: 'pending' },
      {
        $set: { state: 'failed', failures: failures + 1, failingSince, finishedAt: new Date() },
        $unset: { nextAttemptAt: 1 },
        $push: pushed(attempt),
      },
      { session },
    );
    return modifiedCount === 1;
  }

  /**
   * Begins again with deliveries of an endpoint: as if none of their attempts had failed. Those that have ended are on their way
   * again, and what waits behind them, put off until their next attempt, is due with them. @returns how many
   */
  async restart(
    endpointId: Types.ObjectId,
    session: ClientSession,
    which: { _id: Types.ObjectId } | { state: 'pending' | 'failed' },
    now: Date,
  ): Promise<number> {
    // a test is sent once
    const restarted: QueryFilter<WebhookDelivery> = {
      endpointId,
      type: trusted({ $ne: TEST_EVENT }),
      ...which,
    };
    const isAllPending = 'state' in which && which.state === 'pending';
    const subjects = isAllPending ? [] : await this.deliveries.distinct('subject', restarted, { session });
    const { matchedCount } = await this.deliveries.updateMany(
      restarted,
      {
        $set: { state: 'pending', failures: 0, nextAttemptAt: now },
        $unset: { failingSince: 1, finishedAt: 1 },
      },
      { session },
    );
    for (let from = 0; from < subjects.length; from += SUBJECTS)
      await this.bringForward(endpointId, session, subjects.slice(from, from + SUBJECTS), now);
    return matchedCount;
  }

  private async bringForward(
    endpointId: Types.ObjectId,
    session: ClientSession,
    subjects: readonly string[],
    now: Date,
  ): Promise<void> {
    await this.deliveries.updateMany(
      {
        endpointId,
        state: 'pending',
        subject: trusted({ $in: [...subjects] }),
        nextAttemptAt: trusted({ $gt: now }),
      },
      { $set: { nextAttemptAt: now } },
      { session },
    );
  }

  async removeOf(endpointId: Types.ObjectId): Promise<void> {
    await this.deliveries.deleteMany({ endpointId });
  }

  async counts(endpointId: Types.ObjectId): Promise<DeliveryCounts> {
    const count = (filter: object): Promise<number> =>
      countRows(this.deliveries, { endpointId, ...filter }, MAX_COUNTED);
    const [pending, failing, failed] = await Promise.all([
      count({ state: 'pending' }),
      count({ state: 'pending', failingSince: trusted({ $gt: new Date(0) }) }),
      count({ state: 'failed', type: trusted({ $ne: TEST_EVENT }) }),
    ]);
    return { pending, failing, failed };
  }

  /** Whether something has been tried since before a time, so far without success. */
  async isFailingSince(endpointId: Types.ObjectId, before: Date): Promise<boolean> {
    const failing = { endpointId, state: 'pending', failingSince: trusted({ $lte: before }) } as const;
    return (await this.deliveries.exists(failing)) !== null;
  }

  /** When the oldest was written that is still on its way to an endpoint. */
  async oldestAt(endpointId: Types.ObjectId): Promise<Date | undefined> {
    const oldest = await this.deliveries
      .findOne({ endpointId, state: 'pending' }, { createdAt: 1 })
      .sort({ createdAt: 1 })
      .lean<Pick<WebhookDelivery, 'createdAt'>>();
    return oldest?.createdAt;
  }

  private due(endpointId: Types.ObjectId, now: Date) {
    return { endpointId, state: 'pending', nextAttemptAt: trusted({ $lte: now }) } as const;
  }
}

const pushed = (attempt: Attempt) => ({ attempts: { $each: [attempt], $slice: -MOST_ATTEMPTS } });
