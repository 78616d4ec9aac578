import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { GuardedRequest } from './access.js';

/** Query parameters that may stand in the log; every other one could hold a secret or a person's data. */
const PLAIN_PARAMETERS = new Set([
  'page',
  'pageSize',
  'limit',
  'sort',
  'kind',
  'status',
  'availability',
  'ratings',
  'role',
]);

/** So much of a query is looked at, in characters. */
const MAX_QUERY = 2_000;

/** An address without what could be secret or a person's: only a few query parameters keep their values. */
export function plainUrl(url: string): string {
  const [path = '', query] = url.split('?', 2);
  const names = query ? [...new URLSearchParams(query.slice(0, MAX_QUERY))] : [];
  const plain = names.map(([name, value]) =>
    PLAIN_PARAMETERS.has(name) ? `${name}=${value.slice(0, 40)}` : `${name.slice(0, 40)}=…`,
  );
  // e-mail addresses stand in paths; looked for from the beginning of a part only, or a long part would take its square
  const anonymous = path.replace(/(?<![^/])[^/]*(?:@|%40)[^/]*/gi, ':email').slice(0, 300);
  return plain.length > 0 ? `${anonymous}?${plain.slice(0, 20).join('&')}` : anonymous;
}

function levelOf(status: number, isProbe: boolean): 'debug' | 'info' | 'warn' | 'error' {
  if (status === 503) return 'warn';
  if (status >= 500) return 'error';
  return isProbe ? 'debug' : 'info';
}

/** Logs each answered request in a line, and names each answer's request in `X-Request-Id`. */
export function logRequests(
  fastify: FastifyInstance,
  log: Logger,
  traceFields?: () => Record<string, string>,
): void {
  // the span of a request has ended when its answer has
  const traces = new WeakMap<object, Record<string, string>>();
  fastify.addHook('onRequest', async (request, reply) => {
    if (traceFields) traces.set(request, traceFields());
    void reply.header('X-Request-Id', request.id);
  });
  fastify.addHook('onResponse', async (request, reply) => {
    const { statusCode, elapsedTime } = reply;
    const { caller } = request as GuardedRequest;
    const isProbe = request.url.startsWith('/api/health/') && statusCode < 400;
    log[levelOf(statusCode, isProbe)](
      {
        requestId: request.id,
        method: request.method,
        path: plainUrl(request.url),
        status: statusCode,
        ms: Math.round(elapsedTime * 10) / 10,
        ...(caller && { userId: caller.id }),
        ...traces.get(request),
      },
      'request',
    );
  });
}
