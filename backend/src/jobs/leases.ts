import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { isDuplicateKey } from '../database/database.js';

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

/** The right of this process to do something until a time, which it may put off. */
export class Lease {
  private readonly holder = randomUUID();
  /** By `performance.now`, reckoned from before the write: over here no later than in the database. */
  private heldUntil = 0;

  constructor(
    private readonly leases: Model<LeaseRecord>,
    private readonly name: string,
    private readonly milliseconds: number,
  ) {}

  /** Whether nobody else can have it. */
  get isHeld(): boolean {
    return performance.now() < this.heldUntil;
  }

  /** Takes it if it is free; whether it was. */
  async take(): Promise<boolean> {
    try {
      return await this.write({ until: trusted({ $lte: new Date() }) }, true);
    } catch (error) {
      // the row is there and did not match
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Holds it for its time from now on; false when another process has taken it. */
  renew(): Promise<boolean> {
    return this.write({ holder: this.holder }, false);
  }

  async release(): Promise<void> {
    this.heldUntil = 0;
    await this.leases.updateOne({ _id: this.name, holder: this.holder }, { until: new Date() });
  }

  private async write(condition: object, upsert: boolean): Promise<boolean> {
    const startedAt = performance.now();
    const until = new Date(Date.now() + this.milliseconds);
    const filter = { _id: this.name, ...condition };
    const { matchedCount, upsertedCount } = await this.leases.updateOne(
      filter,
      { holder: this.holder, until },
      { upsert },
    );
    const isHeld = matchedCount + upsertedCount === 1;
    this.heldUntil = isHeld ? startedAt + this.milliseconds : 0;
    return isHeld;
  }
}

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
    const renewal = setInterval(() => void lease.renew().catch(() => undefined), milliseconds / 3);
    try {
      await work(lease);
    } finally {
      clearInterval(renewal);
      // where the database is gone, it ends by itself
      await lease.release().catch(() => undefined);
    }
    return true;
  }

  /** When a lease ends or has ended; undefined when nobody ever had it. */
  async endOf(name: string): Promise<Date | undefined> {
    return (await this.leases.findById(name).lean<LeaseRecord>())?.until;
  }
}
