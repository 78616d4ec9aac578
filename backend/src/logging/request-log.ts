import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { GuardedRequest } from '../common/access.js';
import { isInternal } from '../common/internal-requests.js';

/** The only query parameters whose values are logged, and only where they are numbers: any other could hold a secret. */
const LOGGED_PARAMETERS = ['page', 'pageSize', 'limit'];

/** What a line says of a request, besides its response. */
export interface LoggedRequest {
  requestId: string;
  method: string;
  /** The matched route's pattern; never the path itself, whose parts may be tokens or e-mail addresses. */
  route: string;
  query: Record<string, string> | undefined;
  userId?: string | undefined;
  apiKeyId?: string | undefined;
}

function loggedQuery(request: FastifyRequest): LoggedRequest['query'] {
  const query = request.query as Record<string, unknown>;
  const logged: Record<string, string> = {};
  for (const name of LOGGED_PARAMETERS) {
    const value = query[name];
    if (typeof value === 'string' && /^\d{1,6}$/.test(value)) logged[name] = value;
  }
  return Object.keys(logged).length > 0 ? logged : undefined;
}

export function describeRequest(request: FastifyRequest): LoggedRequest {
  const { id, method, routeOptions } = request;
  const { caller } = request as GuardedRequest;
  return {
    requestId: id,
    method,
    route: routeOptions.url ?? 'unknown',
    query: loggedQuery(request),
    userId: caller?.id,
    apiKeyId: caller?.apiKey?.id,
  };
}

/** The level of a request's line. */
function levelOf(route: string, status: number): 'debug' | 'info' | 'warn' | 'error' {
  if (status === 503) return 'warn';
  if (status >= 500) return 'error';
  return route.startsWith('/api/health/') ? 'debug' : 'info';
}

/** Writes one line for each request. */
export class RequestLog {
  private readonly lines: Logger;

  constructor(
    log: Logger,
    private readonly traceFields?: () => Record<string, string>,
  ) {
    // nothing in these lines needs redaction
    this.lines = log.child({}, { redact: [], serializers: { msg: (text: string) => text } });
  }

  /** Whether requests are logged that did not fail. */
  get isEnabled(): boolean {
    return this.lines.isLevelEnabled('info');
  }

  /** Logs a router's requests when their responses end or their clients have gone, and sends their ids in `X-Request-Id`. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, reply, done) => {
      const { raw } = reply;
      void reply.header('X-Request-Id', request.id);
      if (isInternal(request)) return done();
      const startedAt = performance.now();
      // of the request's span, which has ended when its response has
      const trace = this.traceFields?.();
      raw.on('close', () => this.write(raw, startedAt, () => ({ ...describeRequest(request), ...trace })));
      return done();
    });
  }

  /**
   * Logs a request whose response has ended, or whose client has gone.
   *
   * @param startedAt by `performance.now()`
   */
  write(response: ServerResponse, startedAt: number, describe: () => LoggedRequest): void {
    if (response.statusCode < 500 && !this.isEnabled) return;
    const { requestId, method, route, query, ...others } = describe();
    const level = levelOf(route, response.statusCode);
    if (!this.lines.isLevelEnabled(level)) return;
    const line = {
      requestId,
      method,
      route,
      query,
      status: response.headersSent ? response.statusCode : undefined,
      ms: Math.round((performance.now() - startedAt) * 10) / 10,
      ...others,
    };
    this.lines[level](line, response.writableFinished ? 'request' : 'request aborted');
  }
}
