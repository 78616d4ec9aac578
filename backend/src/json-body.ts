import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from './common/errors.js';

/** Deeper than anything that a client of this API or the payment provider sends. */
const MAX_DEPTH = 32;

type Done = (error: Error | null, body?: unknown) => void;

/** Whether a parsed value is nested no deeper than `limit`; it does not recurse itself. */
export function isShallow(value: unknown, limit: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const below = level.filter((item): item is object => typeof item === 'object' && item !== null);
    if (below.length > 0 && depth >= limit) return false;
    level = below.flatMap((item) => Object.values(item) as unknown[]);
  }
  return true;
}

/**
 * Parses JSON bodies. An empty one is no body at all, so that calls that need none may say `application/json`, and the
 * others get their fields' messages. `__proto__` and `constructor.prototype` are refused.
 */
export function jsonBodyParser(
  fastify: FastifyInstance,
): (request: FastifyRequest, body: Buffer, done: Done) => void {
  const parse = fastify.getDefaultJsonParser('error', 'error') as (
    request: FastifyRequest,
    body: string,
    done: Done,
  ) => void;
  return (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    parse(request, body.toString(), (error, value) => {
      if (error) done(new DomainError(400, 'not-json', 'Bad request', 'The body is not valid JSON.'));
      else if (!isShallow(value, MAX_DEPTH))
        done(new DomainError(413, 'too-deep', 'Too large', 'The body is nested too deeply.'));
      else done(null, value);
    });
  };
}
