import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyRequest, FastifyServerOptions, RouteShorthandOptions } from 'fastify';
import type { Config } from '../config.js';
import { addBodyParsers } from './requests.js';
import { BareErrors } from './bare-errors.js';
import { sendProblem } from './problem.filter.js';
import { trustOf } from './proxies.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Fastify's own options of a route that a controller declares with `@RouteConfig`. */
    route?: Pick<RouteShorthandOptions, 'bodyLimit' | 'onRequest'>;
  }
}

/** The largest body, in bytes, unless the route says otherwise: several times what the largest form sends. */
const BODY_LIMIT = 64 * 1024;
const HEADERS_LIMIT = 8 * 1024;
/** How long the body of a call may take. */
const BODY_MS = 30_000;
/** How long a file may take, as long as its bytes keep coming: a photo of some megabytes over a poor connection. */
const UPLOAD_MS = 600_000;
/** How long a client may neither send nor take anything during a request. */
const PAUSE_MS = 30_000;
/** How long a client may go on sending a body that was refused. */
const DISCARD_MS = 5_000;
/** Requests of one connection. Whoever pipelines more at once is cut off: Node reads them all before it serves the first. */
const MAX_REQUESTS = 100;
/** How long keep-alive clients are told to close their connections before the idle ones are closed. */
const LINGER_MS = 300;
/** How long requests may take to end once the server closes. */
const CLOSE_MS = 5_000;

/** What is left of a body when the response has been sent. Closing at once could lose the response on its way. */
function discardBody(request: IncomingMessage): void {
  const late = setTimeout(() => request.socket.destroy(), DISCARD_MS).unref();
  request.resume().once('end', () => clearTimeout(late));
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

type ErrorHandler = Parameters<FastifyAdapter['setErrorHandler']>[0];

/**
 * Nest's Fastify adapter with the server's limits, JSON bodies only, and every error that Fastify itself finds sent as a
 * problem. Slow clients and floods of connections are the reverse proxy's: see docs/deployment.md.
 */
export class HttpAdapter extends FastifyAdapter {
  private isDraining = false;
  private handleError: ErrorHandler = sendProblem;

  /** @param genReqId names a request, in `X-Request-Id` and in the log */
  constructor(config: Config, genReqId: FastifyServerOptions['genReqId']) {
    const bare = new BareErrors(config, HEADERS_LIMIT);
    super({
      trustProxy: trustOf(config) ?? false,
      bodyLimit: BODY_LIMIT,
      genReqId,
      routerOptions: { maxParamLength: 300 },
      requestTimeout: UPLOAD_MS,
      connectionTimeout: PAUSE_MS,
      maxRequestsPerSocket: MAX_REQUESTS,
      http: {
        headersTimeout: 10_000,
        connectionsCheckingInterval: 1_000,
        maxHeaderSize: HEADERS_LIMIT,
        // `checkRequests` does, for a response with a problem and all headers
        requireHostHeader: false,
      },
      // what arrives on an open connection while the server closes is still served
      return503OnClosing: false,
      frameworkErrors: bare.sendRoutingError as FastifyServerOptions['frameworkErrors'],
      clientErrorHandler: bare.sendClientError,
    });
    const { instance } = this;
    const { server } = instance;
    server.maxConnections = config.maxConnections;
    server.on('dropRequest', (_request, socket) => socket.destroy());
    // unknown expectations are ignored, as RFC 9110 (10.1.1) allows; Node would respond without a body
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    // from the start: a route keeps the handler that is there when it is registered, and plugins' are before Nest's
    instance.setErrorHandler((...failure) => this.handleError.call(instance, ...failure));
    addBodyParsers(instance);
    instance.addHook('onRequest', (request, _reply, done) => {
      const { multipart, csv } = request.routeOptions.config;
      if (!multipart && !csv && hasBody(request)) this.limitBodyTime(request.raw, bare);
      done();
    });
    instance.addHook('onResponse', (request, _reply, done) => {
      if (hasBody(request) && !request.raw.complete) discardBody(request.raw);
      done();
    });
    instance.addHook('onRoute', (route) => void Object.assign(route, route.config?.route));
    instance.addHook('onRequest', (_request, reply, done) => {
      if (this.isDraining) void reply.header('Connection', 'close');
      done();
    });
    instance.addHook('preClose', async () => {
      this.drain();
      await sleep(LINGER_MS);
    });
  }

  /** Node has one limit for all requests, and files need a long one. */
  private limitBodyTime(request: IncomingMessage, bare: BareErrors): void {
    const { socket } = request;
    const late = setTimeout(
      () => bare.sendClientError({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket),
      BODY_MS,
    );
    const clear = () => {
      clearTimeout(late);
      socket.off('close', clear);
    };
    request.once('end', clear).once('close', clear);
    // a request whose body was refused ends with its connection, and says nothing itself
    socket.once('close', clear);
  }

  /** Still serves, and tells every client to close its connection. */
  drain(): void {
    this.isDraining = true;
  }

  override setErrorHandler(handler: ErrorHandler): ReturnType<FastifyAdapter['setErrorHandler']> {
    this.handleError = handler;
    return this.instance;
  }

  /** Stops listening and lets requests end. */
  override async close(): Promise<void> {
    const late = setTimeout(() => this.instance.server.closeAllConnections(), CLOSE_MS);
    try {
      await super.close();
    } finally {
      clearTimeout(late);
    }
  }
}
