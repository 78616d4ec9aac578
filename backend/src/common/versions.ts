import {
  applyDecorators,
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { trusted } from 'mongoose';
import { type Observable, tap } from 'rxjs';
import { VersionRequired } from './errors.js';
import { ApiProblems } from './problem.js';

/**
 * Optimistic locking over HTTP. A service returns `withVersion(dto, document.version)` and the response carries an `ETag`;
 * a call that changes something takes `@IfMatch()`, or `@RequiredIfMatch()` where it edits, and adds `matchingVersion(ifMatch)`
 * to the filter of its update.
 */

const VERSION = Symbol('version');

/** The header's text; undefined when it was not sent. */
export type IfMatchHeader = string | undefined;

/** The `If-Match` of the request, if any. */
export const IfMatch = createParamDecorator((_: unknown, context: ExecutionContext): IfMatchHeader => {
  return context.switchToHttp().getRequest<FastifyRequest>().headers['if-match'];
});

const isMissing = (ifMatch: IfMatchHeader): boolean => ifMatch === undefined || ifMatch.trim() === '*';

/**
 * The `If-Match` of an edit, which must name what was read before: without it, or with `*`, the last of two editors would
 * overwrite the first unseen.
 *
 * @throws VersionRequired
 */
export const RequiredIfMatch = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const ifMatch = context.switchToHttp().getRequest<FastifyRequest>().headers['if-match'];
  if (ifMatch === undefined || isMissing(ifMatch)) throw new VersionRequired();
  return ifMatch;
});

/** Documents the optional `If-Match` of a call that changes something. */
export const ApiIfMatch = () =>
  ApiHeader({
    name: 'If-Match',
    required: false,
    description: 'The `ETag` read before; a stale one is refused with 412.',
  });

/** Documents the `If-Match` that `@RequiredIfMatch()` asks for, with its 428 and 412. */
export const ApiRequiredIfMatch = () =>
  applyDecorators(
    ApiHeader({
      name: 'If-Match',
      required: true,
      description: 'The `ETag` of the read before; `*` is not enough. A stale one is refused with 412.',
      schema: { type: 'string', pattern: '"\\d+' },
      example: '"7"',
    }),
    ApiProblems(412, 428),
  );

/** Notes the version of the document that a response shows; the body is unchanged. */
export function withVersion<T extends object>(body: T, version: number | undefined): T {
  Object.defineProperty(body, VERSION, { value: version ?? 0, enumerable: false });
  return body;
}

/** The entity tag of a version. */
export const etagOf = (version: number | undefined): string => `"${version ?? 0}"`;

/**
 * The versions that an `If-Match` names. A tag that was made weak on its way through a proxy is read as its strong one; a foreign
 * tag names none.
 */
const versionsIn = (ifMatch: string): number[] =>
  ifMatch
    .split(',')
    .map((tag) => /^(?:W\/)?"(\d{1,15})(?:-[\w-]{1,64})?"$/.exec(tag.trim())?.[1])
    .filter((version) => version !== undefined)
    .map(Number);

/** Whether an `If-Match` names the version of what was read in the same transaction; what is not there yet is at version 0. */
export const namesVersion = (ifMatch: IfMatchHeader, version: number | undefined): boolean =>
  ifMatch === undefined || isMissing(ifMatch) || versionsIn(ifMatch).includes(version ?? 0);

/** The condition on `version` that an `If-Match` makes: none without the header or with `*`, else one of the named versions. */
export function matchingVersion(ifMatch: IfMatchHeader): Record<string, unknown> {
  if (ifMatch === undefined || isMissing(ifMatch)) return {};
  const versions: (number | null)[] = versionsIn(ifMatch);
  // a document written without a version is at its first one
  if (versions.includes(0)) versions.push(null);
  return { version: trusted({ $in: versions }) };
}

const withoutWeakness = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Whether an `If-None-Match` names a tag: a weak comparison, as RFC 9110 (13.1.2) asks for. */
export function namesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  const named = ifNoneMatch?.split(',').map(withoutWeakness) ?? [];
  return named.includes('*') || named.includes(withoutWeakness(tag));
}

/** Sends the `ETag` of responses that have a version. */
@Injectable()
export class EtagInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      tap((body: unknown) => {
        const version = (body as { [VERSION]?: number } | null | undefined)?.[VERSION];
        if (version !== undefined)
          void context.switchToHttp().getResponse<FastifyReply>().header('ETag', etagOf(version));
      }),
    );
  }
}
