import type { OpenAPIObject } from '@nestjs/swagger';

interface Schema {
  $ref?: string;
  example?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
}
interface Body {
  content?: Record<string, { schema?: Schema; example?: unknown; examples?: object }>;
}

/**
 * Gives a body without an example one of its schema's fields: each with its own example. Where fields exclude each other, or mean
 * something only together, the route's `ApiBody` has the example.
 */
export function addBodyExample({ requestBody }: { requestBody?: object }, document: OpenAPIObject): void {
  const { content = {} } = (requestBody ?? {}) as Body;
  for (const media of Object.values(content)) {
    if (media.example !== undefined || media.examples || !media.schema) continue;
    const example = exampleOf(media.schema, document);
    if (example !== undefined) media.example = example;
  }
}

function exampleOf(schema: Schema, document: OpenAPIObject): unknown {
  if (schema.example !== undefined) return schema.example;
  const { properties = {} } = schema.$ref ? schemaOf(schema.$ref, document) : schema;
  const fields = Object.entries(properties)
    .map(([name, field]): [string, unknown] => [name, exampleOf(field, document)])
    .filter(([, example]) => example !== undefined);
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}

const schemaOf = (ref: string, document: OpenAPIObject): Schema =>
  document.components!.schemas![ref.split('/').at(-1)!] as Schema;
