import { once } from 'node:events';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import type { Server } from '../commands/context.js';
import { Cursors } from '../commands/cursors.js';
import { dispatch } from '../commands/dispatch.js';
import { FailPoints } from '../commands/fail-points.js';
import { Sessions } from '../storage/sessions.js';
import { Store } from '../storage/store.js';
import { LOOPBACK } from '../../lifecycle.js';
import { serve } from './connection.js';

export interface Options {
  /** A name or address to listen on, and the one that clients are given. Without it loopback's. */
  host?: string;
  /** 0: any free port. */
  port: number;
  /** The data folder. */
  data: string;
  /** Enable `configureFailPoint`. */
  failPoints?: boolean;
  /** Seconds between two runs of the TTL sweeper. */
  ttlSeconds?: number;
  /** Longest life of a transaction. */
  transactionSeconds?: number;
  /** After so long without a command a session ends. */
  sessionSeconds?: number;
  /** After so long with an untaken reply a client is disconnected. */
  slowReaderSeconds?: number;
}

export type RunningStore = Awaited<ReturnType<typeof startStore>>;

/** Removes the documents of TTL indexes whose date has passed, by the command that a client would send. */
const removeExpired = async (server: Server): Promise<void> => {
  for (const { db: $db, name, indexes } of server.store.catalog.list()) {
    for (const { paths, spec, expireAfterSeconds } of indexes) {
      if (expireAfterSeconds === undefined) continue;
      const passed = { [paths[0]!]: { $lte: new Date(Date.now() - expireAfterSeconds * 1000) } };
      const q = { $and: [passed, spec.partialFilterExpression ?? {}] };
      const command = { delete: name, deletes: [{ q, limit: 0 }], $db };
      await dispatch({ ...server, failPoints: undefined }, command, 0);
    }
  }
};

/** Opens the data folder and listens, on the loopback interface unless a host is given. */
export const startStore = async (options: Options) => {
  const { host = LOOPBACK } = options;
  const { ttlSeconds = 60, transactionSeconds = 60, sessionSeconds = 1800, slowReaderSeconds = 60 } = options;
  const store = new Store(options.data);
  const cursors = new Cursors();
  const limits = { transactionMs: transactionSeconds * 1000, sessionMs: sessionSeconds * 1000 };
  const sessions = new Sessions(store, limits, (key) => cursors.killSession(key));
  const failPoints = options.failPoints ? new FailPoints() : undefined;
  const server: Server = { store, sessions, cursors, failPoints, host, port: 0 };
  let sweep: Promise<void> | undefined;
  const sweepOnce = () => (sweep ??= removeExpired(server).finally(() => (sweep = undefined)));
  const timer = setInterval(sweepOnce, ttlSeconds * 1000);
  const sockets = new Set<Socket>();
  let count = 0;
  const net = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    void serve(server, socket, ++count, slowReaderSeconds * 1000).finally(() => sockets.delete(socket));
  });
  net.maxConnections = 1000;
  const stop = async (): Promise<void> => {
    clearInterval(timer);
    const closed = once(net, 'close');
    net.close();
    for (const socket of sockets) socket.destroy();
    await closed;
    cursors.stop();
    sessions.stop();
    await store.engine.close();
  };
  try {
    await once(net.listen(options.port, host), 'listening');
  } catch (error) {
    await stop();
    throw error;
  }
  const { port } = net.address() as AddressInfo;
  server.port = port;
  let stopped: Promise<void> | undefined;
  return { url: `mongodb://${host}:${port}/?replicaSet=rs0`, port, stop: () => (stopped ??= stop()) };
};
