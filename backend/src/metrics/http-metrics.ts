import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Histogram, type Registry } from 'prom-client';
import { isInternal } from '../common/internal-requests.js';

/** Routes with a label of their own, besides the rendered pages; all files of the frontend share one. */
const CALLS = /^\/(api|mailbox|payments-sandbox|identitytoolkit|securetoken)(?:[./]|$)/;

/** A label of few values, whatever paths are requested: a route pattern, `files`, or `unknown`. */
const routeLabel = ({ routeOptions: { url, config } }: FastifyRequest): string => {
  if (url === undefined) return 'unknown';
  return config.cached || CALLS.test(url) ? url : 'files';
};

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Measures responses by method, route pattern and status; never by their path. */
export class HttpMetrics {
  private readonly seconds: Histogram<'method' | 'route' | 'status'>;

  constructor(registry: Registry) {
    this.seconds = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'From the request to the end of its response',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    });
  }

  /** Measures every response of a router. */
  watch(fastify: FastifyInstance): void {
    // without a promise: cached reads take little else
    fastify.addHook('onResponse', (request, { statusCode, elapsedTime }, done) => {
      if (isInternal(request)) return done();
      const method = METHODS.has(request.method) ? request.method : 'other';
      const labels = { method, route: routeLabel(request), status: String(statusCode) };
      this.seconds.observe(labels, elapsedTime / 1_000);
      return done();
    });
  }
}
