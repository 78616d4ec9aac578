import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Shown } from '../response-cache/catalogue-revision.js';
import type { RouteTable } from './route-table.js';
import { DomainError, NotFound } from '../common/errors.js';
import { sendProblem } from './problem.filter.js';
import { PageRenderer, type RendererOptions, SERVER_DIR } from './page-renderer.js';
import type { PageHeaders } from './security-headers.js';
import { IDENTITY_PREFIXES, MAILBOX_PREFIX, SANDBOX_PREFIX } from '../local-services/prefixes.js';

const YEAR_SECONDS = 31_536_000;
/** There are no pages under these: a missing path is a 404. */
const NO_PAGES = ['/api', '/assets', SANDBOX_PREFIX, MAILBOX_PREFIX, ...IDENTITY_PREFIXES];

export interface FrontendOptions extends RendererOptions {
  routes: RouteTable;
  pageHeaders: PageHeaders;
  /** Counts a request that matches no route; rejects when there are too many. */
  admit: (request: FastifyRequest) => Promise<void>;
  /** The slug of the kind that a text means: links of before kinds had slugs have other texts. */
  kindSlugOf: (text: string) => Promise<string>;
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '';

/** Whether it looks like a browser's navigation to a page. */
function isNavigation(request: FastifyRequest): boolean {
  const { method, headers } = request;
  const path = pathOf(request);
  const isPage = !NO_PAGES.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
  return isPage && (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html');
}

/**
 * Serves the built frontend, and responds where no route matches: with a page to navigations, with 405 to a known path with
 * another method, and with a 404 problem to everything else. Only files that exist at start are served.
 *
 * Public pages are rendered here and cached like the API's public reads. The others, and those that could not be rendered in
 * time, are `index.html`, from which the browser renders them.
 */
export async function serveFrontend(
  fastify: FastifyInstance,
  { routes, pageHeaders, admit, kindSlugOf, ...options }: FrontendOptions,
): Promise<void> {
  const { dir } = options;
  const indexFile = join(dir, 'index.html');
  // in the document that the browser fills, too, the shop's address is the configured one
  const index = existsSync(indexFile)
    ? Buffer.from(readFileSync(indexFile, 'utf8').replace('<html ', `<html data-origin="${options.origin}" `))
    : undefined;
  if (index) {
    await fastify.register(fastifyStatic, {
      root: dir,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      index: false,
      globIgnore: ['**/*.br', '**/*.gz', 'index.html', `${SERVER_DIR}/**`],
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(join(dir, 'assets'));
        void reply.header(
          'Cache-Control',
          isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=3600',
        );
      },
    });
  }

  const renderer = index === undefined ? undefined : await PageRenderer.load(fastify, options);
  /** The URL of the same list under its kind's slug; undefined where the URL has it already, or no kind. */
  const urlWithSlug = async ({ url, routeOptions }: FastifyRequest): Promise<string | undefined> => {
    if (!routeOptions.config.cached?.query.includes('kind')) return undefined;
    const { pathname, searchParams } = new URL(url, 'http://shop');
    const kind = searchParams.get('kind');
    // without its kinds the shop shows the page all the same
    const slug = kind && (await kindSlugOf(kind).catch(() => kind));
    if (!slug || slug === kind) return undefined;
    searchParams.set('kind', slug);
    return `${pathname}?${searchParams.toString()}`;
  };
  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const pathname = pathOf(request);
    const canonical = renderer?.canonicalPathOf(pathname);
    if (canonical !== undefined && canonical !== pathname)
      return reply.redirect(canonical + request.url.slice(pathname.length), 308);
    const withSlug = await urlWithSlug(request);
    if (withSlug !== undefined) return reply.redirect(withSlug, 308);
    const page = await renderer?.pageOf(pathname, request, reply);
    const isPrivate = renderer?.isPublic(pathname) === false;
    // without its script this document says nothing of itself; of a page that is only late, nothing bad is to be said
    if (isPrivate) void reply.header('X-Robots-Tag', 'noindex');
    // their paths are secrets; the origin alone is what Stripe asks for
    if (/^\/(pay|stock-alerts)\//.test(pathname)) void reply.header('Referrer-Policy', 'strict-origin');
    // its query has the code of a mail
    if (pathname.startsWith('/account/')) void reply.header('Referrer-Policy', 'no-referrer');
    // what an edge cache may keep is a rendered page; its header is there already
    const { cached } = request.routeOptions.config;
    // a browser keeps no page of an account, for whoever uses it next and goes back
    if (page?.status !== 200 || !cached)
      void reply.header('Cache-Control', isPrivate ? 'no-store' : 'no-cache');
    return (
      reply
        .status(page?.status ?? 200)
        .type('text/html; charset=utf-8')
        // as bytes, which the response cache does not keep: the next request tries to render the page again
        .send(page?.html ?? index)
    );
  };
  for (const { path, query, showsStock } of renderer?.routes ?? []) {
    const shows: Shown[] = ['content', 'reviews', 'search', ...(showsStock ? ['stock' as const] : [])];
    fastify.get(path, { config: { cached: { query, shows } } }, sendPage);
  }
  if (index && !renderer) fastify.get('/', sendPage);

  const refuse = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const methods = routes.methodsOf(request.url);
    const allowed = methods.includes(request.method) ? [] : methods;
    if (allowed.length > 0) void reply.header('Allow', allowed.join(', '));
    if (allowed.length > 0 && request.method === 'OPTIONS') return reply.status(204).send();
    const error =
      allowed.length > 0
        ? new DomainError(405, 'method-not-allowed', 'Method not allowed', `Only ${allowed.join(', ')} here.`)
        : new NotFound('page or call');
    sendProblem(error, request, reply);
    return reply;
  };
  const isPage = (request: FastifyRequest): boolean => index !== undefined && isNavigation(request);

  // before the body is read, whatever it is
  fastify.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return undefined;
    await admit(request);
    if (!isPage(request)) return refuse(request, reply);
    reply.helmet(pageHeaders);
    return sendPage(request, reply);
  });
}
