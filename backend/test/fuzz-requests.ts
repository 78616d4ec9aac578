import type { OpenAPIObject } from '@nestjs/swagger';
import * as fc from 'fast-check';
import {
  encode,
  json,
  nastyKey,
  nastyNumber,
  nastyText,
  nastyValue,
  oddBody,
  upload,
  webhook,
} from './fuzz-hostile.js';
import type { RawRequest } from './fuzz-http.js';
import { type Operation, type Parameter, resolved, type Schema } from './fuzz-operations.js';

/** What exists, by the name of the field or parameter that asks for it. */
export type Known = Record<string, string[]>;

const EMAIL = fc
  .tuple(fc.stringMatching(/^[a-z0-9]{1,12}$/), fc.constantFrom('example.com', 'company.co.uk'))
  .map(([name, host]) => `${name}@${host}`);

/** Makes requests of an operation: mostly what its schemas allow, with nastiness in any place. */
export class Requests {
  constructor(
    private readonly document: OpenAPIObject,
    private readonly known: Known,
  ) {}

  of(operation: Operation): fc.Arbitrary<RawRequest> {
    const { method, path, parameters } = operation;
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    const [base] = (this.document.servers ?? []).map(({ url }) => url);
    return fc
      .tuple(
        fc.tuple(...inPath.map((parameter) => this.pathValue(parameter))),
        this.query(parameters.filter((parameter) => parameter.in === 'query')),
        this.headers(parameters.filter((parameter) => parameter.in === 'header')),
        this.body(operation),
      )
      .map(([values, query, headers, { headers: bodyHeaders, body }]) => ({
        method: method.toUpperCase(),
        path: `${base}${inPath.reduce((text, { name }, index) => text.replace(`{${name}}`, () => values[index]!), path)}${query}`,
        headers: { ...headers, ...bodyHeaders },
        ...(body && { body }),
      }));
  }

  /** A value that a schema allows, of things that exist where a name asks for one. */
  private valid(schema: Schema, name = ''): fc.Arbitrary<unknown> {
    const made = this.made(resolved(this.document, schema));
    const known = this.known[name] ?? [];
    return known.length > 0 ? fc.oneof({ arbitrary: fc.constantFrom(...known), weight: 4 }, made) : made;
  }

