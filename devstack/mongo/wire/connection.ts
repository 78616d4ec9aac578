import type { Socket } from 'node:net';
import { clock } from '../commands/admin.js';
import type { Server } from '../commands/context.js';
import { dispatch } from '../commands/dispatch.js';
import { MongoError } from '../errors.js';
import type { Doc } from '../values/bson.js';
import { Binary, Long, asDoc } from '../values/types.js';
import { MAX_MESSAGE, ProtocolError, type Request, readRequest, writeReply } from './message.js';

/** Bytes that one connection may have sent ahead of the answers. */
const MAX_AHEAD = MAX_MESSAGE + 1024 * 1024;
/** Bytes that all connections together may have sent ahead; whoever goes beyond is disconnected. */
const MAX_AHEAD_IN_ALL = 256 * 1024 * 1024;
let aheadInAll = 0;

const NO_HASH = { hash: new Binary(Buffer.alloc(20), 0), keyId: new Long(0) };

/** Replies of sessions carry the logical time. */
const meta = (body: Doc): Doc => {
  if (body.lsid === undefined && body.$clusterTime === undefined) return {};
  const time = clock();
  return { operationTime: time, $clusterTime: { clusterTime: time, signature: NO_HASH } };
};

/** One client: takes its messages one after another, each answered before the next is read. */
export class Connection {
  private chunks: Buffer[] = [];
  private buffered = 0;
  private working = false;
  private appName: string | undefined;

  constructor(
    private readonly server: Server,
    private readonly socket: Socket,
    private readonly id: number,
    /** A client that takes no bytes of a reply for so long is gone. */
    private readonly slowReaderMs: number,
  ) {}

  start(): void {
    const { socket } = this;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.receive(chunk));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.count(-this.buffered);
      this.chunks = [];
    });
  }

  private count(bytes: number): void {
    this.buffered += bytes;
    aheadInAll += bytes;
  }

  private receive(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.count(chunk.length);
    if (aheadInAll > MAX_AHEAD_IN_ALL) this.socket.destroy();
    if (this.buffered > MAX_AHEAD) this.socket.pause();
    if (!this.working) void this.work();
  }

  private async work(): Promise<void> {
    this.working = true;
    try {
      for (let message = this.take(); message && !this.socket.destroyed; message = this.take()) {
        await this.answer(message);
        if (this.socket.isPaused() && this.buffered <= MAX_AHEAD) this.socket.resume();
      }
    } catch (error) {
      if (!(error instanceof ProtocolError)) console.error(error);
      this.socket.destroy();
    } finally {
      this.working = false;
    }
  }

  /** The bytes of the next message, once all of them are here. */
  private take(): Buffer | undefined {
    if (this.buffered < 4) return undefined;
    if (this.chunks[0]!.length < 4) this.chunks = [Buffer.concat(this.chunks)];
    const size = this.chunks[0]!.readInt32LE(0);
    if (size < 16 || size > MAX_MESSAGE) throw new ProtocolError(`message of ${size} bytes`);
    if (this.buffered < size) return undefined;
    const all = this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks);
    this.count(-size);
    this.chunks = this.buffered > 0 ? [all.subarray(size)] : [];
    return all.subarray(0, size);
  }

  private async answer(message: Buffer): Promise<void> {
    let request: Request;
    try {
      request = readRequest(message);
    } catch (error) {
      if (!(error instanceof MongoError)) throw error;
      const broken = { id: message.readInt32LE(4), legacy: message.readInt32LE(12) !== 2013 };
      await this.send(writeReply(broken, error.toReply(), {}));
      return;
    }
    const { body } = request;
    const client = asDoc(asDoc(body.client)?.application);
    if (typeof client?.name === 'string') this.appName = client.name;
    const reply = await dispatch(this.server, body, { connection: this.id, appName: this.appName });
    if (!reply) this.socket.destroy();
    else if (!request.silent) await this.send(writeReply(request, reply, meta(body)));
  }

  /** Writes a reply and waits until the client has taken it: nothing piles up here. */
  private send(bytes: Buffer): Promise<void> | undefined {
    const { socket } = this;
    if (socket.destroyed || socket.write(bytes)) return undefined;
    return new Promise((resolve) => {
      let pending = socket.writableLength;
      const timer = setInterval(() => {
        if (socket.writableLength < pending) pending = socket.writableLength;
        else socket.destroy();
      }, this.slowReaderMs);
      const done = (): void => {
        clearInterval(timer);
        socket.off('drain', done).off('close', done);
        resolve();
      };
      socket.once('drain', done).once('close', done);
    });
  }
}
