import type { Transaction as Snapshot } from 'lmdb';
import { type Collection, keyIn } from './catalog.js';
import type { Engine } from './engine.js';

export type Entry = { key: Buffer; value: Buffer };

/** A range of bytes, `start` inclusive, `end` exclusive. */
export type Range = { start: Buffer; end: Buffer };

/** What a transaction changed in one collection: by `_id` key; null is a removal. */
export type Changes = Map<string, { id: Buffer; raw: Buffer | null }>;

/** One state of the data: the newest, or (steady) a snapshot taken at the first read and kept until `release`. */
export class View {
  private snapshot: Snapshot | undefined;
  /** How many snapshots it has taken. */
  snapshots = 0;
  /** When it took its present one, by `performance.now()`. */
  since = Infinity;

  constructor(
    readonly engine: Engine,
    private readonly steady = false,
  ) {}

  /** Lets a steady view's snapshot go; the next read takes a newer one. */
  release(): void {
    this.snapshot?.done();
    this.snapshot = undefined;
    this.since = Infinity;
  }

  /** What a transaction has changed in a collection, if it has. */
  changes(_collection: Collection): Changes | undefined {
    return undefined;
  }

  /** The stored bytes of a document. */
  get(collection: Collection, id: Buffer): Buffer | undefined {
    const changed = this.changes(collection)?.get(id.toString('latin1'));
    if (changed) return changed.raw ?? undefined;
    return this.stored('data', keyIn(collection, id));
  }

  /** What was committed, whatever a transaction has changed since. */
  stored(map: 'data' | 'index', key: Buffer): Buffer | undefined {
    return this.engine.file[map].get(key, this.options());
  }

  /** Entries of one map in order; the transaction's own changes are not in them. */
  entries(map: 'data' | 'index', { start, end }: Range, reverse: boolean, limit: number): Entry[] {
    const back = { start: end, exclusiveStart: true, end: start, inclusiveEnd: true, reverse: true };
    const bounds = reverse ? back : { start, end };
    return [...this.engine.file[map].getRange({ ...bounds, limit, ...this.options() })];
  }

  /** How many keys a range holds, counted up to `limit`, by steps: lmdb's own count has no limit. */
  count(map: 'data' | 'index', range: Range, limit: number): number {
    const keys = this.engine.file[map];
    const rest = { ...range, ...this.options() };
    let count = 0;
    for (let step = 64; count < limit; step *= 16) {
      const offset = Math.min(step, limit - count);
      const [key] = keys.getKeys({ ...rest, offset, limit: 1 });
      if (!key) return count + keys.getKeysCount(rest);
      count += offset;
      rest.start = key;
    }
    return count;
  }

  protected options() {
    if (this.steady && !this.snapshot) {
      this.snapshot = this.engine.file.root.useReadTransaction();
      this.snapshots++;
      this.since = performance.now();
    }
    return this.snapshot && { transaction: this.snapshot };
  }
}
