import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { ClientSession, Types } from 'mongoose';
import type { GuardedRequest } from '../common/access.js';
import { ApiProblems } from '../common/problem.js';

export const IDEMPOTENT = 'idempotent';

/**
 * One attempt to create something. Its id becomes the `_id` of what is created, so that an attempt which is resumed after a
 * crash finds what it created before instead of creating it twice.
 */
export interface Attempt {
  id: Types.ObjectId;
  /** Whether an earlier run of the same attempt may already have created it. */
  isRepeat: boolean;
  /** The `_id`s of other people whom the response names; it is deleted with their accounts. */
  about: Set<string>;
  /**
   * Stores what the handler is going to return, in the transaction that makes it: one write to the disk less than after it.
   * What is not stored so is stored at the end.
   */
  store(result: unknown, session: ClientSession): Promise<void>;
}

/** Runs a request's work once per `Idempotency-Key`, for a handler that reads the request's body itself. */
export abstract class IdempotentRequests {
  /**
   * Returns what `work` returns, or the stored response to the first request with the same key.
   *
   * @param body what must be the same for the same key
   */
  abstract run<T>(
    request: GuardedRequest,
    reply: FastifyReply,
    body: unknown,
    work: (attempt: Attempt) => Promise<T>,
  ): Promise<T>;
}

/** Documents a POST that honours `Idempotency-Key` by `IdempotentRequests`. */
export const ApiIdempotencyKey = () =>
  applyDecorators(
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description:
        'A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422.',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
      example: '3f1d9c1e-2f0b-4a39-9b53-0f6f2f5a6a10',
    }),
    ApiProblems(409, 422),
  );

/** A POST that creates: it honours `Idempotency-Key`, so that a repeat returns the first response and creates nothing twice. */
export const Idempotent = () => applyDecorators(SetMetadata(IDEMPOTENT, true), ApiIdempotencyKey());
