import { Long } from 'bson';
import { MongoError, ensure } from '../errors.js';
import { RawReply } from '../wire/message.js';
import type { Context } from './context.js';

/** Bytes of one batch. */
const BATCH_BYTES = 16 * 1024 * 1024 - 64 * 1024;
const FIRST_BATCH = 101;
const IDLE_MS = 10 * 60_000;
const MAX_OPEN = 500;

/** A result that a client is still reading: rows already encoded, made while the client asks for them. */
class Cursor {
  used = Date.now();
  busy = false;
  private pending: Buffer | undefined;

  constructor(
    readonly ns: string,
    readonly session: string | undefined,
    private readonly rows: AsyncGenerator<Buffer>,
    /** Lets the snapshot go: an idle client holds none, for it would keep pages from being used again. */
    readonly release: () => void,
  ) {}

  async close(): Promise<void> {
    await this.rows.return(undefined);
    this.release();
  }

  /** The next rows, as many as asked for and as fit into one reply; and whether they were the last. */
  async fill(count: number): Promise<{ batch: Buffer[]; done: boolean }> {
    const batch: Buffer[] = [];
    for (let bytes = 0; batch.length < count;) {
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
  private readonly timer = setInterval(() => {
    for (const [id, { used, busy }] of this.open) if (Date.now() - used > IDLE_MS && !busy) this.drop(id);
  }, 30_000).unref();

  /** The first batch; the cursor stays open only if there is more. `release` is called after every batch. */
  async start(
    { session }: Context,
    ns: string,
    rows: AsyncGenerator<Buffer>,
    release: () => void,
    batchSize: unknown = FIRST_BATCH,
    single = false,
  ): Promise<RawReply> {
    const cursor = new Cursor(ns, session?.key, rows, release);
    const id = this.next++;
    this.open.set(id, cursor);
    const reply = await this.read(id, cursor, 'firstBatch', batchSize as number, single);
    const [oldest] = this.open.keys();
    if (oldest !== undefined && this.open.size > MAX_OPEN) this.drop(oldest);
    return reply;
  }

  async more(id: bigint, ns: string, batchSize = 0): Promise<RawReply> {
    const cursor = this.open.get(id);
    if (!cursor || cursor.busy)
      throw new MongoError(43, `cursor id ${id} ${cursor ? 'is already in use' : 'not found'}`);
    ensure(
      cursor.ns === ns,
      13,
      `Requested getMore on namespace '${ns}', but cursor belongs to ${cursor.ns}`,
    );
    this.open.delete(id);
    this.open.set(id, cursor);
    return this.read(id, cursor, 'nextBatch', batchSize || Infinity);
  }

  /** Those that were open, and those that were not. */
  kill(ids: bigint[]): Long[][] {
    const killed = ids.filter((id) => this.drop(id));
    return [killed, ids.filter((id) => !killed.includes(id))].map((list) =>
      list.map((id) => Long.fromBigInt(id)),
    );
  }

  /** Ends the cursors of a session that ended. */
  killSession(key: string): void {
    for (const [id, cursor] of this.open) if (cursor.session === key) this.drop(id);
  }

  stop(): void {
    clearInterval(this.timer);
    for (const id of this.open.keys()) this.drop(id);
  }

  private async read(
    id: bigint,
    cursor: Cursor,
    field: 'firstBatch' | 'nextBatch',
    count: number,
    single = false,
  ): Promise<RawReply> {
    let ended = true;
    cursor.busy = true;
    try {
      const { batch, done } = await cursor.fill(count);
      ended = done || single;
      return new RawReply(field, batch, ended ? 0n : id, cursor.ns);
    } finally {
      cursor.busy = false;
      cursor.used = Date.now();
      cursor.release();
      if (ended) this.open.delete(id);
      // Its end, its error, or killed while it was read.
      if (!this.open.has(id)) await cursor.close();
    }
  }

  private drop(id: bigint): boolean {
    const cursor = this.open.get(id);
    this.open.delete(id);
    if (cursor && !cursor.busy) void cursor.close();
    return cursor !== undefined;
  }
}
