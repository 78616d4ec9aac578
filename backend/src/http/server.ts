import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { FastifyServerOptions } from 'fastify';
import { Connections } from './connections.js';
import { refuseManyHeaders } from './heads.js';
import { parseInSlices } from './slices.js';
import { SlowReaders } from './slow-readers.js';
import { inTurns } from './turns.js';

/** What Fastify says of its server: Node's own options, and its time-outs in ms. */
export type ServerSettings = Pick<
  FastifyServerOptions,
  'connectionTimeout' | 'keepAliveTimeout' | 'requestTimeout'
> & {
  http?: ServerOptions;
};

/**
 * The server below Fastify, which bears floods: its connections give way to newer ones, each has its requests begun one
 * after the other, and answers that nobody takes are given up.
 */
export function createShopServer(
  handler: RequestListener,
  options: ServerSettings,
  maxConnections: number,
): Server {
  const connections = new Connections(maxConnections);
  const readers = new SlowReaders();
  const server = createServer(options.http ?? {});
  refuseManyHeaders(
    server,
    // what is cut before its turn is never seen here, and would never be forgotten
    inTurns((request, answer) => {
      connections.serve(answer);
      readers.serve(answer);
      handler(request, answer);
    }),
  );
  server.keepAliveTimeout = options.keepAliveTimeout ?? server.keepAliveTimeout;
  server.requestTimeout = options.requestTimeout ?? server.requestTimeout;
  server.setTimeout(options.connectionTimeout ?? 0);
  parseInSlices(server);
  connections.watch(server);
  readers.watch(server);
  return server;
}
