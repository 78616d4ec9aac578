import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { recordTelemetry } from '../common/telemetry.js';
import { isInternal } from '../common/internal-requests.js';
import { namesTag } from '../common/versions.js';
import { CachedResponse, type Headers, type Made, sendHit } from './cached-response.js';
import type { CatalogueRevision } from './catalogue-revision.js';
import { encodingOf } from './encodings.js';

/**
 * Keeps complete responses of the routes marked `@Cached()` and sends them before guards, validation and handlers run. A
 * response is used while the catalogue's revision is the one that it was made under; one route and query is computed once,
 * whoever else asks for it meanwhile waits.
 */

/** While only the stock changes, a response is made again at most ten times in any second, and used until it is. */
const RECOMPUTE_MS = 125;
/** A response that was made so short a time ago, and is stale again: orders stream in. */
const STREAM_MS = 500;
/** A change that nobody counted, such as one by hand in the database, shows after this long. */
const MAX_AGE_MS = 60_000;
/** How long a request waits for the revision before it does without the cache. */
const REVISION_MS = 500;
/** What an entry takes besides its bodies: its key, its headers and the cache's own bookkeeping. */
const ENTRY_BYTES = 4_096;
const CLOSING = ['connection', 'close'];

/** Twice the body, which its compressed forms together do not exceed. */
const sizeOf = ({ body }: CachedResponse): number => ENTRY_BYTES + 2 * body.length;

/** What became of a fill: its response, `gone` when its request ended without one, `failed` for an error. */
type Filled = CachedResponse | 'gone' | 'failed';

/** A response that a request is making now. */
class Fill {
  finish!: (filled: Filled) => void;
  readonly done = new Promise<Filled>((resolve) => (this.finish = resolve));
  constructor(
    readonly key: string,
    readonly made: Made,
    /** Names of headers of the request's own, which are not part of the response. */
    readonly ownHeaders: string[],
  ) {}
}

export class ResponseCache {
  private readonly responses: LRUCache<string, CachedResponse>;
  private readonly fills = new Map<string, Fill>();
  private readonly fillOf = new WeakMap<FastifyRequest, Fill>();

  constructor(
    private readonly revision: CatalogueRevision,
    maxBytes: number,
  ) {
    this.responses = new LRUCache({ maxSize: maxBytes, sizeCalculation: sizeOf });
  }

  /**
   * Serves a router's marked routes from now on.
   *
   * @param admit checks and counts a request; when it rejects, the request goes on and is refused like any other
   * @param origins those with CORS headers of their own
   */
  serve(
    fastify: FastifyInstance,
    admit: (request: FastifyRequest) => Promise<void>,
    origins: string[],
  ): void {
    const allowed = new Set(origins);
    fastify.addHook('onRoute', (route) => {
      if (route.config?.cached) route.compress = false;
    });
    fastify.addHook('onRequest', async (request, reply) => {
      const { origin = '' } = request.headers;
      const key = keyOf(request, allowed.has(origin) ? origin : '');
      if (key === undefined) return;
      let variant = this.lookUp(key)?.variants[encodingOf(request)];
      try {
        variant ??= await this.wait(key, request, reply);
        if (!variant) return;
        if (!isInternal(request)) await admit(request);
      } catch {
        return; // to be refused, or to fail, like any other request
      }
      reply.hijack();
      sendHit(request.raw, reply.raw, request.id, variant, reply.hasHeader('connection') ? CLOSING : []);
    });
    fastify.addHook('onSend', async (request, reply, payload) => {
      const fill = this.fillOf.get(request);
      return fill ? this.keep(fill, request, reply, payload) : payload;
    });
  }

  /** A response that can be sent as it is. @param now by `performance.now()` */
  lookUp(key: string, now = performance.now()): CachedResponse | undefined {
    const response = this.revision.isCurrent(now) ? this.responses.get(key) : undefined;
    if (!response) return undefined;
    const { at, shows, content, stock, usableUntil } = response.made;
    if (content !== this.revision.contentOf(shows) || now > at + MAX_AGE_MS) return undefined;
    const isStale = shows.includes('stock') && stock !== this.revision.stock && now >= usableUntil;
    return isStale ? undefined : response;
  }