  private made(schema: Schema): fc.Arbitrary<unknown> {
    const { type, minimum = -1e6, maximum = 1e9, minLength = 0, maxLength = 40 } = schema;
    if (Array.isArray(type)) return fc.oneof(...type.map((one) => this.made({ ...schema, type: one })));
    const alternatives = schema.anyOf ?? schema.oneOf;
    if (alternatives) return fc.oneof(...alternatives.map((one) => this.valid(one)));
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if (type === 'integer') {
      const most = Math.min(maximum, minimum + 200);
      return fc.oneof(fc.integer({ min: minimum, max: most }), fc.constantFrom(minimum, maximum));
    }
    if (type === 'number')
      return fc
        .integer({ min: Math.ceil(minimum * 100), max: Math.min(maximum, 1e7) * 100 })
        .map((cents) => cents / 100);
    if (type === 'boolean') return fc.boolean();
    if (type === 'null') return fc.constant(null);
    if (type === 'array') return fc.array(this.valid(schema.items ?? {}), { maxLength: 3 });
    if (type === 'object' || schema.properties) return this.object(schema);
    if (schema.format === 'email') return EMAIL;
    if (schema.pattern) {
      const fits = (text: string) =>
        text.length >= minLength && text.length <= (schema.maxLength ?? Infinity);
      return fc.stringMatching(new RegExp(schema.pattern)).filter(fits);
    }
    return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 40) });
  }

  private object({ properties = {}, required = [] }: Schema): fc.Arbitrary<Record<string, unknown>> {
    const fields = Object.entries(properties).map(
      ([name, schema]) => [name, this.valid(schema, name)] as const,
    );
    return fc.record(Object.fromEntries(fields), { requiredKeys: required, noNullPrototype: true });
  }

  private pathValue({ name, schema }: Parameter): fc.Arbitrary<string> {
    // without a value it would be another call's path, and a dot is a path's own
    const nasty = nastyText.map(encode).filter((text) => !['', '.', '..'].includes(text));
    const broken = fc.constantFrom('%E0%A4%A', '%', '%zz', '%C0%80', '%ED%A0%80', 'a%2Fb', 'a%00b', '%2e%2e');
    // one path may be called for a thing by its id and for a person by their address
    const what = String(schema.example).includes('@') ? 'email' : name;
    const valid = this.valid(schema, what).map((value) => encode(String(value)));
    return fc.oneof(
      { arbitrary: valid, weight: 6 },
      { arbitrary: nasty, weight: 1 },
      { arbitrary: broken, weight: 1 },
    );
  }

  private query(parameters: Parameter[]): fc.Arbitrary<string> {
    const pair = (parameter: Parameter) =>
      fc
        .oneof({ arbitrary: this.valid(parameter.schema, parameter.name), weight: 4 }, nastyText, nastyNumber)
        .map((value) => `${parameter.name}=${encode(String(value))}`);
    const odd = fc.oneof(
      fc
        .tuple(fc.constantFrom('limit', 'q', 'page', 'x', '__proto__', 'constructor[prototype]'), nastyText)
        .map(([name, value]) => `${name}[$ne]=${encode(value)}`),
      fc.constantFrom(
        'a=1&a=2',
        'q=a&q=b',
        'limit=1&limit=2',
        'page[]=1',
        'sort=%',
        'q=%E0%A4%A',
        '=',
        '&&',
        '?',
        '__proto__[a]=1',
      ),
      fc.constantFrom(7_000, 20_000).map((length) => `q=${'x'.repeat(length)}`),
    );
    const some = fc.tuple(...parameters.map((parameter) => fc.option(pair(parameter), { nil: '', freq: 2 })));
    return fc
      .tuple(some, fc.oneof({ arbitrary: fc.constant(''), weight: 5 }, { arbitrary: odd, weight: 1 }))
      .map(([pairs, more]) => {
        const text = [...pairs, more].filter(Boolean).join('&');
        return text && `?${text}`;
      });
  }

  private headers(parameters: Parameter[]): fc.Arbitrary<Record<string, string>> {
    const junk = fc.string({
      unit: fc
        .integer({ min: 0x20, max: 0xff })
        .map((code) => String.fromCharCode(code === 0x7f ? 0x20 : code)),
      maxLength: 300,
    });
    const known = fc.constantFrom('"0"', '*', 'W/"1", "2"', 'a-key', '"0", junk', '');
    const named = Object.fromEntries(parameters.map(({ name }) => [name, fc.oneof(known, junk)]));
    const odd = {
      accept: fc.constantFrom('*/*', 'text/html', 'application/xml', '', 'image/webp;q=0'),
      'accept-encoding': fc.constantFrom('gzip', 'br', 'identity;q=0', 'nonsense', '*;q=0'),
      'x-request-id': junk,
      'if-none-match': known,
      range: fc.constantFrom('bytes=0-0', 'bytes=9-1', 'lines=1'),
      origin: fc.constantFrom('null', 'https://evil.example'),
      cookie: junk,
    };
    const all = fc.record({ ...odd, ...named }, { requiredKeys: [] });
    return fc.oneof(
      { arbitrary: fc.record(named, { requiredKeys: [] }), weight: 3 },
      { arbitrary: all, weight: 1 },
    ) as fc.Arbitrary<Record<string, string>>;
  }

  /** A body that fits, one with a nasty field, or no such body at all. */
  private body({ method, path, bodies }: Operation): fc.Arbitrary<Pick<RawRequest, 'body' | 'headers'>> {
    if (method === 'get') return fc.constant({ headers: {} });
    if (bodies['multipart/form-data']) return fc.oneof({ arbitrary: upload, weight: 6 }, oddBody);
    const schema = bodies['application/json'];
    if (!schema) return fc.oneof({ arbitrary: fc.constant({ headers: {} }), weight: 5 }, oddBody);
    const valid = this.valid(schema) as fc.Arbitrary<Record<string, unknown>>;
    const names = Object.keys(resolved(this.document, schema).properties ?? {});
    const name = names.length > 0 ? fc.oneof(fc.constantFrom(...names), nastyKey) : nastyKey;
    const spoilt = fc
      .tuple(valid, name, nastyValue)
      .map(([fields, key, value]) => ({ ...fields, [key]: value }));
    const values = fc.oneof({ arbitrary: valid, weight: 4 }, { arbitrary: spoilt, weight: 4 }, nastyValue);
    const sent = values.map((value) => json(JSON.stringify(value) ?? ''));
    const ours = path === '/webhooks/stripe' ? fc.oneof(sent, webhook) : sent;
    return fc.oneof({ arbitrary: ours, weight: 7 }, { arbitrary: oddBody, weight: 1 });
  }
}
