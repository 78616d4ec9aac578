import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { ClientSession, Connection, Model } from 'mongoose';
import { inTransaction } from '../database/transaction.js';

/** What a write of the catalogue changed: only the units in stock, or anything else that a public read shows. */
const CHANGES = ['stock', 'content'] as const;
export type CatalogueChange = (typeof CHANGES)[number];

/**
 * A counter of the catalogue's writes. Every process has rows of its own, one for each of its transactions at a time, so that
 * no two transactions ever write the same one.
 */
@Schema({ collection: 'catalogue_revisions', versionKey: false })
export class RevisionRow {
  /** The process, and which of its rows. */
  @Prop({ type: String, required: true })
  _id!: string;

  @Prop({ type: Number, default: 0 })
  stock!: number;

  @Prop({ type: Number, default: 0 })
  content!: number;

  /** The last write; rows of processes that have ended are removed an hour after it. */
  @Prop({ type: Date, required: true })
  at!: Date;
}

export const RevisionRowSchema = SchemaFactory.createForClass(RevisionRow);
RevisionRowSchema.index({ at: 1 }, { expireAfterSeconds: 3_600 });

/** A process has seen every write of the others that was committed this long ago, or it asks before it uses its cache. */
const MAX_UNSEEN_MS = 900;
const POLL_MS = 400;

/**
 * The catalogue's revision as this process knows it. Its own writes are counted as soon as they are committed; those of other
 * processes are read from the database while the cache is in use, so an idle process reads nothing.
 */
@Injectable()
export class CatalogueRevision {
  /** Writes seen that changed more than the stock. */
  content = 0;
  /** Writes seen that changed the stock. */
  stock = 0;

  private readonly processId = randomUUID();
  private readonly freeRows: string[] = [];
  private rows = 0;
  private seen = new Map<string, RevisionRow>();
  private readAt = -Infinity;
  private reading: Promise<void> | undefined;

  constructor(
    @InjectConnection() private readonly connection: Connection,
    @InjectModel(RevisionRow.name) private readonly model: Model<RevisionRow>,
  ) {}

  /** Runs a write of products or reviews in a transaction, and counts it in the same one. */
  async write<T>(change: CatalogueChange, work: (session: ClientSession) => Promise<T>): Promise<T> {
    const _id = this.freeRows.pop() ?? `${this.processId}/${this.rows++}`;
    try {
      return await inTransaction(this.connection, async (session) => {
        const result = await work(session);
        await this.model.updateOne(
          { _id },
          { $inc: { [change]: 1 }, $set: { at: new Date() } },
          { session, upsert: true },
        );
        return result;
      });
    } finally {
      // also when it failed: a commit that was not confirmed may have taken effect
      this[change] += 1;
      this.freeRows.push(_id);
    }
  }

  /** Whether the writes of other processes are known up to the last second. Reads them in the background now and then. */
  isCurrent(now = performance.now()): boolean {
    const age = now - this.readAt;
    if (age > POLL_MS) this.read().catch(() => undefined); // the next call that depends on it fails
    return age < MAX_UNSEEN_MS;
  }

  /** Reads the writes of other processes; calls at the same time share one read. */
  read(): Promise<void> {
    this.reading ??= this.readRows().finally(() => (this.reading = undefined));
    return this.reading;
  }

  private async readRows(): Promise<void> {
    const startedAt = performance.now();
    const rows = await this.model.find().lean<RevisionRow[]>();
    const others = rows.filter(({ _id }) => !_id.startsWith(this.processId));
    for (const row of others) {
      const before = this.seen.get(row._id);
      for (const change of CHANGES) if (row[change] !== (before?.[change] ?? 0)) this[change] += 1;
    }
    this.seen = new Map(others.map((row) => [row._id, row]));
    this.readAt = startedAt;
  }
}
