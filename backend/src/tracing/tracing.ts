import type { FastifyInstance } from 'fastify';
import type { mongo } from 'mongoose';
import type { Config } from '../config.js';

/** Traces of this process. */
export interface Tracing {
  /** Makes a span of each request; before any route is made. */
  watchRequests(fastify: FastifyInstance): Promise<void>;
  /** Makes a span of each command to the database, under the request that it is for. */
  watchDatabase(client: mongo.MongoClient): void;
  /** What a log line says of the span that it is written in. */
  readonly logFields: () => Record<string, string>;
}

/** Begins to trace when an endpoint for traces is set; else nothing of it is even loaded. */
export async function startTracing({ traces }: Config): Promise<Tracing | undefined> {
  if (!traces) return undefined;
  const { createTracing } = await import('./tracing-sdk.js');
  return createTracing();
}
