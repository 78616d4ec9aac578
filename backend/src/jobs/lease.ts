import { randomUUID } from 'node:crypto';
import { type Model, trusted } from 'mongoose';
import { isDuplicateKey } from '../database/database.js';
import type { LeaseRecord } from './leases.js';

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
