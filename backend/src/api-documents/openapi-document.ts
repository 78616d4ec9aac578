import type { INestApplication } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { ProblemDto } from '../common/problem.js';
import type { Access } from '../common/access.js';
import { addSharedComponents, headerRefs, problemRef, shareRepeated } from './openapi-components.js';
import { addBodyExample } from './openapi-examples.js';
import { TAGS } from './openapi-tags.js';
import { SANDBOX_PATHS } from './sandbox-paths.js';
import { joinedPaths } from './openapi-paths.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']> & {
  'x-access'?: Access;
  'x-api-key-scope'?: string;
};

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Statuses that any call can have; where a body is read, HTTP gives it a meaning, and it can be refused. */
const COMMON_PROBLEMS = [400, 408, 429, 431, 500, 503];
const BODY_PROBLEMS = [413, 415];

/** Who may call what, for the description. */
const CALLERS: Record<Access, string> = {
  public: 'Anyone may call it.',
  'signed-in': 'It needs the token of somebody who is signed in.',
  'self-or-admin': 'It needs the token of the user whom it names, or of an admin.',
  admin: 'It needs the token of an admin.',
  'identity-token': "It needs the identity provider's ID token.",
};

/** What a document is of: the shop, alike in every mode, or the failure lab that only a demo has. */
export type DocumentOf = 'shop' | 'payment-lab';

const TITLES: Record<DocumentOf, string> = {
  shop: 'Rapid Manufacturer',
  'payment-lab': 'Rapid Manufacturer: payment failure lab (demo mode)',
};

/** The modules whose calls a document describes. */
const modulesOf = (app: INestApplication, what: DocumentOf) =>
  [...app.get(ModulesContainer).values()]
    .map(({ metatype }) => metatype)
    // by its name: its code is loaded in a demo only
    .filter(({ name }) => (name === 'PaymentLabModule') === (what === 'payment-lab'));

/**
 * The OpenAPI document of the application; the shop's is committed as `openapi.json`, and served from there. The failure lab has
 * one of its own, since who reads the shop's document, a generated client or a fuzzer, expects every call in every mode.
 */
export function createOpenApiDocument(app: INestApplication, what: DocumentOf = 'shop'): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle(TITLES[what])
    .setDescription(
      'The API of the shop. Errors are RFC 9457 problems. Sign in at the identity provider, exchange its ID token at ' +
        '`PUT /user/{email}` for a token, and send that as `Authorization: Bearer`. A program sends an API key instead, which an ' +
        'admin creates.',
    )
    .setVersion('1')
    .setOpenAPIVersion('3.1.0')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/api', 'This shop.', undefined, { 'x-internal': false })
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description:
          "The shop's own token, checked as RFC8725 asks: one algorithm, issuer, audience and expiry.",
      },
      'bearer',
    )
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: "The identity provider's ID token, checked as RFC8725 asks.",
      },
      'identity-token',
    )
    .addSecurity('api-key', {
      type: 'http',
      scheme: 'bearer',
      description:
        'An API key, as an admin created it. `x-api-key-scope` of a call names the scope that it needs.',
    });
  if (what === 'shop')
    for (const [name, description] of Object.entries(TAGS)) builder.addTag(name, description);
  const document = SwaggerModule.createDocument(app, builder.build(), {
    include: modulesOf(app, what),
    operationIdFactory: (_controller, method) => method,
    extraModels: [ProblemDto],
    ignoreGlobalPrefix: true,
  });
  document.info.contact = { name: 'The operators of this shop' };
  document.paths = joinedPaths(document.paths);
  unwrapReferences(document);
  addSharedComponents((document.components ??= {}));
  for (const path of Object.values(document.paths)) {
    for (const method of METHODS) if (path[method]) complete(path[method], method, document);
  }
  if (what === 'payment-lab') Object.assign(document.paths, SANDBOX_PATHS);
  shareRepeated(document);
  return document;
}

/** Adds what an operation has whatever its controller says, and what its decorators cannot say. */
function complete(operation: Operation, method: (typeof METHODS)[number], document: OpenAPIObject): void {
  const { responses, 'x-access': access, 'x-api-key-scope': scope } = operation;
  // the first paragraph of a comment is its summary; a line of code ends anywhere
  const [summary = '', ...paragraphs] = (operation.summary ?? '')
    .split(/\n\s*\n/)
    .map((text) => text.replaceAll(/\s*\n\s*/g, ' '));
  operation.summary = summary;
  const key = scope === undefined ? '' : ` An API key needs the scope \`${scope}\`.`;
  operation.description = [...paragraphs, `${CALLERS[access!]}${key}`].join('\n\n');
  delete operation['x-access'];
  // says that none is needed, where nothing would leave it open
  operation.security ??= [];
  for (const status of [...COMMON_PROBLEMS, ...(method === 'get' ? [] : BODY_PROBLEMS)])
    responses[status] ??= { description: '' };
  // a shared cache may keep it
  const isShared = method === 'get' && access === 'public';
  for (const [status, response] of Object.entries(responses)) {
    if (Number(status) >= 400) responses[status] = problemRef(Number(status));
    else if (response && 'description' in response) {
      response.description ||= summary;
      const limits = isShared ? [] : (['RateLimit', 'RateLimit-Policy'] as const);
      response.headers = { ...response.headers, ...headerRefs('X-Request-Id', ...limits) };
    }
  }
  addBodyExample(operation, document);
}

interface Schema {
  allOf?: Schema[];
}

/** Swagger's module wraps the reference of an enum into an `allOf`, also where nothing is next to it. */
function unwrapReferences(part: unknown): void {
  if (part === null || typeof part !== 'object') return;
  const schema = part as Schema;
  const { allOf } = schema;
  if (allOf?.length === 1 && Object.keys(schema).length === 1) {
    delete schema.allOf;
    Object.assign(schema, allOf[0]);
  }
  Object.values(schema).forEach(unwrapReferences);
}
