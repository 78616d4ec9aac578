import { randomUUID } from 'node:crypto';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { BodyBudget } from './body-budget.js';
import { DomainError } from './common/errors.js';
import { createRequestId } from './common/logger.js';
import { sendProblem } from './common/problem.filter.js';
import type { Config } from './config.js';
import { jsonBodyParser } from './json-body.js';

const BODY_LIMIT = 1024 * 1024;

/** What all large JSON bodies together may hold in memory. The pictures' uploads have a gate of their own. */
const BODIES_LIMIT = 32 * BODY_LIMIT;

/** How long requests under way may take to end, once the server closes. */
const CLOSE_MS = 5_000;

/** How long an idle connection is kept at first: its client may have sent a request that is not read yet. */
const LINGER_MS = 300;

/** The one call that takes a form with a file. */
const MULTIPART_PATH = /^\/api\/images(?:\?|$)/;

class UnsupportedBody extends DomainError {
  constructor() {
    super(415, 'unsupported-body', 'Unsupported media type', 'Send the body as application/json.');
  }
}

/** Fastify believes nobody for a count of hops, since it cannot tell who connects; whoever sets one says that only proxies can. */
const trusting = (
  trust: Config['trustProxy'],
): boolean | string | ((address: string, hop: number) => boolean) =>
  typeof trust === 'number' ? (_address, hop) => hop < trust : trust;

const CLIENT_ERRORS: Record<string, [status: number, title: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Headers too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request timeout'],
};

/**
 * Nest's Fastify adapter, with every error that Fastify itself finds (a broken URL, a body that is no JSON or too large)
 * sent as a problem, and with the not-found handler left to `serveFrontend`, which knows pages from calls.
 */
export class ShopAdapter extends FastifyAdapter {
  constructor({ trustProxy, maxConnections }: Config) {
    super({
      trustProxy: trusting(trustProxy),
      bodyLimit: BODY_LIMIT,
      genReqId: createRequestId,
      routerOptions: { maxParamLength: 300 },
      requestTimeout: 30_000,
      connectionTimeout: 30_000,
      http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, requireHostHeader: false },
      // What arrives on an open connection while the server closes is answered all the same.
      return503OnClosing: false,
      frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
        // no hook has run yet
        void reply.header('X-Request-Id', request.id).header('X-Content-Type-Options', 'nosniff');
        sendProblem(error, request, reply);
      },
      clientErrorHandler: (error, socket) => {
        if ((error as NodeJS.ErrnoException).code === 'ECONNRESET' || !socket.writable) return;
        const [status, title] = CLIENT_ERRORS[error.code] ?? [400, 'Bad request'];
        const requestId = randomUUID();
        const body = JSON.stringify({
          type: 'about:blank',
          title,
          status,
          detail: 'This is no HTTP request that can be read.',
          requestId,
        });
        socket.end(
          `HTTP/1.1 ${status} ${title}\r\nContent-Type: application/problem+json; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nX-Request-Id: ${requestId}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
        );
      },
    });
    this.instance.server.maxConnections = maxConnections;
    this.instance.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
    this.instance.addHook('preParsing', async ({ headers, method, url }) => {
      const isMultipart = /^multipart\//i.test(headers['content-type'] ?? '');
      if (method !== 'GET' && method !== 'HEAD' && isMultipart && !MULTIPART_PATH.test(url))
        throw new UnsupportedBody();
    });
    new BodyBudget(BODIES_LIMIT, BODY_LIMIT).watch(this.instance, ({ url }) => MULTIPART_PATH.test(url));
  }

  /** Bodies are JSON; the pictures' multipart is parsed where it is expected, and anything else is refused with 415. */
  override registerParserMiddleware(prefix?: string, rawBody?: boolean): void {
    this.useBodyParser(
      'application/json',
      rawBody === true,
      { bodyLimit: BODY_LIMIT },
      jsonBodyParser(this.instance) as never,
    );
    super.registerParserMiddleware(prefix, rawBody);
    this.instance.removeContentTypeParser(['application/x-www-form-urlencoded', 'text/plain']);
  }

  /**
   * Stops listening, lets requests under way end, and closes each connection as it falls idle. Every answer from now on
   * says `Connection: close`. Node's own close would cut idle connections at the very start, with what their clients
   * have just sent, and then wait for the others' keep-alive.
   */
  override async close(): Promise<void> {
    const { server } = this.instance;
    const closeIdle = server.closeIdleConnections.bind(server);
    server.closeIdleConnections = () => undefined;
    let sweep: NodeJS.Timeout | undefined;
    const lingering = setTimeout(() => {
      sweep = setInterval(closeIdle, 50);
    }, LINGER_MS);
    const patience = setTimeout(() => server.closeAllConnections(), CLOSE_MS);
    try {
      await super.close();
    } finally {
      clearTimeout(lingering);
      clearInterval(sweep);
      clearTimeout(patience);
    }
  }

  /** Ours is set from the start, so that plugins' own routes have it too. */
  override setErrorHandler(): ReturnType<FastifyAdapter['setErrorHandler']> {
    return this.instance;
  }

  override setNotFoundHandler(): ReturnType<FastifyAdapter['setNotFoundHandler']> {
    return this.instance;
  }
}
