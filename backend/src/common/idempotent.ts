import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { ApiProblems } from './problem.js';

export const IDEMPOTENT = 'idempotent';

/** A POST that creates: it honours `Idempotency-Key`, so that a repeat answers the first answer and makes nothing twice. */
export const Idempotent = () =>
  applyDecorators(
    SetMetadata(IDEMPOTENT, true),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description:
        'A name for this attempt, per caller and route. The same key and body answer the first answer for 24 hours; another body is refused with 422.',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
      example: '3f1d9c1e-2f0b-4a39-9b53-0f6f2f5a6a10',
    }),
    ApiProblems(409, 422),
  );
