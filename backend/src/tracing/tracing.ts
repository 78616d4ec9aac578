import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.js';

/** Traces of this process. */
export interface Tracing {
  /** Makes a span of each request; called before any route is added. */
  watchRequests(fastify: FastifyInstance): Promise<void>;
  /** Members of a log line: the span that it is written in. */
  readonly logFields: () => Record<string, string>;
}

/**
 * Starts tracing where an endpoint for traces is set; else none of it is loaded. It has to come before the database's driver
 * is loaded, which it instruments.
 */
export async function startTracing({ traces }: Config): Promise<Tracing | undefined> {
  if (!traces) return undefined;
  const { createTracing } = await import('./tracing-sdk.js');
  return createTracing();
}
