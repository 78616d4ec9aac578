import { Long } from 'bson';
import { MongoError } from '../errors.js';
import { RawReply } from '../wire/message.js';
import { type Context, wholeNumber } from './context.js';

/** Bytes of one batch. */
const BATCH_BYTES = 16 * 1024 * 1024 - 64 * 1024;
const FIRST_BATCH = 101;
const IDLE_MS = 10 * 60_000;
const MAX_OPEN = 500;

const toLong = (id: bigint) => Long.fromBigInt(id);

/** A result that a client is still reading: rows already encoded, made while the client asks for them. */
class Cursor {
  used = Date.now();
  busy = false;
  private pending: Buffer | undefined;

  constructor(
    readonly ns: string,
    readonly session: string | undefined,
    private readonly rows: AsyncIterator<Buffer>,
    /** Lets the snapshot go: an idle client holds none, for it would keep pages from being used again. */
    readonly release: () => void,
  ) {}

  async close(): Promise<void> {
    await this.rows.return?.();
    this.release();
  }

  async fill(count: number): Promise<{ batch: Buffer[]; done: boolean }> {
    const batch: Buffer[] = [];
    let bytes = 0;
    while (batch.length < count) {
      const raw = this.pending ?? ((await this.rows.next()).value as Buffer | undefined);
      this.pending = undefined;
      if (!raw) return { batch, done: true };
      bytes += raw.length + 16;
      if (batch.length > 0 && bytes > BATCH_BYTES) {
        this.pending = raw;
        break;
      }
      batch.push(raw);
    }
    return { batch, done: false };
  }
}

export class Cursors {
  /** The one unused longest comes first. */
  private readonly open = new Map<bigint, Cursor>();
  private next = BigInt(Date.now()) * 1000n;
  private readonly timer = setInterval(() => this.sweep(), 30_000).unref();

  /** The first batch; the cursor stays open only if there is more. `release` is called after every batch. */
  async start(
    context: Context,
    ns: string,
    rows: AsyncIterator<Buffer>,
    release: () => void,
    options: { batchSize?: number | undefined; single?: boolean },
  ): Promise<RawReply> {
    const cursor = new Cursor(ns, context.session?.key, rows, release);
    try {
      const { batch, done } = await cursor.fill(options.batchSize ?? FIRST_BATCH);
      if (done || options.single) {
        await cursor.close();
        return new RawReply('firstBatch', batch, 0n, ns);
      }
      const [oldest] = this.open.keys();
      if (oldest !== undefined && this.open.size >= MAX_OPEN) this.drop(oldest);
      const id = this.next++;
      this.open.set(id, cursor);
      release();
      return new RawReply('firstBatch', batch, id, ns);
    } catch (error) {
      await cursor.close();
      throw error;
    }
  }

  async more(context: Context, id: bigint, ns: string): Promise<RawReply> {
    const cursor = this.open.get(id);
    if (!cursor) throw new MongoError(43, `cursor id ${id} not found`);
    if (cursor.ns !== ns)
      throw new MongoError(13, `Requested getMore on namespace '${ns}', but cursor belongs to ${cursor.ns}`);
    if (cursor.busy) throw new MongoError(43, `cursor id ${id} is already in use`);
    const size = wholeNumber(context.body, 'batchSize');
    cursor.busy = true;
    this.open.delete(id);
    this.open.set(id, cursor);
    let done = true;
    try {
      const filled = await cursor.fill(size > 0 ? size : Infinity);
      done = filled.done;
      return new RawReply('nextBatch', filled.batch, done ? 0n : id, ns);
    } finally {
      cursor.busy = false;
      cursor.used = Date.now();
      cursor.release();
      if (done) this.open.delete(id);
      // Its end, its error, or killed while it was read.
      if (!this.open.has(id)) await cursor.close();
    }
  }

  kill(ids: bigint[]): { killed: Long[]; missing: Long[] } {
    const killed = ids.filter((id) => this.drop(id));
    const missing = ids.filter((id) => !killed.includes(id));
    return { killed: killed.map(toLong), missing: missing.map(toLong) };
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
    this.open.delete(id);
    if (cursor && !cursor.busy) void cursor.close();
    return cursor !== undefined;
  }

  private sweep(): void {
    for (const [id, { used, busy }] of this.open) if (Date.now() - used > IDLE_MS && !busy) this.drop(id);
  }
}
