import type { OpenAPIObject } from '@nestjs/swagger';

export interface Schema {
  $ref?: string;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: string[];
  type?: string | string[];
  format?: string;
  pattern?: string;
  example?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
}

interface Response {
  headers?: Record<string, { required?: boolean }>;
  content?: Record<string, unknown>;
}

type Shared = Record<string, unknown>;

/** The document with what its operations refer to in place of the references: parameters, responses and their headers. */
export function withoutReferences(document: OpenAPIObject): OpenAPIObject {
  const copy = structuredClone(document);
  const follow = <T>(value: T): T => {
    const { $ref } = value as { $ref?: string };
    if (!$ref) return value;
    const steps = $ref.split('/').slice(1);
    return structuredClone(steps.reduce<unknown>((node, step) => (node as Shared)[step], copy)) as T;
  };
  const operations = Object.values(copy.paths).flatMap((item) => Object.values(item as object)) as {
    parameters?: unknown[];
    responses: Record<string, { headers?: Shared }>;
  }[];
  for (const operation of operations) {
    operation.parameters = (operation.parameters ?? []).map(follow);
    for (const [status, response] of Object.entries(operation.responses)) {
      const found = follow(response);
      for (const [name, header] of Object.entries(found.headers ?? {})) found.headers![name] = follow(header);
      operation.responses[status] = found;
    }
  }
  return copy;
}

/** One call of the document. */
export interface Operation {
  operationId: string;
  method: string;
  path: string;
  parameters: Parameter[];
  responses: Record<string, Response>;
  /** By content type. */
  bodies: Record<string, Schema>;
  needsIdentity: boolean;
  takesApiKeys: boolean;
}

/** Every operation of the document. */
export function operationsOf(document: OpenAPIObject): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Record<string, unknown>>).map(([method, operation]) => {
      const content = (operation['requestBody'] as { content?: Record<string, { schema: Schema }> })?.content;
      const names = (scheme: string) => JSON.stringify(operation['security'] ?? []).includes(scheme);
      return {
        operationId: String(operation['operationId']),
        method,
        path,
        parameters: (operation['parameters'] ?? []) as Parameter[],
        responses: operation['responses'] as Operation['responses'],
        bodies: Object.fromEntries(Object.entries(content ?? {}).map(([type, { schema }]) => [type, schema])),
        needsIdentity: names('identity-token'),
        takesApiKeys: names('api-key'),
      };
    }),
  );
}

/** A schema with its reference followed. */
export function resolved(document: OpenAPIObject, schema: Schema): Schema {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)!;
    return resolved(document, document.components?.schemas?.[name] as Schema);
  }
  return schema.allOf?.length === 1 ? resolved(document, schema.allOf[0]!) : schema;
}
