import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Types } from 'mongoose';

/**
 * One attempt to create something. Its id becomes the `_id` of what is created, so that an attempt which is taken up again
 * after a crash finds what it made before instead of making it twice.
 */
export interface Attempt {
  id: Types.ObjectId;
  /** Whether an earlier run of the same attempt may already have created it. */
  isRepeat: boolean;
}

const ATTEMPT = Symbol('attempt');

interface AttemptedRequest extends FastifyRequest {
  [ATTEMPT]?: Attempt;
}

export const setAttempt = (request: FastifyRequest, attempt: Attempt): void => {
  (request as AttemptedRequest)[ATTEMPT] = attempt;
};

/** The attempt behind a request: the key's, or a new one for a request without a key. */
export const CurrentAttempt = createParamDecorator((_: unknown, context: ExecutionContext): Attempt => {
  const request = context.switchToHttp().getRequest<AttemptedRequest>();
  return request[ATTEMPT] ?? { id: new Types.ObjectId(), isRepeat: false };
});
