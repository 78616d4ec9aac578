import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type Model, type QueryFilter, type SortOrder, trusted } from 'mongoose';
import { DependencyDown } from '../common/errors.js';
import { Lease } from './lease.js';

/** What one process at a time may do, and until when it may. */
@Schema({ collection: 'leases', versionKey: false })
export class LeaseRecord {
  /** What is leased: a job's name. */
  @Prop({ type: String, required: true })
  _id!: string;

  /** Names one holder, for one time. */
  @Prop({ type: String, required: true })
  holder!: string;

  @Prop({ type: Date, required: true })
  until!: Date;
}

export const LeaseRecordSchema = SchemaFactory.createForClass(LeaseRecord);

/** A document that jobs work on. */
export interface Leasable {
  _id: unknown;
  /** Until then no job works on it: one has it, or could not finish it. */
  nextAttemptAt?: Date;
}

const BATCH = 200;
/** How long a document is leased. One that could not be finished by then, or whose process died, is taken again. */
const DOCUMENT_MS = 5 * 60_000;

/** Lets one process at a time do what all of them could. One that dies is replaced when its lease ends. */
@Injectable()
export class Leases {
  constructor(@InjectModel(LeaseRecord.name) private readonly leases: Model<LeaseRecord>) {}

  /** Takes a lease for a time; undefined while somebody has it. */
  async take(name: string, milliseconds: number): Promise<Lease | undefined> {
    const lease = new Lease(this.leases, name, milliseconds);
    return (await lease.take()) ? lease : undefined;
  }

  /**
   * Does some work under a lease, which is renewed until the work ends: a process that dies is replaced after the time. The work
   * ends itself once the lease is not held any more. @returns false while somebody else has it
   */
  async hold(name: string, milliseconds: number, work: (lease: Lease) => Promise<unknown>): Promise<boolean> {
    const lease = await this.take(name, milliseconds);
    if (!lease) return false;
    let renewing: Promise<unknown> | undefined;
    const renewal = setInterval(() => {
      renewing ??= lease
        .renew()
        .catch(() => undefined)
        .finally(() => (renewing = undefined));
    }, milliseconds / 3);
    try {
      await work(lease);
    } finally {
      clearInterval(renewal);
      // one that is written after the release would hold it for nobody
      await renewing;
      // where the database is gone, it ends by itself
      await lease.release().catch(() => undefined);
    }
    return true;
  }

  /** When a lease ends or has ended; undefined when nobody ever had it. */
  async endOf(name: string): Promise<Date | undefined> {
    return (await this.leases.findById(name).lean<LeaseRecord>())?.until;
  }

  /**
   * Works on every matching document, whatever becomes of the others. The processes share them: each takes the lease of one, by a
   * conditional update, before it works on it, so that no two take the same one, and one that cannot be finished yet keeps
   * none behind it waiting.
   *
   * @throws DependencyDown at once, AggregateError of all other errors at the end
   */
  async forEach<T extends Leasable>(
    model: Model<T>,
    filter: QueryFilter<T>,
    work: (id: string) => Promise<unknown>,
    sort: Record<string, SortOrder> = { _id: 1 },
  ): Promise<void> {
    const failures: unknown[] = [];
    for await (const id of this.takeEach(model, filter, sort)) {
      try {
        await work(id);
      } catch (error) {
        if (error instanceof DependencyDown) throw error;
        failures.push(error);
      }
    }
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} ${model.modelName.toLowerCase()}s failed`);
  }

  private async *takeEach<T extends Leasable>(
    model: Model<T>,
    filter: QueryFilter<T>,
    sort: Record<string, SortOrder>,
  ): AsyncIterable<string> {
    // Leases last longer than this moment, so each document comes once, and the batches get fewer.
    const startedAt = new Date();
    const free = { $or: [{ nextAttemptAt: null }, { nextAttemptAt: trusted({ $lte: startedAt }) }] };
    const due = { ...filter, ...free } as QueryFilter<T>;
    for (;;) {
      const batch = await model.find(due, { _id: 1 }).sort(sort).limit(BATCH).lean<Leasable[]>();
      if (batch.length === 0) return;
      for (const { _id } of batch) {
        const nextAttemptAt = new Date(Date.now() + DOCUMENT_MS);
        const { modifiedCount } = await model.updateOne(
          { ...due, _id } as QueryFilter<T>,
          { $set: { nextAttemptAt } },
          { timestamps: false },
        );
        if (modifiedCount === 1) yield String(_id);
      }
    }
  }
}
