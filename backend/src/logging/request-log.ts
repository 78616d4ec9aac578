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

/** The matched route's pattern; never the path itself, whose parts may be tokens or e-mail addresses. */
export const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'unknown';

/** The level of a request's line. */
function levelOf(route: string, status: number): 'debug' | 'info' | 'warn' | 'error' {
  if (status === 503) return 'warn';
  if (status >= 500) return 'error';
  return route.startsWith('/api/health/') ? 'debug' : 'info';
}

/** Logs each request in one line when its response ends or its client has gone, and sends its id in `X-Request-Id`. */
export function logRequests(
  fastify: FastifyInstance,
  log: Logger,
  traceFields?: () => Record<string, string>,
): void {
  // nothing in these lines needs redaction
  const lines = log.child({}, { redact: [], serializers: { msg: (text: string) => text } });
  fastify.addHook('onRequest', (request, reply, done) => {
    const { raw } = reply;
    void reply.header('X-Request-Id', request.id);
    if (isInternal(request)) return done();
    const startedAt = performance.now();
    // of the request's span, which has ended when its response has
    const trace = traceFields?.();
    raw.on('close', () => {
      if (raw.statusCode < 500 && !lines.isLevelEnabled('info')) return;
      const route = routeOf(request);
      const level = levelOf(route, raw.statusCode);
      if (!lines.isLevelEnabled(level)) return;
      const { caller } = request as GuardedRequest;
      const line = {
        requestId: request.id,
        method: request.method,
        route,
        query: loggedQuery(request),
        status: raw.headersSent ? raw.statusCode : undefined,
        ms: Math.round((performance.now() - startedAt) * 10) / 10,
        userId: caller?.id,
        apiKeyId: caller?.apiKey?.id,
        ...trace,
      };
      lines[level](line, raw.writableFinished ? 'request' : 'request aborted');
    });
    return done();
  });
}
