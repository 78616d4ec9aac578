import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { RawResponse } from './fuzz-http.js';
import type { Operation } from './fuzz-operations.js';

const pointer = (...steps: string[]): string =>
  steps.map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

/** `detail` of a problem is one sentence. */
function sentenceViolations(text: string): string[] {
  const { detail } = JSON.parse(text) as { detail?: string };
  if (detail === undefined || (/[.!]$/.test(detail) && !/[.!?] \p{Lu}/u.test(detail))) return [];
  return [`not one sentence: ${detail}`];
}

/** Holds responses to the document: their status, content type, headers and body. */
export class ResponseChecks {
  private readonly ajv = addFormats.default(new Ajv({ strict: false, allErrors: true, coerceTypes: false }));
  private readonly compiled = new Map<string, ValidateFunction>();

  constructor(document: OpenAPIObject) {
    this.ajv.addSchema({ $id: 'shop', ...document });
  }

  /** What is wrong with a response to an operation; empty when nothing is. */
  violationsOf({ path, method, responses }: Operation, { status, headers, body }: RawResponse): string[] {
    // a dependency that is down would be documented, but none is
    if (status >= 500) return [`${status}: ${body.toString().slice(0, 300)}`];
    const documented = responses[String(status)];
    if (!documented) return [`${status} is not in the document: ${body.toString().slice(0, 300)}`];

    const violations = Object.entries(documented.headers ?? {})
      .filter(([name, { required }]) => required && headers[name.toLowerCase()] === undefined)
      .map(([name]) => `${status} lacks ${name}`);
    const types = Object.keys(documented.content ?? {});
    if (types.length === 0) return body.length > 0 ? [...violations, `${status} has a body`] : violations;
    const type = String(headers['content-type']).split(';', 1)[0]!;
    if (!types.includes(type)) return [...violations, `${status} is ${type}, not ${types.join(' or ')}`];
    if (status >= 400 && type !== 'application/problem+json')
      violations.push(`${status} is no problem but ${type}`);
    if (!type.endsWith('json')) return violations;

    const at = ['paths', path, method, 'responses', String(status), 'content', type, 'schema'];
    const text = body.toString();
    return [
      ...violations,
      ...sentenceViolations(text),
      ...this.bodyViolations(`shop#${pointer(...at)}`, text),
    ];
  }

  private bodyViolations(ref: string, text: string): string[] {
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return [`not JSON: ${text.slice(0, 200)}`];
    }
    const validate = this.compiled.get(ref) ?? this.ajv.compile({ $ref: ref });
    this.compiled.set(ref, validate);
    if (validate(body)) return [];
    return [`${this.ajv.errorsText(validate.errors)} in ${text.slice(0, 300)}`];
  }
}
