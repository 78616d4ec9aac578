import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { GuardedRequest } from '../common/access.js';
import { isInternal } from '../common/internal-requests.js';

/** The only query parameters whose values are logged, and only where they are numbers: any other could hold a secret. */
const LOGGED_PARAMETERS = ['page', 'pageSize', 'limit'];

function loggedQuery(request: FastifyRequest): Record<string, string> | undefined {
  const query = request.query as Record<string, unknown>;
  const logged: Record<string, string> = {};
  for (const name of LOGGED_PARAMETERS) {
    const value = query[name];
    if (typeof value === 'string' && /^\d{1,6}$/.test(value)) logged[name] = value;
  }
  return Object.keys(logged).length > 0 ? logged : undefined;
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

  /** Logs a router's requests when their responses end or their clients have gone, and sends their ids in `X-Request-Id`. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, reply, done) => {
      const { raw } = reply;
      void reply.header('X-Request-Id', request.id);
      if (isInternal(request)) return done();
      const startedAt = performance.now();
      // of the request's span, which has ended when its response has
      const trace = this.traceFields?.();
      raw.on('close', () => this.write(request, raw, startedAt, trace));
      return done();
    });
  }

  /** Logs a request whose response has ended, or whose client has gone. */
  private write(
    request: FastifyRequest,
    response: ServerResponse,
    startedAt: number,
    trace: Record<string, string> | undefined,
  ): void {
    // the matched route's pattern; never the path itself, whose parts may be tokens or e-mail addresses
    const route = request.routeOptions.url ?? 'unknown';
    const level = levelOf(route, response.statusCode);
    if (!this.lines.isLevelEnabled(level)) return;
    const { caller } = request as GuardedRequest;
    const line = {
      requestId: request.id,
      method: request.method,
      route,
      query: loggedQuery(request),
      status: response.headersSent ? response.statusCode : undefined,
      ms: Math.round((performance.now() - startedAt) * 10) / 10,
      userId: caller?.id,
      apiKeyId: caller?.apiKey?.id,
      ...trace,
    };
    this.lines[level](line, response.writableFinished ? 'request' : 'request aborted');
  }
}
