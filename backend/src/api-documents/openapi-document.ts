import type { INestApplication } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { ProblemDto } from '../common/problem.js';
import { joinedPaths } from './openapi-paths.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']> & { 'x-api-key-scope'?: string };

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Responses that any call can have. */
const COMMON_PROBLEMS: Record<string, string> = {
  400: 'The request is malformed.',
  408: 'The request did not come to its end in time.',
  429: 'Too many calls; `Retry-After` says when to try again, in seconds.',
  431: 'There are too many headers, or they are too long.',
  500: 'The server failed; nothing is half done.',
  503: 'A service that this call needs is down.',
};

/** Responses to a body that is not accepted, and to a malformed path. */
const BODY_PROBLEMS: Record<string, string> = {
  400: 'The body is not valid JSON.',
  413: 'The body is too large, has too many values or is nested too deeply.',
  415: 'The body is not `application/json`.',
};
const PATH_PROBLEMS: Record<string, string> = {
  400: 'The path is malformed, or a part of it too long.',
};

const problemContent = {
  'application/problem+json': { schema: { $ref: '#/components/schemas/ProblemDto' } },
};

const header = (description: string, type: 'integer' | 'string', required = true) => ({
  description,
  required,
  schema: { type },
});

/** Headers of the responses with a status, whatever the call. */
const HEADERS: Record<string, Record<string, ReturnType<typeof header>>> = {
  401: { 'WWW-Authenticate': header('How to sign in: `Bearer`.', 'string') },
  429: { 'Retry-After': header('Seconds to wait.', 'integer') },
  503: { 'Retry-After': header('Seconds to wait.', 'integer', false) },
};
const REQUEST_ID = { 'X-Request-Id': header("Names this request in the server's logs.", 'string') };

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
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/api')
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: "The shop's own token." },
      'bearer',
    )
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: "The identity provider's ID token.",
      },
      'identity-token',
    )
    .addSecurity('api-key', {
      type: 'http',
      scheme: 'bearer',
      description:
        'An API key, as an admin created it. `x-api-key-scope` of a call names the scope that it needs.',
    })
    .build();
  const document = SwaggerModule.createDocument(app, builder, {
    include: modulesOf(app, what),
    operationIdFactory: (_controller, method) => method,
    extraModels: [ProblemDto],
    ignoreGlobalPrefix: true,
  });
  document.paths = joinedPaths(document.paths);
  tidySchemas(document);
  for (const path of Object.values(document.paths)) {
    for (const method of METHODS) {
      const operation: Operation | undefined = path[method];
      if (!operation) continue;
      const { responses, summary = '', parameters = [], 'x-api-key-scope': scope } = operation;
      if (scope !== undefined) operation.description = `An API key needs the scope \`${scope}\`.`;
      // says that none is needed, where nothing would leave it open
      operation.security ??= [];
      for (const response of Object.values(responses)) {
        if (response && 'description' in response) response.description ||= summary;
      }
      const hasPath = parameters.some((parameter) => 'in' in parameter && parameter.in === 'path');
      const problems = {
        ...COMMON_PROBLEMS,
        ...(hasPath && PATH_PROBLEMS),
        // a body is read, and can be refused, wherever HTTP gives it a meaning
        ...(method !== 'get' && BODY_PROBLEMS),
      };
      for (const [status, description] of Object.entries(problems)) {
        responses[status] ??= { description, content: problemContent };
      }
      for (const [status, response] of Object.entries(responses)) {
        if (response && 'description' in response)
          response.headers = { ...response.headers, ...HEADERS[status], ...REQUEST_ID };
      }
    }
  }
  return document;
}

interface Schema {
  allOf?: Schema[];
  oneOf?: Schema[];
  nullable?: boolean;
  type?: string;
}

/**
 * Resolves two habits of Swagger's module that OpenAPI 3.0 has no use for: the reference of an enum is wrapped into an `allOf`,
 * which only a description next to it would need; and `nullable` is next to a `oneOf`, where it means nothing without a `type`.
 */
function tidySchemas(part: unknown): void {
  if (part === null || typeof part !== 'object') return;
  const schema = part as Schema;
  const { allOf, oneOf, nullable } = schema;
  if (allOf?.length === 1 && Object.keys(schema).length === 1) {
    delete schema.allOf;
    Object.assign(schema, allOf[0]);
  }
  if (oneOf?.[0] && nullable) {
    delete schema.nullable;
    schema.oneOf = [{ ...oneOf[0], nullable }, ...oneOf.slice(1)];
  }
  Object.values(schema).forEach(tidySchemas);
}
