import { ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { InvalidInput } from '../common/errors.js';

/** The first message of each rejected field, nested ones as `a.b`. */
function messagesOf(
  errors: ValidationError[],
  prefix = '',
): [field: string, message: string, isDetail: boolean][] {
  return errors.flatMap((error): [string, string, boolean][] => {
    const field = prefix + error.property;
    const [rule, message] = Object.entries(error.constraints ?? {}).at(-1) ?? [];
    const nested = messagesOf(error.children ?? [], `${field}.`);
    if (!message || !rule) return nested;
    const context = error.contexts?.[rule] as { detail?: boolean } | undefined;
    return [[field, message, context?.detail === true], ...nested];
  });
}

/** Validates and converts bodies, queries and paths; unknown fields are dropped. */
export const createValidationPipe = () =>
  new ValidationPipe({
    transform: true,
    whitelist: true,
    exceptionFactory: (errors) => {
      const messages = messagesOf(errors);
      const fields = Object.fromEntries(messages.map(([field, message]) => [field, message]));
      const detail = messages.find(([, , isDetail]) => isDetail)?.[1];
      return new InvalidInput(fields, detail);
    },
  });
