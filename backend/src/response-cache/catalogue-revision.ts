import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { ClientSession, Model } from 'mongoose';
import { beganAt, join } from '../database/transaction.js';

/** What a write changed that public reads show: the units in stock, anything else of products, or reviews. */
const CHANGES = ['stock', 'content', 'reviews'] as const;
export type CatalogueChange = (typeof CHANGES)[number];
/** What a response may depend on: these, and what the search index of this process has taken of them. */
export type Shown = CatalogueChange | 'search';

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

  /** Missing in rows of versions that counted reviews as `content`. */
  @Prop({ type: Number, default: 0 })
  reviews?: number;

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
  /** Writes seen of products that changed more than their stock. */
  content = 0;
  /** Writes seen that changed the stock. */
  stock = 0;
  /** Writes seen of reviews. */
  reviews = 0;
  /** How often this process's search found something else than before. */
  search = 0;

  private readonly processId = randomUUID();
  /** Rows that no transaction uses, and since when. */
  private readonly freeRows: { _id: string; since: number }[] = [];
  private rows = 0;
  /** What transactions in progress change. */
  private readonly pending = new WeakMap<ClientSession, Set<CatalogueChange>>();
  private seen = new Map<string, RevisionRow>();
  private readAt = -Infinity;
  private reading: Promise<void> | undefined;

  constructor(@InjectModel(RevisionRow.name) private readonly model: Model<RevisionRow>) {}

  /** Counts a change in the transaction that makes it, once however often it is called; without effect if it is rolled back. */
  bump(change: CatalogueChange, session: ClientSession): void {
    const pending = this.pending.get(session);
    if (pending) pending.add(change);
    else this.begin(new Set([change]), session);
  }

  private begin(changes: Set<CatalogueChange>, session: ClientSession): void {
    this.pending.set(session, changes);
    const _id = this.takeRow(beganAt(session));
    join(session, {
      beforeCommit: async () => {
        const $inc = Object.fromEntries([...changes].map((change) => [change, 1]));
        await this.model.updateOne({ _id }, { $inc, $set: { at: new Date() } }, { session, upsert: true });
      },
      ended: (outcome) => {
        this.pending.delete(session);
        this.freeRows.push({ _id, since: performance.now() });
        // also one that was not confirmed: it may have taken effect
        if (outcome !== 'rolled-back') for (const change of changes) this[change] += 1;
      },
    });
  }

  /** A row that was written last before a transaction began: a later write would conflict with it. */
  private takeRow(before: number): string {
    const [oldest] = this.freeRows;
    if (oldest && oldest.since < before) return this.freeRows.shift()!._id;
    return `${this.processId}/${this.rows++}`;
  }

  /** The revision of what a response shows, but for the stock: another one after each change of it. */
  contentOf(shows: readonly Shown[]): number {
    const shown = (change: 'content' | 'reviews' | 'search') => (shows.includes(change) ? this[change] : 0);
    return shown('content') + shown('reviews') + shown('search');
  }

  /** Whether the writes of other processes are known up to the last second. Reads them in the background now and then. */
  isCurrent(now = performance.now()): boolean {
    const age = now - this.readAt;
    if (age > POLL_MS) this.read().catch(() => undefined); // the next call that depends on it fails
    return age < MAX_UNSEEN_MS;
  }

  /** Names the writes of these kinds that were seen, also those of other processes up to the last second. */
  async seenWrites(...changes: CatalogueChange[]): Promise<string> {
    if (!this.isCurrent()) await this.read();
    return changes.map((change) => this[change]).join('/');
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
      for (const change of CHANGES) if ((row[change] ?? 0) !== (before?.[change] ?? 0)) this[change] += 1;
    }
    this.seen = new Map(others.map((row) => [row._id, row]));
    this.readAt = startedAt;
  }
}
