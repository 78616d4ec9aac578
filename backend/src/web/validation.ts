import {
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  ValidationPipe,
} from '@nestjs/common';
import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import type { ValidationError } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { InvalidInput } from '../common/errors.js';

const unknownField = (name: string): string => `Unknown field: ${name}`;

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
    if (rule === 'whitelistValidation') return [[field, unknownField(field), false]];
    const context = error.contexts?.[rule] as { detail?: boolean } | undefined;
    return [[field, message, context?.detail === true], ...nested];
  });
}

/** Validates and converts bodies, queries and paths; refuses fields that their DTO does not declare. */
export const createValidationPipe = () =>
  new ValidationPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    exceptionFactory: (errors) => {
      const messages = messagesOf(errors);
      const fields = Object.fromEntries(messages.map(([field, message]) => [field, message]));
      const detail = messages.find(([, , isDetail]) => isDetail)?.[1];
      return new InvalidInput(fields, detail);
    },
  });

/** The members of a body that is a JSON object, and none of a stream. */
const membersOf = (body: unknown): string[] =>
  typeof body === 'object' && body !== null && Object.getPrototypeOf(body) === Object.prototype
    ? Object.keys(body)
    : [];

/** Refuses a query or a body where the route declares none, as the validation pipe does where it declares some fields. */
export class UndeclaredInputInterceptor implements NestInterceptor {
  /** @throws InvalidInput */
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { query, body, routeOptions } = context.switchToHttp().getRequest<FastifyRequest>();
    const { csv, multipart } = routeOptions.config;
    const declared = Object.keys(
      (Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), context.getHandler().name) ??
        {}) as object,
    );
    const declares = (type: RouteParamtypes) => declared.some((key) => key.startsWith(`${type}:`));
    const unknown = [
      ...(declares(RouteParamtypes.QUERY) ? [] : Object.keys(query as object)),
      // of the routes that take a file, each refuses another body itself
      ...(declares(RouteParamtypes.BODY) || csv || multipart ? [] : membersOf(body)),
    ];
    if (unknown.length > 0)
      throw new InvalidInput(Object.fromEntries(unknown.map((name) => [name, unknownField(name)])));
    return next.handle();
  }
}
