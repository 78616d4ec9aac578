import { Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Connection, Model, mongo, Types } from 'mongoose';
import { inSnapshot } from '../database/transaction.js';
import type { DomainEvent } from './domain-events.js';
import { OutboxEvent } from './outbox-event.schema.js';

/** Events that are read at once. */
export const PAGE = 200;
/** More than these are not counted. */
const MAX_COUNTED = 10_000;
/** After each failed attempt the next waits twice as long, from a second to five minutes. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 300_000;
const MAX_ERROR_LENGTH = 300;

const PENDING = { pendingCount: { $gt: 0 } };

/** How a consumer stands. */
export interface ConsumerState {
  /** Events that it has not handled, counted to 10,000. */
  pending: number;
  /** Those of them that it failed to handle and is going to try again. */
  failing: number;
  /** When the oldest of them was written. */
  oldestAt: Date | undefined;
}

/** Takes a consumer off events. @returns how many were waiting for it */
export async function takeOff(
  events: mongo.Collection<OutboxEvent>,
  consumer: string,
  filter: mongo.Filter<OutboxEvent>,
  session?: ClientSession,
): Promise<number> {
  const { modifiedCount } = await events.updateMany(
    { ...PENDING, ...filter, pending: consumer },
    {
      $pull: { pending: consumer },
      $inc: { pendingCount: -1 },
      $set: { doneAt: new Date() },
      $unset: { [`failures.${consumer}`]: 1 },
    },
    { ...(session && { session }) },
  );
  return modifiedCount;
}

/** The reads and writes of stored events. */
@Injectable()
export class OutboxStore {
  private readonly events: mongo.Collection<OutboxEvent>;

  constructor(
    @InjectModel(OutboxEvent.name) model: Model<OutboxEvent>,
    @InjectConnection() private readonly connection: Connection,
  ) {
    this.events = model.collection as unknown as mongo.Collection<OutboxEvent>;
  }

  /** Whether a consumer, or any, has something to handle. */
  async hasPending(consumer?: string): Promise<boolean> {
    const filter = { ...PENDING, ...(consumer !== undefined && { pending: consumer }) };
    return (await this.events.findOne(filter, { projection: { _id: 1 } })) !== null;
  }

  /**
   * Some of what a consumer has to handle: in order of the subjects, after one, and of each subject by version. In a snapshot:
   * a read that has an event has those of its subject that were committed before.
   */
  pendingAfter(consumer: string, subject: string): Promise<OutboxEvent[]> {
    const filter = { ...PENDING, pending: consumer, subject: { $gt: subject } } as mongo.Filter<OutboxEvent>;
    return inSnapshot(this.connection.getClient(), (session) =>
      this.events.find(filter, { session }).sort({ subject: 1, version: 1 }).limit(PAGE).toArray(),
    );
  }

  /** Takes a consumer off events. @returns how many were waiting for it */
  markHandled(consumer: string, filter: mongo.Filter<OutboxEvent>, session?: ClientSession): Promise<number> {
    return takeOff(this.events, consumer, filter, session);
  }

  /** Records that a consumer failed to handle an event, and when it tries again. @returns how often it has failed */
  async markFailed(consumer: string, { _id, failures }: OutboxEvent, error: unknown): Promise<number> {
    const attempts = (failures?.[consumer]?.attempts ?? 0) + 1;
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1));
    const nextAttemptAt = new Date(Date.now() + longest * (0.5 + Math.random() / 2));
    const lastError = (error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR_LENGTH);
    const failure = { attempts, nextAttemptAt, lastError };
    await this.events.updateOne(
      { _id, pending: consumer },
      { $set: { [`failures.${consumer}`]: failure } as mongo.MatchKeysAndValues<OutboxEvent> },
    );
    return attempts;
  }

  /**
   * The events written since a time, by subject and version; `isNew` says of which ids more than the id is needed. In a snapshot,
   * like `pendingAfter`.
   */
  async since(
    at: Date,
    isNew: (id: string) => boolean,
  ): Promise<{ ids: Set<string>; events: OutboxEvent[] }> {
    return inSnapshot(this.connection.getClient(), async (session) => {
      const found = this.events.find(
        { at: { $gte: at } },
        { session, projection: { _id: 1 }, batchSize: 5_000 },
      );
      const _ids = await found.map(({ _id }) => _id).toArray();
      const wanted = _ids.filter((_id) => isNew(String(_id)));
      const events = wanted.length === 0 ? [] : await this.load(wanted, session);
      return { ids: new Set(_ids.map(String)), events };
    });
  }

  async stateOf(consumer: string): Promise<ConsumerState> {
    const filter = { ...PENDING, pending: consumer } as mongo.Filter<OutboxEvent>;
    const failing = { ...filter, [`failures.${consumer}.attempts`]: { $gt: 0 } };
    const options = { limit: MAX_COUNTED };
    const [pending, failed, oldestAt] = await Promise.all([
      this.events.countDocuments(filter, options),
      this.events.countDocuments(failing, options),
      this.oldestAt(consumer),
    ]);
    return { pending, failing: failed, oldestAt };
  }

  /** When the oldest event was written that a consumer has not handled. */
  async oldestAt(consumer: string): Promise<Date | undefined> {
    const filter = { ...PENDING, pending: consumer } as mongo.Filter<OutboxEvent>;
    const [oldest] = await this.events
      .find(filter, { projection: { at: 1 } })
      .sort({ at: 1 })
      .limit(1)
      .toArray();
    return oldest?.at;
  }

  /** A name, other than the known ones, that events written before a time wait for. */
  async unknownConsumer(known: readonly string[], before: Date): Promise<string | undefined> {
    const filter = { ...PENDING, at: { $lt: before }, pending: { $elemMatch: { $nin: [...known] } } };
    const found = await this.events.findOne(filter as mongo.Filter<OutboxEvent>, {
      projection: { pending: 1 },
    });
    return found?.pending.find((name) => !known.includes(name));
  }

  private load(ids: Types.ObjectId[], session: ClientSession): Promise<OutboxEvent[]> {
    const filter = { _id: { $in: ids } } as mongo.Filter<OutboxEvent>;
    return this.events.find(filter, { session }).sort({ subject: 1, version: 1 }).toArray();
  }
}

export const toDomainEvent = ({ _id, at, type, subject, version, payload }: OutboxEvent): DomainEvent =>
  ({ id: String(_id), at, type, subject, version, payload }) as DomainEvent;
