import type { RequestListener } from 'node:http';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { DomainError, InvalidInput } from './common/errors.js';
import { createRequestId } from './logging/logger.js';
import { sendProblem } from './web/problem.filter.js';
import type { Config } from './config.js';
import { BareAnswers } from './http/bare-answers.js';
import { BodyBudget } from './http/body-budget.js';
import { jsonBodyParser } from './http/json-body.js';
import { createShopServer, type ServerSettings } from './http/server.js';
import type { SecurityHeaders } from './web/security-headers.js';

/** The most of a request's head, in bytes: as much as other servers take. A slow client's is held until it is whole. */
const HEAD_LIMIT = 8 * 1024;

/** The most of an ordinary body, in bytes: several times what the largest form sends. */
const BODY_LIMIT = 64 * 1024;

/** The most of a provider's event: that of a dispute has all its evidence. */
const EVENT_LIMIT = 256 * 1024;

/** What all large bodies together may hold in memory. The pictures' uploads have a gate of their own. */
const BODIES_LIMIT = 32 * 1024 * 1024;

/** More parameters than any call has: what is made of them costs more than their text. */
const MAX_PARAMETERS = 100;

/** How long requests under way may take to end, once the server closes. */
const CLOSE_MS = 5_000;

/** How long an idle connection is kept at first: its client may have sent a request that is not read yet. */
const LINGER_MS = 300;

/** The one call that takes a form with a file. */
const MULTIPART_PATH = /^\/api\/images(?:\?|$)/;

/** Where signed events come. Nobody parses one before its signature is checked. */
const EVENT_PATH = /^\/api\/webhooks\//;

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

/** Nobody has to send compressed bodies, and a few bytes of one can hold megabytes. */
class CompressedBody extends DomainError {
  constructor() {
    super(415, 'compressed-body', 'Unsupported media type', 'Send the body without a Content-Encoding.');
  }
}

/**
 * Nest's Fastify adapter, with every error that Fastify itself finds (a broken URL, a body that is no JSON or too large)
 * sent as a problem, and with the not-found handler left to `serveFrontend`, which knows pages from calls.
 */
export class ShopAdapter extends FastifyAdapter {
  constructor({ trustProxy, maxConnections, uploads }: Config, headers: SecurityHeaders) {
    const bare = new BareAnswers(headers);
    super({
      trustProxy: trusting(trustProxy),
      bodyLimit: BODY_LIMIT,
      genReqId: createRequestId,
      routerOptions: { maxParamLength: 300 },
      requestTimeout: 30_000,
      connectionTimeout: 30_000,
      http: {
        headersTimeout: 10_000,
        connectionsCheckingInterval: 100,
        maxHeaderSize: HEAD_LIMIT,
        requireHostHeader: false,
      },
      serverFactory: (handler: RequestListener, options: ServerSettings) =>
        createShopServer(handler, options, maxConnections),
      // What arrives on an open connection while the server closes is answered all the same.
      return503OnClosing: false,
      frameworkErrors: bare.toBadAddress,
      clientErrorHandler: bare.toNoRequest,
    });
    this.instance.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
    const limitOf = ({ url }: FastifyRequest) =>
      MULTIPART_PATH.test(url)
        ? { limit: uploads.maxBytes + BODY_LIMIT, kind: 'upload' as const }
        : EVENT_PATH.test(url)
          ? { limit: EVENT_LIMIT, kind: 'event' as const }
          : { limit: BODY_LIMIT, kind: 'json' as const };
    new BodyBudget(BODIES_LIMIT, limitOf).watch(this.instance);
    this.instance.addHook('preParsing', async ({ headers: sent, method, url }, reply) => {
      if (url.split('&', MAX_PARAMETERS + 1).length > MAX_PARAMETERS)
        throw new InvalidInput({ query: `At most ${MAX_PARAMETERS} parameters` });
      // no body of theirs is read
      if (method === 'GET' || method === 'HEAD') return;
      if (!/^\s*(?:identity)?\s*$/i.test(sent['content-encoding'] ?? '')) {
        void reply.header('Accept-Encoding', 'identity');
        throw new CompressedBody();
      }
      const isMultipart = /^multipart\//i.test(sent['content-type'] ?? '');
      if (isMultipart && !MULTIPART_PATH.test(url)) throw new UnsupportedBody();
    });
    this.instance.addHook('onRoute', (route) => {
      if (EVENT_PATH.test(route.url)) route.bodyLimit = EVENT_LIMIT;
    });
  }

  /** Bodies are JSON, or a form with an image, which `@fastify/multipart` reads; anything else is refused with 415. */
  override registerParserMiddleware(prefix?: string, rawBody?: boolean): void {
    this.useBodyParser(
      'application/json',
      rawBody === true,
      { bodyLimit: BODY_LIMIT },
      jsonBodyParser(this.instance, ({ url }) => EVENT_PATH.test(url)) as never,
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
