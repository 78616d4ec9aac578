import { Long } from 'bson';
import { MongoError } from '../errors.js';
import { RawReply } from '../wire/message.js';
import type { Context } from './context.js';
import { wholeNumber } from './context.js';

/** Bytes of one batch. */
const BATCH_BYTES = 16 * 1024 * 1024 - 64 * 1024;
const DEFAULT_FIRST = 101;
const IDLE_MS = 10 * 60_000;
const MAX_OPEN = 500;

/** Rows as a client gets them, already encoded, made while the client asks for them. */
export type Output = AsyncIterator<Buffer>;

interface Cursor {
  ns: string;
  rows: Output;
  pending: Buffer | undefined;
  used: number;
  session: string | undefined;
  release: () => void;
  busy: boolean;
}

/** What clients are still reading. */
export class Cursors {
  private readonly open = new Map<bigint, Cursor>();
  private next = BigInt(Date.now()) * 1000n;
  private readonly timer: NodeJS.Timeout;

  constructor() {
    this.timer = setInterval(() => this.sweep(), 30_000);
    this.timer.unref();
  }

  get count(): number {
    return this.open.size;
  }

  /** The first batch; the cursor stays open only if there is more. `release` is called after every batch. */
  async start(
    context: Context,
    ns: string,
    rows: Output,
    release: () => void,
    options: { batchSize?: number | undefined; single?: boolean; rest?: Record<string, unknown> },
  ): Promise<RawReply> {
    const cursor: Cursor = {
      ns,
      rows,
      pending: undefined,
      used: Date.now(),
      session: context.session?.key,
      release,
      busy: false,
    };
    let id = 0n;
    try {
      const { batch, done } = await fill(cursor, options.batchSize ?? DEFAULT_FIRST);
      if (done || options.single) await close(cursor);
      else {
        if (this.open.size >= MAX_OPEN) this.dropOldest();
        id = this.next++;
        this.open.set(id, cursor);
        // An idle client holds no snapshot: it would keep pages of the file from being used again.
        release();
      }
      return new RawReply('firstBatch', batch, id, ns, options.rest);
    } catch (error) {
      await close(cursor);
      throw error;
    }
  }

  async more(context: Context, id: bigint, ns: string): Promise<RawReply> {
    const cursor = this.open.get(id);
    if (!cursor) throw new MongoError(43, `cursor id ${id} not found`);
    if (cursor.ns !== ns) {
      throw new MongoError(
        13,
        `Requested getMore on namespace '${ns}', but cursor belongs to a different namespace ${cursor.ns}`,
      );
    }
    if (cursor.busy) throw new MongoError(43, `cursor id ${id} is already in use`);
    const size = wholeNumber(context.body, 'batchSize');
    cursor.busy = true;
    try {
      const { batch, done } = await fill(cursor, size > 0 ? size : Infinity);
      cursor.used = Date.now();
      cursor.release();
      if (done) {
        this.open.delete(id);
        await close(cursor);
      }
      return new RawReply('nextBatch', batch, done ? 0n : id, ns);
    } catch (error) {
      this.open.delete(id);
      await close(cursor);
      throw error;
    } finally {
      cursor.busy = false;
    }
  }

  kill(ids: bigint[]): { killed: Long[]; missing: Long[] } {
    const killed: Long[] = [];
    const missing: Long[] = [];
    for (const id of ids) {
      (this.drop(id) ? killed : missing).push(Long.fromBigInt(id));
    }
    return { killed, missing };
  }

  /** Ends the cursors of a session that ended. */
  killSession(key: string): void {
    for (const [id, cursor] of this.open) if (cursor.session === key) this.drop(id);
  }

  stop(): void {
    clearInterval(this.timer);
    for (const id of this.open.keys()) this.drop(id);
  }

  private drop(id: bigint): boolean {
    const cursor = this.open.get(id);
    if (!cursor) return false;
    this.open.delete(id);
    if (!cursor.busy) void close(cursor);
    return true;
  }

  private dropOldest(): void {
    const [oldest] = [...this.open].sort(([, a], [, b]) => a.used - b.used);
    if (oldest) this.drop(oldest[0]);
  }

  private sweep(): void {
    for (const [id, cursor] of this.open) {
      if (Date.now() - cursor.used > IDLE_MS && !cursor.busy) this.drop(id);
    }
  }
}

const close = async (cursor: Cursor): Promise<void> => {
  await cursor.rows.return?.();
  cursor.release();
};

const fill = async (cursor: Cursor, count: number): Promise<{ batch: Buffer[]; done: boolean }> => {
  const batch: Buffer[] = [];
  let bytes = 0;
  while (batch.length < count) {
    const raw = cursor.pending ?? ((await cursor.rows.next()).value as Buffer | undefined);
    cursor.pending = undefined;
    if (!raw) return { batch, done: true };
    if (batch.length > 0 && bytes + raw.length > BATCH_BYTES) {
      cursor.pending = raw;
      return { batch, done: false };
    }
    batch.push(raw);
    bytes += raw.length + 16;
  }
  return { batch, done: false };
};
