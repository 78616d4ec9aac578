import { once } from 'node:events';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import type { Server } from '../commands/context.js';
import { Cursors } from '../commands/cursors.js';
import { FailPoints } from '../commands/fail-points.js';
import { Sessions } from '../storage/sessions.js';
import { Store } from '../storage/store.js';
import { startSweeper } from '../storage/ttl.js';
import { Connection } from './connection.js';

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
  /** After so long without taking a byte of its reply a client is disconnected. */
  slowReaderSeconds?: number;
}

export interface RunningStore {
  url: string;
  port: number;
  stop: () => Promise<void>;
}

const MAX_CONNECTIONS = 1000;

/** Opens the data folder and listens on the loopback interface. */
export const startStore = async (options: Options): Promise<RunningStore> => {
  const { ttlSeconds = 60, transactionSeconds = 60, sessionSeconds = 1800, slowReaderSeconds = 60 } = options;
  const store = new Store(options.data);
  const cursors = new Cursors();
  const limits = { transactionMs: transactionSeconds * 1000, sessionMs: sessionSeconds * 1000 };
  const sessions = new Sessions(store, limits, (key) => cursors.killSession(key));
  const failPoints = options.failPoints ? new FailPoints() : undefined;
  const server: Server = { store, sessions, cursors, failPoints, port: 0 };
  const stopSweeper = startSweeper(store, sessions, ttlSeconds);
  const sockets = new Set<Socket>();
  let count = 0;
  const net = createServer((socket) => {
    if (sockets.size >= MAX_CONNECTIONS) {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    const connection = new Connection(server, socket, ++count, slowReaderSeconds * 1000);
    connection.start();
  });
  const close = async (): Promise<void> => {
    stopSweeper();
    cursors.stop();
    sessions.stop();
    await store.close();
  };
  try {
    net.listen(options.port, '127.0.0.1');
    await once(net, 'listening');
    server.port = (net.address() as AddressInfo).port;
  } catch (error) {
    await close();
    throw error;
  }
  const stop = async (): Promise<void> => {
    const closed = once(net, 'close');
    net.close();
    for (const socket of sockets) socket.destroy();
    await closed;
    await close();
  };
  let stopped: Promise<void> | undefined;
  const url = `mongodb://127.0.0.1:${server.port}/?replicaSet=rs0`;
  return { url, port: server.port, stop: () => (stopped ??= stop()) };
};
