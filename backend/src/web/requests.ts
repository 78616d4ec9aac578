import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../common/errors.js';
import type { ProblemCode } from '../common/problem-codes.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route reads the body's bytes from `request.rawBody`, and nothing parses them. */
    rawBody?: boolean;
    /** The route takes `multipart/form-data`. */
    multipart?: boolean;
    /** The route takes `text/csv`, and reads it from the stream that is its body. */
    csv?: boolean;
  }
}

const MAX_HEADERS = 100;
/** Deeper than anything that a client of this API sends, and more members and items. */
const MAX_DEPTH = 32;
const MAX_VALUES = 2_000;

const unsupported = (code: ProblemCode, detail: string) =>
  new DomainError(415, code, 'Unsupported media type', detail);

/** What Node would reject with a bare status. @throws DomainError */
export function checkHeaders({ rawHeaders, httpVersion }: IncomingMessage): void {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') hosts += 1;
  if (hosts > 1 || (hosts === 0 && httpVersion !== '1.0'))
    throw new DomainError(400, 'bad-host', 'Bad request', 'A request names its host once.');
  if (rawHeaders.length > 2 * MAX_HEADERS)
    throw new DomainError(431, 'too-many-headers', 'Headers too large', `At most ${MAX_HEADERS} headers.`);
}

/** What no client of this API sends. @throws DomainError */
function checkHead({ raw, method, headers, is404, routeOptions }: FastifyRequest, reply: FastifyReply): void {
  checkHeaders(raw);
  // nobody reads the body of these
  if (is404 || method === 'GET' || method === 'HEAD') return;
  if (!/^\s*(?:identity)?\s*$/i.test(headers['content-encoding'] ?? '')) {
    // a few compressed bytes can hold megabytes
    void reply.header('Accept-Encoding', 'identity');
    throw unsupported('compressed-body', 'Send the body without a Content-Encoding.');
  }
  const type = headers['content-type'] ?? '';
  const { multipart, csv } = routeOptions.config;
  if ((/^multipart\//i.test(type) && !multipart) || (/^text\/csv\b/i.test(type) && !csv))
    throw unsupported('unsupported-body', 'Send the body as application/json.');
}

/** Rejects requests by their headers, once those of the response are set. */
export function checkRequests(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async (request, reply) => checkHead(request, reply));
}

/** Whether a body is nested deeper, or has more values, than any call of the API takes. */
function isExcessive(value: unknown, depth = 0, seen = { values: 0 }): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const children = Object.values(value);
  seen.values += children.length;
  if (depth >= MAX_DEPTH || seen.values > MAX_VALUES) return true;
  return children.some((child) => isExcessive(child, depth + 1, seen));
}

/**
 * Bodies are JSON. An empty one counts as none, so that its route reports what is missing. To be used with `bodyParser: false`:
 * Nest's own parser would keep the bytes of every body for the sake of one route.
 */
export function addBodyParsers(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest & { rawBody?: Buffer }, body, done) => {
      if (request.routeOptions.config.rawBody) request.rawBody = body;
      if (request.rawBody || body.length === 0) return done(null, undefined);
      return parse.call(fastify, request, body.toString(), (error, value: unknown) => {
        if (error) done(new DomainError(400, 'not-json', 'Bad request', 'The body is not valid JSON.'));
        else if (isExcessive(value))
          done(
            new DomainError(413, 'excessive-body', 'Too large', 'The body has too many values or levels.'),
          );
        else done(null, value);
      });
    },
  );
  // read after the guards, and no further than its route allows
  fastify.addContentTypeParser('text/csv', (_request, payload, done) => done(null, payload));
}
