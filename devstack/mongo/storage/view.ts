import type { Collection } from './catalog.js';
import type { Engine, Snapshot } from './engine.js';

export interface Entry {
  key: Buffer;
  value: Buffer;
}

/** A range of bytes, `start` inclusive, `end` exclusive. */
export interface Range {
  start: Buffer;
  end: Buffer;
}

/** What a transaction changed in one collection: by `_id` key; null is a removal. */
export type Changes = Map<string, { id: Buffer; raw: Buffer | null }>;

/**
 * One state of the data: the newest, or a snapshot, with a transaction's own changes on top. A steady view takes a
 * snapshot when it is read and keeps it until `release`.
 */
export class View {
  constructor(
    private readonly engine: Engine,
    private snapshot?: Snapshot | undefined,
    private readonly overlay?: (collection: Collection) => Changes | undefined,
    private readonly steady = false,
  ) {}

  /** Lets a steady view's snapshot go; the next read takes a newer one. */
  release(): void {
    this.snapshot?.done();
    this.snapshot = undefined;
  }

  /** The stored bytes of a document. */
  get(collection: Collection, id: Buffer): Buffer | undefined {
    const changed = this.overlay?.(collection)?.get(id.toString('latin1'));
    if (changed) return changed.raw ?? undefined;
    return this.engine.data.get(Buffer.concat([collection.prefix, id]), this.options());
  }

  changes(collection: Collection): Changes | undefined {
    const changes = this.overlay?.(collection);
    return changes && changes.size > 0 ? changes : undefined;
  }

  /** Entries of one map in order; the transaction's own changes are not in them. */
  entries(map: 'data' | 'index', range: Range, reverse: boolean, limit: number): Entry[] {
    const { start, end } = range;
    if (Buffer.compare(start, end) >= 0) return [];
    const store = this.engine[map];
    const bounds = reverse
      ? { start: end, exclusiveStart: true, end: start, inclusiveEnd: true, reverse: true }
      : { start, end };
    return [...store.getRange({ ...bounds, limit, ...this.options() })] as Entry[];
  }

  /** How many keys a range holds, counted up to `limit`. */
  count(map: 'data' | 'index', range: Range, limit: number): number {
    if (Buffer.compare(range.start, range.end) >= 0) return 0;
    return this.engine[map].getKeysCount({ start: range.start, end: range.end, limit, ...this.options() });
  }

  private options() {
    if (this.steady) this.snapshot ??= this.engine.snapshot();
    return this.snapshot ? { transaction: this.snapshot } : undefined;
  }
}
