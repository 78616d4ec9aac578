import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { OpenAPIObject } from '@nestjs/swagger';
import { describe, expect, it } from 'vitest';
import { PROBLEM_CODES, PROBLEM_TYPES } from '../src/common/problem-codes.js';
import { withoutReferences } from './fuzz-operations.js';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The committed document, as integrators read it. A check of its own fails when it is stale. */
const committed: any = JSON.parse(read('openapi.json'));
const document: any = withoutReferences(committed as OpenAPIObject);
const ajv = addFormats.default(new Ajv({ strict: false, multipleOfPrecision: 6 }));
ajv.addSchema({ $id: 'shop', ...document });

const operations = Object.entries<Record<string, any>>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): [string, any] => [
    `${method.toUpperCase()} ${path}`,
    { ...operation, path, method },
  ]),
);
const resolve = (schema: any): any =>
  schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema;

describe('openapi.json', () => {
  it('is of OpenAPI 3.1, and small enough to be read', () => {
    expect(committed.openapi).toBe('3.1.0');
    expect(JSON.stringify(committed)).not.toContain('"nullable"');
    expect(read('openapi.json').length).toBeLessThan(700_000);
  });

  it('says each error and each repeated header or parameter once', () => {
    const uses = Object.values<any>(committed.paths).flatMap((item) => Object.values<any>(item));
    const inPlace = uses.flatMap(({ parameters = [], responses }) => [
      ...parameters,
      ...Object.entries<any>(responses).flatMap(([status, response]) =>
        status >= '400' ? [response] : Object.entries(response.headers ?? {}),
      ),
    ]);
    const texts = inPlace.filter((each) => !each.$ref).map((each) => JSON.stringify(each));
    const refs = texts.filter((text) => !text.includes('"$ref":"#/components/headers'));
    expect(refs.toSorted()).toEqual([...new Set(refs)].toSorted());
  });

  it('describes its tags, orders and products first, and uses no other', () => {
    const tags = document.tags.map(({ name }: any) => name);
    expect(tags.slice(0, 2)).toEqual(['orders', 'products']);
    expect(new Set(operations.flatMap(([, operation]) => operation.tags))).toEqual(new Set(tags));
    for (const { description } of document.tags) expect(description).toMatch(/\w+\.$/);
  });

  it('names every kind of problem, as the guide does', () => {
    expect(document.components.schemas.ProblemType.enum).toEqual(PROBLEM_TYPES);
    const [, catalogue = ''] = read('docs/api.md').split('### Kinds of problems');
    const rows = [...catalogue.split('\n## ')[0]!.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, code]) => code);
    expect(rows).toEqual([...PROBLEM_CODES]);
  });

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
    it('has a summary, a description, a tag, and described responses', () => {
      expect(operation.summary).toMatch(/^\p{Lu}[^\n]*[^.]$/u);
      expect(operation.description).toMatch(/\w/);
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

    it('has an example of its body, which its schema accepts', () => {
      for (const [type, media] of Object.entries<any>(operation.requestBody?.content ?? {})) {
        const examples = media.examples
          ? Object.values<any>(media.examples).map(({ value }) => value)
          : [media.example];
        const at = ['paths', operation.path, operation.method, 'requestBody', 'content', type, 'schema'];
        const steps = at.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')));
        const validate = ajv.compile({ $ref: `shop#/${steps.join('/')}` });
        for (const example of examples) {
          expect(example).toBeDefined();
          expect([validate(example), validate.errors]).toEqual([true, null]);
        }
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
