import { Long } from 'bson';
import { ensure } from '../errors.js';
import type { TimeLimit } from '../query/time-limit.js';
import { RawReply } from '../wire/message.js';
import type { Context } from './context.js';

/** Bytes of one batch. */
const BATCH_BYTES = 16 * 1024 * 1024 - 64 * 1024;
const FIRST_BATCH = 101;
const IDLE_MS = 10 * 60_000;
const MAX_OPEN = 500;

/** A result that a client is still reading: rows already encoded, made while the client asks for them. */
interface Cursor {
  ns: string;
  session: string | undefined;
  rows: AsyncGenerator<Buffer>;
  /** Releases the snapshot: an idle cursor holds none, for it would keep pages from being reused. */
  release: () => void;
  /** Runs only while a batch is read. */
  time: TimeLimit;
  used: number;
  busy: boolean;
  /** A row that was too much for the last batch. */
  pending?: Buffer | undefined;
}

const close = async ({ rows, release }: Cursor): Promise<void> => {
  await rows.return(undefined);
  release();
};

export class Cursors {
  /** The one unused longest comes first. */
  private readonly open = new Map<bigint, Cursor>();
  private next = BigInt(Date.now()) * 1000n;
  private readonly timer = setInterval(() => {
    for (const [id, { used, busy }] of this.open) if (Date.now() - used > IDLE_MS && !busy) this.drop(id);
  }, 30_000).unref();

  /** The first batch; the cursor stays open only if there is more. `release` is called after every batch. */
  async start(
    { session, time }: Context,
    ns: string,
    rows: AsyncGenerator<Buffer>,
    release: () => void,
    batchSize: unknown = FIRST_BATCH,
    single = false,
  ): Promise<RawReply> {
    const id = this.next++;
    const cursor = { ns, session: session?.key, rows, release, time, used: 0, busy: false };
    const reply = await this.read(id, cursor, 'firstBatch', batchSize as number, single);
    const [oldest] = this.open.keys();
    if (oldest !== undefined && this.open.size > MAX_OPEN) this.drop(oldest);
    return reply;
  }

  async more(id: bigint, ns: string, batchSize = 0, maxTimeMS = Infinity): Promise<RawReply> {
    const cursor = this.open.get(id);
    ensure(cursor && !cursor.busy, 43, `cursor id ${id} ${cursor ? 'is already in use' : 'not found'}`);
    ensure(cursor.ns === ns, 13, `Requested getMore on namespace '${ns}', but it belongs to ${cursor.ns}`);
    this.open.delete(id);
    cursor.time.resume(maxTimeMS);
    return this.read(id, cursor, 'nextBatch', batchSize || Infinity);
  }

  /** Those that were open, and those that were not. */
  kill(ids: bigint[]): Long[][] {
    const killed = ids.filter((id) => this.drop(id));
    const lists = [killed, ids.filter((id) => !killed.includes(id))];
    return lists.map((list) => list.map((id) => Long.fromBigInt(id)));
  }

  /** Ends the cursors of a session that ended. */
  killSession(key: string): void {
    for (const [id, cursor] of this.open) if (cursor.session === key) this.drop(id);
  }

  stop(): void {
    clearInterval(this.timer);
    for (const id of this.open.keys()) this.drop(id);
  }

  /** The next rows, as many as requested and as fit into one reply. */
  private async read(
    id: bigint,
    cursor: Cursor,
    field: 'firstBatch' | 'nextBatch',
    count: number,
    single = false,
  ): Promise<RawReply> {
    const batch: Buffer[] = [];
    let hasMore = false;
    this.open.set(id, Object.assign(cursor, { busy: true }));
    try {
      for (let bytes = 0; !(hasMore = batch.length >= count); cursor.pending = undefined) {
        cursor.pending ??= (await cursor.rows.next()).value as Buffer | undefined;
        if (!cursor.pending) break;
        bytes += cursor.pending.length + 16;
        if ((hasMore = batch.length > 0 && bytes > BATCH_BYTES)) break;
        batch.push(cursor.pending);
      }
      hasMore &&= !single;
      return new RawReply(field, batch, hasMore ? id : 0n, cursor.ns);
    } finally {
      Object.assign(cursor, { busy: false, used: Date.now() });
      cursor.time.pause();
      cursor.release();
      if (!hasMore) this.open.delete(id);
      // Its end, its error, or killed while it was read.
      if (!this.open.has(id)) await close(cursor);
    }
  }

  private drop(id: bigint): boolean {
    const cursor = this.open.get(id);
    this.open.delete(id);
    if (cursor && !cursor.busy) void close(cursor);
    return cursor !== undefined;
  }
}
