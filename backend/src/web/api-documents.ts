import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { namesTag } from '../common/versions.js';
import { type Config, hasPaymentLab } from '../config.js';
import { Pace } from '../common/pace.js';
import { createOpenApiDocument } from './openapi-document.js';

/** The shop's own, which `npm run openapi` writes: to describe the running application anew takes the event loop for 80 ms. */
const SHOP_DOCUMENT = resolve(import.meta.dirname, '../../../openapi.json');

const ENCODINGS = ['br', 'gzip', 'identity'] as const;
/** The best quality takes sixty times as long, for a tenth less. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

/** A document as it is sent: made once, and kept for as long as the process lives. */
interface Kept {
  etag: string;
  bodies: Record<(typeof ENCODINGS)[number], Buffer>;
}

async function keep(document: unknown): Promise<Kept> {
  const identity = Buffer.from(JSON.stringify(document));
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity, BROTLI),
    promisify(gzip)(identity),
  ]);
  // weak, since it names the document in every encoding
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url')}"`;
  return { etag, bodies: { br, gzip: zipped, identity } };
}

const encodingOf = ({ headers }: FastifyRequest): (typeof ENCODINGS)[number] =>
  negotiate(headers['accept-encoding']?.toLowerCase() ?? '', [...ENCODINGS]) ?? 'identity';

/** Sends a document from memory. It is made for the first who asks; whoever asks meanwhile waits for the same one. */
function serveDocument(
  fastify: FastifyInstance,
  urls: Record<'json' | 'yaml', string>,
  pace: Pace,
  make: () => Promise<unknown>,
): void {
  let kept: Promise<Kept> | undefined;
  const document = (): Promise<Kept> => {
    kept ??= make()
      .then(keep)
      .catch((error: unknown) => {
        kept = undefined;
        throw error;
      });
    return kept;
  };
  const serve = (url: string, type: string): void => {
    fastify.get(url, { compress: false }, async (request, reply) => {
      const { etag, bodies } = await document();
      const vary = [reply.getHeader('Vary') ?? [], 'Accept-Encoding'].flat().join(', ');
      void reply.headers({ ETag: etag, Vary: vary, 'Cache-Control': 'no-cache' });
      if (namesTag(request.headers['if-none-match'], etag)) return reply.status(304).send();
      const encoding = encodingOf(request);
      if (encoding !== 'identity') void reply.header('Content-Encoding', encoding);
      pace.take(() => void reply.type(type).send(bodies[encoding]));
      return reply;
    });
  };
  serve(urls.json, 'application/json; charset=utf-8');
  // JSON is YAML, too
  serve(urls.yaml, 'text/yaml');
}

/** Swagger UI's own files go as they are: to compress them anew for each request takes 60 ms of a processor. */
export function leaveSwaggerUncompressed(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    if (route.url.startsWith('/api/docs/')) route.compress = false;
  });
}

/** Serves the OpenAPI documents, and a page of Swagger UI for each, which loads its document like any other client. */
export function serveApiDocuments(app: NestFastifyApplication, config: Config): void {
  const fastify = app.getHttpAdapter().getInstance();
  // hundreds that ask at once are answered one after the other: to write a document takes up to a ms
  const pace = new Pace(1, 1);
  const serve = (page: string, json: string, make: () => Promise<unknown>): void => {
    serveDocument(fastify, { json, yaml: `${page}-yaml` }, pace, make);
    SwaggerModule.setup(page, app, {} as OpenAPIObject, { raw: false, swaggerUrl: json });
  };
  serve('/api/docs', '/api/openapi.json', async () => JSON.parse(await readFile(SHOP_DOCUMENT, 'utf8')));
  if (hasPaymentLab(config)) {
    const make = async (): Promise<OpenAPIObject> => createOpenApiDocument(app, 'payment-lab');
    serve('/api/docs/payment-lab', '/api/docs/payment-lab.json', make);
  }
}
