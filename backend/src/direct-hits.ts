import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { isInternal } from './common/internal-requests.js';
import { describeRequest, type LoggedRequest, type RequestLog } from './logging/request-log.js';
import { createRequestId } from './logging/logger.js';
import type { HttpMetrics } from './metrics/http-metrics.js';
import { limitPause } from './web/http-adapter.js';
import { addressOf, isSecure, type Trust } from './web/proxies.js';
import { headersProblem } from './web/requests.js';
import { countAddress } from './rate-limits/address-limits.js';
import type { RateLimits } from './rate-limits/rate-limits.service.js';
import { encodingOf, sendHit, type Variant } from './response-cache/cached-response.js';
import { keyOf, type ResponseCache } from './response-cache/response-cache.js';

/** URLs that are known at once, and how long they may be: some megabytes together. */
const MAX_URLS = 10_000;
const MAX_URL_LENGTH = 300;

/** A URL that the router has matched before: its key in the cache, and what the log says of it. */
interface KnownUrl extends Pick<LoggedRequest, 'route' | 'query'> {
  key: string;
}

export interface DirectHitOptions {
  cache: ResponseCache;
  limits: RateLimits;
  trust: Trust | undefined;
  log: RequestLog;
  metrics: HttpMetrics | undefined;
}

/**
 * Sends cached responses before Fastify sees the request: its routing and the hooks of a request take longer than all else
 * that a hit needs. Only a GET without a body, of a URL that the router has matched before, is served here. Every other
 * request, and whatever is not in the cache, goes to the router, which responds alike.
 */
export class DirectHits {
  private readonly urls = new LRUCache<string, KnownUrl>({ max: MAX_URLS });

  constructor(private readonly options: DirectHitOptions) {}

  /** Learns URLs from the requests that a router serves. */
  learnFrom(fastify: FastifyInstance): void {
    fastify.addHook('onResponse', async (request, { statusCode }) => {
      const { raw, method, url, headers, protocol } = request;
      const isHit = method === 'GET' && (statusCode === 200 || statusCode === 304);
      // headers that allow another origin to read it are part of its key
      if (!isHit || headers.origin !== undefined || isInternal({ raw }) || url.length > MAX_URL_LENGTH)
        return;
      const key = keyOf(request);
      if (key === undefined) return;
      const { route, query } = describeRequest(request);
      this.urls.set(nameOf(url, protocol === 'https'), { key, route, query });
    });
  }

  /** Sends what is in the cache; `route` gets all else. */
  serve(request: IncomingMessage, response: ServerResponse, route: RequestListener): void {
    const startedAt = performance.now();
    const { cache, limits, trust } = this.options;
    const known = this.find(request);
    const variant = known && cache.lookUp(known.key, startedAt)?.variants[encodingOf(request)];
    if (!variant) return route(request, response);
    void countAddress(limits, addressOf(request, trust)).then(
      () => this.send(request, response, startedAt, known, variant),
      // too many from this address: the router refuses the request
      () => route(request, response),
    );
  }

  private find(request: IncomingMessage): KnownUrl | undefined {
    const { method, url = '', headers } = request;
    const isPlain =
      headers.origin === undefined &&
      headers['content-length'] === undefined &&
      headers['transfer-encoding'] === undefined;
    if (method !== 'GET' || !isPlain || headersProblem(request)) return undefined;
    return this.urls.get(nameOf(url, isSecure(request, this.options.trust)));
  }

  private send(
    request: IncomingMessage,
    response: ServerResponse,
    startedAt: number,
    { route, query }: KnownUrl,
    variant: Variant,
  ): void {
    const { log, metrics } = this.options;
    const requestId = createRequestId(request);
    if (log.isEnabled || metrics)
      response.on('close', () => {
        log.write(response, startedAt, () => ({ requestId, method: 'GET', route, query }));
        if (response.writableFinished)
          metrics?.observe('GET', route, response.statusCode, performance.now() - startedAt);
      });
    sendHit(request, response, requestId, variant);
    if (response.writableLength > 0) limitPause(request); // the client does not take it at once
  }
}

/** The two have responses of their own; no URL has a space. */
const nameOf = (url: string, secure: boolean): string => (secure ? `https ${url}` : url);
