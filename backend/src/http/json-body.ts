import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../common/errors.js';
import { SMALL } from './body-budget.js';
import { Pace } from '../common/pace.js';

/** Deeper than anything that a client of this API sends. */
const MAX_DEPTH = 32;
/** More members and items than any call takes: what is made of them costs more than their text. */
const MAX_VALUES = 2_000;

/** Larger bodies are parsed one by one, and so that all of them take a ninth of the event loop's time at most. */
const LARGE = { share: 8, leastMs: 1 };

type Done = (error: Error | null, body?: unknown) => void;

const [QUOTE, BACKSLASH, COMMA, OPEN_ARRAY, OPEN_OBJECT, CLOSE_ARRAY, CLOSE_OBJECT] = Buffer.from('"\\,[{]}');

/**
 * What a JSON text would be once it is parsed: how deep, and of about how many values. It is one look at each byte;
 * of a text that is no JSON it says whatever comes out.
 */
export function shapeOf(text: Uint8Array): { depth: number; values: number } {
  let depth = 0;
  let deepest = 0;
  let values = 1;
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (isString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isString = false;
    } else if (byte === QUOTE) isString = true;
    else if (byte === COMMA) values += 1;
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      values += 1;
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth -= 1;
  }
  return { depth: deepest, values };
}

/**
 * Parses JSON bodies. An empty one is no body at all, so that calls that need none may say `application/json`, and the
 * others get their fields' messages. `__proto__` and `constructor.prototype` are refused, and so is what is nested too
 * deeply or has too many values, before it is parsed.
 *
 * @param isRaw requests whose bodies are left to their route, as bytes
 */
export function jsonBodyParser(
  fastify: FastifyInstance,
  isRaw: (request: FastifyRequest) => boolean,
): (request: FastifyRequest, body: Buffer, done: Done) => void {
  const parse = fastify.getDefaultJsonParser('error', 'error') as (
    request: FastifyRequest,
    body: string,
    done: Done,
  ) => void;
  const pace = new Pace(LARGE.share, LARGE.leastMs);

  const read = (request: FastifyRequest, body: Buffer, done: Done): void => {
    const { depth, values } = shapeOf(body);
    if (depth > MAX_DEPTH)
      return done(new DomainError(413, 'too-deep', 'Too large', 'The body is nested too deeply.'));
    if (values > MAX_VALUES)
      return done(new DomainError(413, 'too-many-values', 'Too large', 'The body has too many values.'));
    parse(request, body.toString(), (error, value) =>
      error
        ? done(new DomainError(400, 'not-json', 'Bad request', 'The body is not valid JSON.'))
        : done(null, value),
    );
  };

  return (request, body, done) => {
    if (body.length === 0 || isRaw(request)) return done(null, undefined);
    if (body.length <= SMALL) read(request, body, done);
    else pace.take(() => read(request, body, done));
  };
}
