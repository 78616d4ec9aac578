import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import type { GuardedRequest } from '../common/access.js';

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

const messageOf = (_: unknown, { writableFinished }: ServerResponse): string =>
  writableFinished ? 'request' : 'request aborted';

interface Logged {
  request: FastifyRequest;
  startedAt: number;
  /** Of the request's span, which has ended when its response has. */
  trace: Record<string, string> | undefined;
}

/**
 * Logs each request in one line when its response ends, and sends its id in `X-Request-Id`. The hook calls pino-http itself:
 * a middleware of Nest would see paths under `/api` only.
 */
export function logRequests(
  fastify: FastifyInstance,
  log: Logger,
  traceFields?: () => Record<string, string>,
): void {
  const requests = new WeakMap<IncomingMessage, Logged>();
  const fieldsOf = (raw: IncomingMessage, response: ServerResponse) => {
    const { request, startedAt, trace } = requests.get(raw)!;
    return {
      requestId: request.id,
      method: request.method,
      route: routeOf(request),
      query: loggedQuery(request),
      status: response.headersSent ? response.statusCode : undefined,
      ms: Math.round((performance.now() - startedAt) * 10) / 10,
      userId: (request as GuardedRequest).caller?.id,
      ...trace,
    };
  };
  const logRequest = pinoHttp({
    // nothing of a request's line needs redaction, which costs time for each child logger
    logger: log.child({}, { redact: [] }),
    quietResLogger: true,
    wrapSerializers: false,
    serializers: { req: () => undefined },
    customLogLevel(raw, { statusCode }) {
      if (statusCode === 503) return 'warn';
      if (statusCode >= 500) return 'error';
      return routeOf(requests.get(raw)!.request).startsWith('/api/health/') ? 'debug' : 'info';
    },
    customSuccessMessage: messageOf,
    customErrorMessage: messageOf,
    customSuccessObject: fieldsOf,
    customErrorObject: fieldsOf,
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    const { raw, id } = request;
    raw.id = id;
    void reply.header('X-Request-Id', id);
    requests.set(raw, { request, startedAt: performance.now(), trace: traceFields?.() });
    logRequest(raw, reply.raw);
    done();
  });
}
