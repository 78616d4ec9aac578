import { once } from 'node:events';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import type { Server } from '../commands/context.js';
import { Cursors } from '../commands/cursors.js';
import { dispatch } from '../commands/dispatch.js';
import { FailPoints } from '../commands/fail-points.js';
import { Sessions } from '../storage/sessions.js';
import { Store } from '../storage/store.js';
import { serve } from './connection.js';

export interface Options {
  /** 0: any free port. */
  port: number;
  /** The data folder. */
  data: string;
  /** Answer `configureFailPoint`. */
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

export interface RunningStore {
  url: string;
  port: number;
  stop: () => Promise<void>;
}

const MAX_CONNECTIONS = 1000;

/** Removes the documents of TTL indexes whose date has passed, by the command that a client would send. */
const removeExpired = async (server: Server): Promise<void> => {
  for (const { db: $db, name, indexes } of server.store.catalog.list()) {
    for (const { paths, spec, expireAfterSeconds } of indexes) {
      if (expireAfterSeconds === undefined) continue;
      const passed = { [paths[0]!]: { $lte: new Date(Date.now() - expireAfterSeconds * 1000) } };
      const q = { $and: [passed, spec.partialFilterExpression ?? {}] };
      const command = { delete: name, deletes: [{ q, limit: 0 }], $db };
      await dispatch({ ...server, failPoints: undefined }, command, { connection: 0, appName: undefined });
    }
  }
};

/** Opens the data folder and listens on the loopback interface. */
export const startStore = async (options: Options): Promise<RunningStore> => {
  const { ttlSeconds = 60, transactionSeconds = 60, sessionSeconds = 1800, slowReaderSeconds = 60 } = options;
  const store = new Store(options.data);
  const cursors = new Cursors();
  const limits = { transactionMs: transactionSeconds * 1000, sessionMs: sessionSeconds * 1000 };
  const sessions = new Sessions(store, limits, (key) => cursors.killSession(key));
  const failPoints = options.failPoints ? new FailPoints() : undefined;
  const server: Server = { store, sessions, cursors, failPoints, port: 0 };
  let sweeping: Promise<void> | undefined;
  const sweeper = setInterval(
    () => (sweeping ??= removeExpired(server).finally(() => (sweeping = undefined))),
    ttlSeconds * 1000,
  );
  const sockets = new Set<Socket>();
  let count = 0;
  const net = createServer((socket) => {
    sockets.add(socket);
    void serve(server, socket, ++count, slowReaderSeconds * 1000).finally(() => sockets.delete(socket));
  });
  net.maxConnections = MAX_CONNECTIONS;
  const stop = async (): Promise<void> => {
    clearInterval(sweeper);
    const closed = once(net, 'close');
    net.close();
    for (const socket of sockets) socket.destroy();
    await closed;
    cursors.stop();
    sessions.stop();
    await store.close();
  };
  try {
    net.listen(options.port, '127.0.0.1');
    await once(net, 'listening');
  } catch (error) {
    await stop();
    throw error;
  }
  server.port = (net.address() as AddressInfo).port;
  let stopped: Promise<void> | undefined;
  const url = `mongodb://127.0.0.1:${server.port}/?replicaSet=rs0`;
  return { url, port: server.port, stop: () => (stopped ??= stop()) };
};
