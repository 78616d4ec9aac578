import { FastifyOtelInstrumentation } from '@fastify/otel';
import { context, propagation, trace } from '@opentelemetry/api';
import { MongoDBInstrumentation } from '@opentelemetry/instrumentation-mongodb';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { ATTR_SERVICE_NAME, ATTR_URL_PATH } from '@opentelemetry/semantic-conventions';
import type { Tracing } from './tracing.js';
import { RedactingProcessor } from './redacting-processor.js';

/** A collector that does not respond may delay the end of the process for so long. */
const FLUSH_MS = 3_000;

/** Sends spans over OTLP/HTTP, as the environment's `OTEL_*` says: where, as which service, how many. */
export function createTracing(): Tracing {
  const provider = new NodeTracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        [ATTR_SERVICE_NAME]: process.env['OTEL_SERVICE_NAME'] || 'rapid-manufacturer',
      }),
    ),
    spanProcessors: [
      new RedactingProcessor(
        new BatchSpanProcessor(new OTLPTraceExporter(), { scheduledDelayMillis: 2_000 }),
      ),
    ],
  });
  provider.register();
  const requests = new FastifyOtelInstrumentation({
    // the framework's hooks are many and of no interest; messages of errors may hold anything
    instrumentHooks: false,
    recordExceptions: false,
    requestHook: (span, request) => {
      const route = request.routeOptions.url ?? 'unknown';
      span.updateName(`${request.method} ${route}`);
      // the path itself may hold tokens and e-mail addresses
      span.setAttribute(ATTR_URL_PATH, route);
    },
  });
  requests.setTracerProvider(provider);
  // a query has values of persons, and its shape is known by the route
  const database = new MongoDBInstrumentation({ dbStatementSerializer: () => '' });
  database.setTracerProvider(provider);

  const shutdown = async (): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((done) => (timer = setTimeout(done, FLUSH_MS)));
    await Promise.race([provider.shutdown().catch(() => undefined), timeout]);
    clearTimeout(timer);
  };

  return {
    async watchRequests(fastify) {
      // A client must not choose the trace of its request, or whether it is recorded: only a trusted proxy may.
      fastify.addHook('onRequest', async ({ headers, ips }) => {
        if (ips !== undefined && ips.length > 1) return;
        for (const name of propagation.fields()) delete headers[name];
      });
      await fastify.register(requests.plugin());
      fastify.addHook('onClose', shutdown);
    },
    logFields() {
      const span = trace.getSpan(context.active())?.spanContext();
      const fields: Record<string, string> = span ? { traceId: span.traceId, spanId: span.spanId } : {};
      return fields;
    },
  };
}
