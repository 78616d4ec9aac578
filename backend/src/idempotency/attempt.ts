import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Types } from 'mongoose';
import type { Attempt } from './idempotent.js';

export type { Attempt };

const ATTEMPT = Symbol('attempt');

interface AttemptedRequest extends FastifyRequest {
  [ATTEMPT]?: Attempt;
}

export const setAttempt = (request: FastifyRequest, attempt: Attempt): void => {
  (request as AttemptedRequest)[ATTEMPT] = attempt;
};

/** An attempt of a request without a key: nothing is stored. */
export const newAttempt = (): Attempt => ({
  id: new Types.ObjectId(),
  isRepeat: false,
  about: new Set(),
  store: async () => undefined,
});

/** The attempt behind a request: the key's, or a new one for a request without a key. */
export const CurrentAttempt = createParamDecorator((_: unknown, context: ExecutionContext): Attempt => {
  const request = context.switchToHttp().getRequest<AttemptedRequest>();
  return request[ATTEMPT] ?? newAttempt();
});
