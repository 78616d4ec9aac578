import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Model, trusted } from 'mongoose';
import { isDuplicateKey } from '../database/database.js';
import type { ReceivedEvent } from '../payment-provider/payment-provider.js';
import { FailedEvent, HandledEvent } from './payment-records.schema.js';

/** How long an event waits after each failed attempt, in minutes; after the last of them it is set aside. */
const PAUSES_MIN = [1, 5, 15, 60];
/** More than an admin reads at once. */
const MAX_LISTED = 200;

/** The payment provider's events that could not be handled: when each is tried again, and which ones wait for an admin. */
@Injectable()
export class FailedEvents {
  /** Whether there were any when this process looked last; while there are none, a handled event costs no command here. */
  private hasAny = false;

  constructor(
    @InjectModel(FailedEvent.name) private readonly events: Model<FailedEvent>,
    @InjectModel(HandledEvent.name) private readonly handled: Model<HandledEvent>,
  ) {}

  /** Counts a failed attempt, unless it came before the pause after the last one was over. Whether the event is set aside. */
  async record(event: Pick<ReceivedEvent, 'id' | 'type' | 'intentId'>, error: unknown): Promise<boolean> {
    const now = new Date();
    this.hasAny = true;
    const known = await this.events.findById(event.id).lean<FailedEvent>();
    if (known?.setAsideAt) {
      await this.events.updateOne({ _id: event.id }, { $set: { reason: reasonOf(error) } });
      return true;
    }
    if (known && known.nextAttemptAt > now) return false;
    const attempts = (known?.attempts ?? 0) + 1;
    const pause = PAUSES_MIN[attempts - 1];
    const { id: _id, type, intentId } = event;
    const failure = {
      type,
      reason: reasonOf(error),
      attempts,
      nextAttemptAt: new Date(now.getTime() + (pause ?? 0) * 60_000),
      ...(intentId !== undefined && { intentId }),
      ...(pause === undefined && { setAsideAt: now }),
    };
    if (known) {
      // another process may have counted the same attempt
      const { matchedCount } = await this.events.updateOne(
        { _id, attempts: known.attempts },
        { $set: failure },
      );
      return matchedCount === 1 && pause === undefined;
    }
    try {
      await this.events.create({ _id, firstFailedAt: now, ...failure });
    } catch (error_) {
      if (!isDuplicateKey(error_)) throw error_;
    }
    return false;
  }

  /** The event was handled after all, or need not be. */
  async remove(id: string): Promise<void> {
    if (this.hasAny) await this.events.deleteOne({ _id: id });
  }

  /** The ids of all that failed, whether or not they are tried again. */
  async ids(): Promise<Set<string>> {
    const found = await this.events.find({}, { _id: 1 }).lean<FailedEvent[]>();
    this.hasAny = found.length > 0;
    return new Set(found.map(({ _id }) => _id));
  }

  /** Those that are to be tried again now. */
  due(): Promise<FailedEvent[]> {
    const isDue = { nextAttemptAt: trusted({ $lte: new Date() }), setAsideAt: null };
    return this.events.find(isDue).sort({ nextAttemptAt: 1, _id: 1 }).lean<FailedEvent[]>();
  }

  /** Those that wait for an admin, the latest first. */
  setAside(): Promise<FailedEvent[]> {
    return this.events
      .find({ setAsideAt: trusted({ $ne: null }) })
      .sort({ setAsideAt: -1, _id: -1 })
      .limit(MAX_LISTED)
      .lean<FailedEvent[]>();
  }

  /** One that waits for an admin. */
  async find(id: string): Promise<FailedEvent | null> {
    const found = await this.events
      .findOne({ _id: id, setAsideAt: trusted({ $ne: null }) })
      .lean<FailedEvent>();
    this.hasAny ||= found !== null;
    return found;
  }

  /** An admin decided that nothing is to be done about one; it is not taken again. Whether it was there. */
  async dismiss({ _id, type }: FailedEvent, session: ClientSession): Promise<boolean> {
    const { deletedCount } = await this.events.deleteOne({ _id }, { session });
    const first = { $setOnInsert: { type, at: new Date() } };
    await this.handled.updateOne({ _id }, first, { session, upsert: true });
    return deletedCount === 1;
  }
}

/** For an admin: an unexpected error's message helps to find its cause. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 300);
