import { FastifyOtelInstrumentation } from '@fastify/otel';
import { context, propagation, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { ATTR_SERVICE_NAME, ATTR_URL_PATH } from '@opentelemetry/semantic-conventions';
import type { Tracing } from './tracing.js';
import { DatabaseSpans } from './database-spans.js';
import { PrivateSpans } from './redacting-processor.js';

/** A collector that does not answer keeps nobody from ending. */
const FLUSH_MS = 3_000;

/** Sends spans over OTLP/HTTP; `OTEL_*` of the environment says where, as which service, and how many. */
export function createTracing(): Tracing {
  const provider = new NodeTracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        [ATTR_SERVICE_NAME]: process.env['OTEL_SERVICE_NAME'] || 'rapid-manufacturer',
      }),
    ),
    spanProcessors: [
      new PrivateSpans(new BatchSpanProcessor(new OTLPTraceExporter(), { scheduledDelayMillis: 2_000 })),
    ],
  });
  provider.register();
  const requests = new FastifyOtelInstrumentation({
    // the hooks of the framework are many and tell nothing; messages of errors may tell too much
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
  const database = new DatabaseSpans(provider.getTracer('rapid-manufacturer'));

  const shutdown = async (): Promise<void> => {
    let late: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((done) => (late = setTimeout(done, FLUSH_MS)));
    await Promise.race([provider.shutdown().catch(() => undefined), patience]);
    clearTimeout(late);
  };

  return {
    async watchRequests(fastify) {
      // A stranger must not decide which trace a request belongs to and whether it is recorded: only what a trusted proxy
      // has handed on goes on with a trace that it names.
      fastify.addHook('onRequest', async ({ headers, ips }) => {
        if (ips !== undefined && ips.length > 1) return;
        for (const name of propagation.fields()) delete headers[name];
      });
      await fastify.register(requests.plugin());
      fastify.addHook('onClose', shutdown);
    },
    watchDatabase: (client) => database.watch(client),
    logFields() {
      const span = trace.getSpan(context.active())?.spanContext();
      const fields: Record<string, string> = span ? { traceId: span.traceId, spanId: span.spanId } : {};
      return fields;
    },
  };
}
