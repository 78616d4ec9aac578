import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { namesTag } from '../common/versions.js';
import { type Config, hasPaymentLab } from '../config.js';
import { encodingOf, EncodedBody, tagOf } from '../response-cache/encodings.js';
import { createOpenApiDocument } from './openapi-document.js';

/** Written by `npm run openapi`: to describe the running application again blocks the event loop for 80 ms. */
const SHOP_DOCUMENT = resolve(import.meta.dirname, '../../../openapi.json');

/** For the page of Swagger UI. */
const DEMO_SIGN_IN = resolve(import.meta.dirname, 'demo-sign-in.js');
const DEMO_SIGN_IN_URL = '/api/docs/demo-sign-in.js';

/** Runs in the browser, before each call of "Try it out": the key of the example would get the first call's response again. */
function renewIdempotencyKey<T extends { headers: Record<string, string> }>(request: T): T {
  const KEY = 'Idempotency-Key';
  // not `randomUUID`, which a page has over HTTPS only
  const random = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  );
  if (request.headers[KEY] !== undefined) request.headers[KEY] = random.join('');
  return request;
}

/** Serves the OpenAPI documents, each made at its first request, and a page of Swagger UI that loads each. */
export function serveApiDocuments(app: NestFastifyApplication, config: Config): void {
  const fastify = app.getHttpAdapter().getInstance();
  const hasDemoAccounts = config.demo && config.localServices.identityUrl !== '';
  if (hasDemoAccounts)
    fastify.get(DEMO_SIGN_IN_URL, async (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').send(await readFile(DEMO_SIGN_IN)),
    );
  const serve = (page: string, json: string, make: () => Promise<unknown>): void => {
    let made: Promise<EncodedBody> | undefined;
    const document = (): Promise<EncodedBody> =>
      (made ??= make().then((content) => new EncodedBody(Buffer.from(JSON.stringify(content)))));
    const send = (url: string, type: string): void => {
      fastify.get(url, { compress: false }, async (request, reply) => {
        const body = await document();
        // weak, since it names the document in every encoding
        const etag = `W/"${tagOf(body.plain)}"`;
        const vary = [reply.getHeader('Vary') ?? [], 'Accept-Encoding'].flat().join(', ');
        void reply.headers({ ETag: etag, Vary: vary, 'Cache-Control': 'no-cache' });
        if (namesTag(request.headers['if-none-match'], etag)) return reply.status(304).send();
        const encoding = encodingOf(request);
        if (encoding !== 'identity') void reply.header('Content-Encoding', encoding);
        return reply.type(type).send(await body.in(encoding));
      });
    };
    send(json, 'application/json; charset=utf-8');
    // JSON is YAML, too
    send(`${page}-yaml`, 'text/yaml');
    SwaggerModule.setup(page, app, {} as OpenAPIObject, {
      raw: false,
      swaggerOptions: { requestInterceptor: renewIdempotencyKey },
      swaggerUrl: json,
      ...(hasDemoAccounts && { customJs: DEMO_SIGN_IN_URL }),
    });
  };
  serve('/api/docs', '/api/openapi.json', async () => JSON.parse(await readFile(SHOP_DOCUMENT, 'utf8')));
  if (hasPaymentLab(config)) {
    const make = async (): Promise<OpenAPIObject> => createOpenApiDocument(app, 'payment-lab');
    serve('/api/docs/payment-lab', '/api/docs/payment-lab.json', make);
  }
}
