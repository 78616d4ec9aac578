import { type Server as NetServer, type Socket, createServer } from 'node:net';
import { Cursors } from '../commands/cursors.js';
import type { Server } from '../commands/context.js';
import { dispatch } from '../commands/dispatch.js';
import { clock } from '../commands/admin.js';
import { FailPoints } from '../commands/fail-points.js';
import { MongoError } from '../errors.js';
import { Sessions } from '../storage/sessions.js';
import { Store } from '../storage/store.js';
import { startSweeper } from '../storage/ttl.js';
import type { Doc } from '../values/bson.js';
import { Binary, Long, asDoc } from '../values/types.js';
import { MAX_MESSAGE, ProtocolError, type Request, readRequest, writeReply } from './message.js';

export interface Options {
  /** 0: any free port. */
  port: number;
  /** The data folder. */
  data: string;
  /** Answer `configureFailPoint`. */
  failPoints?: boolean;
  /** Seconds between two runs of the TTL sweeper. */
  ttlSeconds?: number;
}

export interface RunningStore {
  url: string;
  port: number;
  stop: () => Promise<void>;
}

/** Bytes that one connection may have sent ahead of the answers. */
const MAX_AHEAD = MAX_MESSAGE + 1024 * 1024;
const MAX_CONNECTIONS = 1000;
/** Bytes that all connections together may have sent ahead; whoever goes beyond is disconnected. */
const MAX_AHEAD_IN_ALL = 256 * 1024 * 1024;
let aheadInAll = 0;
/** A client that takes no bytes of a reply for so long is gone. */
const SLOW_READER_MS = 60_000;

const NO_HASH = { hash: new Binary(Buffer.alloc(20), 0), keyId: new Long(0) };

/** Replies of sessions carry the logical time. */
const meta = (body: Doc): Doc => {
  if (body.lsid === undefined && body.$clusterTime === undefined) return {};
  const time = clock();
  return { operationTime: time, $clusterTime: { clusterTime: time, signature: NO_HASH } };
};

class Connection {
  private chunks: Buffer[] = [];
  private buffered = 0;
  private working = false;
  private appName: string | undefined;

  constructor(
    private readonly server: Server,
    private readonly socket: Socket,
    private readonly id: number,
  ) {
    socket.setNoDelay(true);
  }

  start(): void {
    this.socket.on('data', (chunk) => this.receive(chunk));
    this.socket.on('error', () => this.socket.destroy());
    this.socket.on('close', () => {
      aheadInAll -= this.buffered;
      this.buffered = 0;
      this.chunks = [];
    });
  }

  private receive(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.buffered += chunk.length;
    aheadInAll += chunk.length;
    if (aheadInAll > MAX_AHEAD_IN_ALL) this.socket.destroy();
    if (this.buffered > MAX_AHEAD) this.socket.pause();
    if (!this.working) void this.work();
  }

  /** One message after another, each answered before the next is read. */
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

  private take(): Buffer | undefined {
    if (this.buffered < 4) return undefined;
    if (this.chunks[0]!.length < 4) this.chunks = [Buffer.concat(this.chunks)];
    const size = this.chunks[0]!.readInt32LE(0);
    if (size < 16 || size > MAX_MESSAGE) throw new ProtocolError(`message of ${size} bytes`);
    if (this.buffered < size) return undefined;
    const all = this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks);
    this.buffered -= size;
    aheadInAll -= size;
    this.chunks = this.buffered > 0 ? [all.subarray(size)] : [];
    return all.subarray(0, size);
  }

  private async answer(message: Buffer): Promise<void> {
    let request: Request;
    try {
      request = readRequest(message);
    } catch (error) {
      if (!(error instanceof MongoError)) throw error;
      const broken: Request = {
        id: message.readInt32LE(4),
        body: {},
        legacy: message.readInt32LE(12) !== 2013,
        silent: false,
      };
      await this.send(writeReply(broken, error.toReply(), {}));
      return;
    }
    const client = asDoc(asDoc(request.body.client)?.application);
    if (typeof client?.name === 'string') this.appName = client.name;
    const { reply, close } = await dispatch(this.server, request.body, {
      connection: this.id,
      appName: this.appName,
    });
    if (close) this.socket.destroy();
    else if (!request.silent) await this.send(writeReply(request, reply, meta(request.body)));
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
      }, SLOW_READER_MS);
      const done = (): void => {
        clearInterval(timer);
        socket.off('drain', done).off('close', done);
        resolve();
      };
      socket.once('drain', done).once('close', done);
    });
  }
}

const listen = (net: NetServer, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    net.once('error', reject);
    net.listen(port, '127.0.0.1', () => {
      net.off('error', reject);
      const address = net.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });

/** Opens the data folder and listens on the loopback interface. */
export const startStore = async (options: Options): Promise<RunningStore> => {
  const store = new Store(options.data);
  const sockets = new Set<Socket>();
  const server: Server = {
    store,
    sessions: new Sessions(store),
    cursors: new Cursors(),
    failPoints: options.failPoints ? new FailPoints() : undefined,
    port: 0,
    started: Date.now(),
    connections: () => sockets.size,
  };
  let count = 0;
  const net = createServer((socket) => {
    if (sockets.size >= MAX_CONNECTIONS) {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    const connection = new Connection(server, socket, ++count);
    connection.start();
  });
  const stopSweeper = startSweeper(store, server.sessions, options.ttlSeconds ?? 60);
  const close = async (): Promise<void> => {
    stopSweeper();
    server.cursors.stop();
    server.sessions.stop();
    await store.close();
  };
  try {
    server.port = await listen(net, options.port);
  } catch (error) {
    await close();
    throw error;
  }
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    const closed = new Promise((resolve) => net.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
    await close();
  };
  return {
    url: `mongodb://127.0.0.1:${server.port}/?replicaSet=rs0`,
    port: server.port,
    stop: () => (stopped ??= stop()),
  };
};
