import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** The committed document, as integrators read it. A check of its own fails when it is stale. */
const document: any = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));

const operations = Object.entries<Record<string, any>>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): [string, any] => [
    `${method.toUpperCase()} ${path}`,
    operation,
  ]),
);
const resolve = (schema: any): any =>
  schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema;

describe('openapi.json', () => {
  it('names every operation once', () => {
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(30);
  });

  it('names every path once, whatever its parameters are called', () => {
    const shapes = Object.keys(document.paths).map((path) => path.replaceAll(/\{[^}]+\}/g, '{}'));
    expect(new Set(shapes).size).toBe(shapes.length);
    for (const [path, methods] of Object.entries<Record<string, any>>(document.paths)) {
      const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
      for (const { parameters = [] } of Object.values(methods)) {
        const inPath = parameters.filter((parameter: any) => parameter.in === 'path');
        expect([path, inPath.map(({ name }: any) => name)]).toEqual([path, names]);
      }
    }
  });

  describe.each(operations)('%s', (name, operation) => {
    it('has a summary, a tag, and described responses', () => {
      expect(operation.summary).toMatch(/\w/);
      expect(operation.tags).toHaveLength(1);
      for (const { description } of Object.values<any>(operation.responses))
        expect(description).toMatch(/\w/);
    });

    it('describes its parameters, with an example in the path', () => {
      for (const parameter of operation.parameters ?? []) {
        expect([parameter.name, parameter.description]).toEqual([
          parameter.name,
          expect.stringMatching(/\w/),
        ]);
        if (parameter.in === 'path') expect(parameter.example ?? parameter.schema.example).toBeDefined();
      }
    });

    it('gives an example or the values of every field of its body', () => {
      const schema = operation.requestBody?.content['application/json']?.schema;
      if (!schema) return;
      for (const [field, property] of Object.entries<any>(resolve(schema).properties ?? {})) {
        expect([field, property.example ?? property.enum ?? property.$ref]).toEqual([
          field,
          expect.anything(),
        ]);
      }
    });

    it('documents its errors as problems, and its security', () => {
      const errors = Object.keys(operation.responses).filter((status) => status >= '400');
      expect(errors).toEqual(expect.arrayContaining(['429', '500', '503']));
      if (operation.security.length > 0) expect(errors).toContain('401');
      if (operation.requestBody) expect(errors).toEqual(expect.arrayContaining(['400', '413', '415']));
      if (name.includes('{')) expect(errors).toContain('400');
      for (const status of errors) {
        expect(Object.keys(operation.responses[status].content)).toEqual(['application/problem+json']);
      }
    });
  });
});
