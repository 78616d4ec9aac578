import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { GuardedRequest } from '../common/access.js';
import { plainUrl } from '../common/redact.js';

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
