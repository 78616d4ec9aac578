import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';

/** Routes with a label of their own; all files of the frontend share one. */
const CALLS = /^\/(api|payments-sandbox|identitytoolkit|securetoken)(?:[./]|$)/;

/** A label of few values, whatever paths are requested: a route pattern, `files`, or `unknown`. */
const routeLabel = (template: string | undefined): string => {
  if (template === undefined) return 'unknown';
  return CALLS.test(template) ? template : 'files';
};

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Measures every response by method, route pattern and status; never by its path. */
export function measureRequests(fastify: FastifyInstance, registry: Registry): void {
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the request to the end of its response',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  fastify.addHook('onResponse', async (request, reply) => {
    seconds.observe(
      {
        method: METHODS.has(request.method) ? request.method : 'other',
        route: routeLabel(request.routeOptions.url),
        status: String(reply.statusCode),
      },
      reply.elapsedTime / 1_000,
    );
  });
}
