import { resolve } from 'node:path';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import type { DestinationStream } from 'pino';
import { serveApiDocuments } from './api-documents/api-documents.js';
import { AppModule } from './app.module.js';
import { Kinds } from './kinds/kinds.service.js';
import { createLog, createNestLogger, createRequestId } from './logging/logger.js';
import { ProblemFilter } from './web/problem.filter.js';
import { RequestLog } from './logging/request-log.js';
import { RouteTable } from './web/route-table.js';
import { createValidationPipe, UndeclaredInputInterceptor } from './web/validation.js';
import type { Config } from './config.js';
import { serveFrontend } from './web/frontend.js';
import { Metrics } from './metrics/metrics.service.js';
import { countAddress, countCachedRead, limitAddresses } from './rate-limits/address-limits.js';
import { RateLimits } from './rate-limits/rate-limits.service.js';
import { CatalogueRevision } from './response-cache/catalogue-revision.js';
import { ResponseCache } from './response-cache/response-cache.js';
import { HttpAdapter } from './web/http-adapter.js';
import { checkHeaders, checkRequests } from './web/requests.js';
import { addSecurityHeaders, pageHeaders } from './web/security-headers.js';
import type { Tracing } from './tracing/tracing.js';

/** Where the built frontend is, unless the configuration says otherwise. */
const FRONTEND_DIR = resolve(import.meta.dirname, '../../frontend/dist');

/**
 * Builds the application: the same for the server and the tests. It does not listen yet; `app.listen` migrates
 * the database first.
 *
 * @param logTo where the log goes instead of standard output
 */
export async function createApp(
  config: Config,
  logTo?: DestinationStream,
  tracing?: Tracing,
): Promise<NestFastifyApplication> {
  const log = createLog(config.logLevel, logTo, tracing?.logFields);
  const frontendDir = config.frontendDir || FRONTEND_DIR;
  const adapter = new HttpAdapter(config, createRequestId);
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(config), adapter, {
    bodyParser: false,
    logger: createNestLogger(log),
    abortOnError: false,
  });
  const fastify = adapter.getInstance();
  // crawlers look for these at the root
  app.setGlobalPrefix('api', { exclude: ['robots.txt', 'sitemap.xml'] });
  app.useGlobalPipes(createValidationPipe());
  app.useGlobalInterceptors(new UndeclaredInputInterceptor());
  app.useGlobalFilters(new ProblemFilter());
  const routes = new RouteTable(fastify);
  fastify.decorate('routes', routes);
  await tracing?.watchRequests(fastify);
  new RequestLog(log, tracing?.logFields).watch(fastify);
  app.get(Metrics).http?.watch(fastify);
  const limits = app.get(RateLimits, { strict: false });
  if (config.responseCacheBytes > 0) {
    const cache = new ResponseCache(app.get(CatalogueRevision), config.responseCacheBytes);
    const admit = (request: FastifyRequest): Promise<void> => {
      checkHeaders(request.raw);
      return countCachedRead(limits, request);
    };
    cache.serve(fastify, admit, config.corsOrigins);
  }
  const page = pageHeaders(config, frontendDir);
  await addSecurityHeaders(fastify, config, page);
  checkRequests(fastify);
  if (config.corsOrigins.length > 0) {
    app.enableCors({
      // after the security headers, so that responses to preflights have them too
      hook: 'preParsing',
      origin: config.corsOrigins,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: [
        'X-Total-Count',
        'X-Total-Is-Exact',
        'ETag',
        'X-Request-Id',
        'Retry-After',
        'RateLimit',
        'RateLimit-Policy',
      ],
    });
  }
  limitAddresses(fastify, limits);
  fastify.addHook('onRoute', (route) => {
    // Swagger UI's files: to compress them takes 60 ms for each request
    if (route.url.startsWith('/api/docs/')) route.compress = false;
  });
  // request bodies are never decompressed: see the adapter
  await app.register(compress, { threshold: 1024, globalDecompression: false });
  await app.register(multipart);
  if (config.demo) {
    const { proxyLocalServices } = await import('./local-services/local-services-proxy.js');
    await proxyLocalServices(fastify, config);
  }
  serveApiDocuments(app, config);
  await serveFrontend(fastify, {
    dir: frontendDir,
    origin: config.publicUrl,
    routes,
    pageHeaders: page,
    admit: (request) => countAddress(limits, request),
    kindSlugOf: async (text) => (await app.get(Kinds, { strict: false }).current()).slugOf(text),
  });
  return app;
}