  /**
   * A response once it is there; undefined when this request is to make it, or another one failed to. A fill that began after
   * this request arrived is new enough for it, even if the catalogue has changed since: while it keeps changing, those who wait
   * would else make it one after the other.
   */
  private async wait(key: string, request: FastifyRequest, reply: FastifyReply) {
    const arrivedAt = performance.now();
    // without the database the request fails by itself, and in time
    if (!this.revision.isCurrent()) await Promise.race([this.revision.read(), sleep(REVISION_MS)]);
    for (;;) {
      const response = this.lookUp(key);
      if (response) return response.in(encodingOf(request));
      const fill = this.fills.get(key);
      if (!fill) return this.begin(key, request, reply);
      const filled = await fill.done;
      if (filled === 'failed') return undefined;
      if (filled !== 'gone' && filled.made.at >= arrivedAt) return filled.in(encodingOf(request));
    }
  }

  private begin(key: string, request: FastifyRequest, reply: FastifyReply): undefined {
    const { shows } = request.routeOptions.config.cached!;
    const content = this.revision.contentOf(shows);
    const { stock } = this.revision;
    const at = performance.now();
    const before = this.responses.peek(key)?.made;
    const made = {
      at,
      shows,
      content,
      stock,
      usableUntil: Math.max(at, (before?.usableUntil ?? 0) + RECOMPUTE_MS),
    };
    // while orders stream in others get the last one meanwhile; after a single order they wait for its stock
    if (before && at - before.at < STREAM_MS) before.usableUntil = at + RECOMPUTE_MS;
    const fill = new Fill(key, made, Object.keys(reply.getHeaders()));
    this.fills.set(key, fill);
    this.fillOf.set(request, fill);
    // whatever becomes of the request, nobody waits for it longer than it lasts
    reply.raw.once('close', () => this.end(fill, 'gone'));
    if (!isInternal(request)) recordTelemetry('cached-read', { outcome: 'miss' });
  }

  /** Keeps the response that a request has made, and sends it as later ones will be. */
  private async keep(fill: Fill, request: FastifyRequest, reply: FastifyReply, payload: unknown) {
    if (reply.statusCode !== 200 || typeof payload !== 'string') {
      this.end(fill, 'failed');
      return payload;
    }
    const headers = Object.entries(reply.getHeaders()).filter(([name]) => !fill.ownHeaders.includes(name));
    const response = new CachedResponse(
      Buffer.from(payload),
      Object.fromEntries(headers) as Headers,
      fill.made,
    );
    this.responses.set(fill.key, response);
    this.end(fill, response);
    const variant = await response.in(encodingOf(request));
    const isKnown = namesTag(request.headers['if-none-match'], variant.etag);
    const sent = isKnown ? variant.notModifiedHeaders : variant.headers;
    if (isKnown) void reply.code(304).removeHeader('content-type');
    for (let at = 0; at < sent.length; at += 2) void reply.header(sent[at]!, sent[at + 1]);
    return isKnown ? null : variant.body;
  }

  private end(fill: Fill, filled: Filled): void {
    if (this.fills.get(fill.key) === fill) this.fills.delete(fill.key);
    fill.finish(filled);
  }
}

/**
 * What a response is kept under: the route, its path's parameters and the query's that it depends on. Undefined where that
 * is not one text each, or a call has another parameter: such a request is refused.
 *
 * @param origin the caller's, where it has CORS headers of its own
 */
export function keyOf(request: FastifyRequest, origin = ''): string | undefined {
  const { config, url } = request.routeOptions;
  if (!config.cached) return undefined;
  const { params, query, protocol } = request as FastifyRequest<{
    Params: Record<string, string>;
    Querystring: Record<string, unknown>;
  }>;
  if (config.cached.isStrict)
    for (const name in query) if (!config.cached.query.includes(name)) return undefined;
  let key = `${protocol === 'https' ? 's' : ''} ${origin} ${url}`;
  for (const name in params) key += ` ${params[name]!.length}:${params[name]}`;
  for (const name of config.cached.query) {
    const value = query[name];
    if (value === undefined) continue;
    if (typeof value !== 'string') return undefined;
    key += ` ${name}=${value.length}:${value}`;
  }
  return key;
}
