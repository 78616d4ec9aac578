import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Logger } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ConcurrencyLimit } from '../common/concurrency-limit.js';
import { recordTelemetry } from '../common/telemetry.js';
import { Busy } from '../common/errors.js';
import { INTERNAL_ADDRESS } from '../common/internal-requests.js';

const isParameter = (name: string): boolean => name.startsWith(':');

/** Below the built frontend; no file there is served. */
export const SERVER_DIR = 'server';
const ENTRY = `${SERVER_DIR}/entry.server.mjs`;

/** From a page's request to its document; later the browser renders it. */
const RENDER_MS = 500;
/** Each waits for its reads most of the time; one that nobody waits for any more still counts until they end. */
const MAX_RENDERS = 16;

export interface RendererOptions {
  /** The built frontend. */
  dir: string;
  /** The shop's public origin, '' where none is configured. */
  origin: string;
}

interface RenderedPage {
  status: number;
  html: string;
}
type Render = (pathname: string, query: URLSearchParams) => Promise<RenderedPage>;

/** What `frontend/src/entry.server.tsx` exports: the backend knows the frontend by its build only. */
interface Entry {
  /** The pages that can be rendered; `query` names the parameters that they read, in order. */
  routes: { path: string; query: string[]; showsStock: boolean }[];
  isRendered(pathname: string): boolean;
  createRenderer(options: {
    clientDir: string;
    origin: string;
    fetch: (input: Request) => Promise<Response>;
  }): Promise<Render>;
}

/** The API's response without a network in between: through the same hooks and caches as any other. */
async function readApi(fastify: FastifyInstance, { url, headers }: Request): Promise<Response> {
  const { pathname, search } = new URL(url);
  const response = await fastify.inject({
    method: 'GET',
    url: pathname + search,
    headers: Object.fromEntries(headers),
    remoteAddress: INTERNAL_ADDRESS,
  });
  const { statusCode: status, rawPayload } = response;
  return new Response(new Uint8Array(rawPayload), {
    status,
    headers: Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]),
  });
}

/** The first value of each parameter. */
const searchOf = (query: unknown): URLSearchParams =>
  new URLSearchParams(
    Object.entries(query as Record<string, string | string[]>).map(([name, value]): [string, string] => [
      name,
      String([value].flat()[0]),
    ]),
  );

/** Renders the public pages with the frontend's build for the server. */
export class PageRenderer {
  private readonly logger = new Logger('Pages');
  private readonly limit = new ConcurrencyLimit(MAX_RENDERS, RENDER_MS, 'Too many pages at once');

  private constructor(
    private readonly entry: Entry,
    private readonly render: Render,
  ) {}

  get routes(): Entry['routes'] {
    return this.entry.routes;
  }

  /** Undefined where the frontend was built for browsers only. */
  static async load(
    fastify: FastifyInstance,
    { dir: clientDir, origin }: RendererOptions,
  ): Promise<PageRenderer | undefined> {
    const file = join(clientDir, ENTRY);
    if (!existsSync(file)) return undefined;
    const entry = (await import(pathToFileURL(file).href)) as Entry;
    const render = await entry.createRenderer({
      clientDir,
      origin,
      fetch: (request) => readApi(fastify, request),
    });
    return new PageRenderer(entry, render);
  }

  /** Whether the page of a path is for everybody; what the browser renders for one visitor is not. */
  isPublic(pathname: string): boolean {
    return this.entry.isRendered(pathname);
  }

  /** The path by which a page is linked, of one that differs in case or ends with slashes; undefined where there is no page. */
  canonicalPathOf(pathname: string): string | undefined {
    const parts = pathname.replace(/(?<=.)\/+$/, '').split('/');
    const names = this.routes
      .map(({ path }) => path.split('/'))
      .find(
        (route) =>
          route.length === parts.length &&
          route.every((name, n) => isParameter(name) || name === parts[n]!.toLowerCase()),
      );
    return names?.map((name, n) => (isParameter(name) ? parts[n] : name)).join('/');
  }

  /** The page of a request; undefined where the browser is to render it. */
  async pageOf(
    pathname: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<RenderedPage | undefined> {
    if (!this.isPublic(pathname)) return undefined;
    const ended = new AbortController();
    const rendered = this.limit.run(async () =>
      // it may have waited for nothing
      ended.signal.aborted ? undefined : this.render(pathname, searchOf(request.query)),
    );
    try {
      const late = sleep(Math.max(0, RENDER_MS - reply.elapsedTime), 'late' as const, ended);
      const result = await Promise.race([rendered, late]);
      if (result !== 'late') return result;
      recordTelemetry('client-rendered-page', { reason: 'timeout' });
      rendered.catch(() => undefined); // nobody waits for it
    } catch (error) {
      recordTelemetry('client-rendered-page', { reason: error instanceof Busy ? 'timeout' : 'error' });
      this.logger.warn({ err: error, requestId: request.id, msg: 'a page could not be rendered' });
    } finally {
      ended.abort();
    }
    return undefined;
  }
}
