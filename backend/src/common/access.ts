import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  Param,
  type PipeTransform,
  SetMetadata,
} from '@nestjs/common';
import { ApiBearerAuth, ApiExtension, ApiParam } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { InvalidInput } from './errors.js';
import { ApiProblems } from './problem.js';

/**
 * Who may call a route. A route that declares nothing is denied.
 *
 * - `public`: anyone.
 * - `signed-in`: any user with the shop's own token.
 * - `self-or-admin`: the user named by the path's `email`, or an admin.
 * - `admin`: an admin, by the role in the database at the time of the call.
 * - `identity-token`: the bearer of the identity provider's ID token, for the token exchange.
 */
export type Access = 'public' | 'signed-in' | 'self-or-admin' | 'admin' | 'identity-token';

/** What API keys can be allowed to do. What is missing here only a signed-in admin does. */
export const API_KEY_SCOPES = [
  'catalogue:read',
  'catalogue:write',
  'orders:read',
  'orders:write',
  'orders:ship',
  'orders:refund',
  'users',
  'reports',
] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

export const ACCESS = 'access';

/** What `@Access` keeps of a route. */
export interface DeclaredAccess {
  access: Access;
  /** What an API key needs; none may call a route without it. */
  scope?: ApiKeyScope;
}

/** The user behind a request, as the guard loaded it from the database. */
export interface Caller {
  /** The user's `_id`, as 24 hexadecimal digits. */
  id: string;
  email: string;
  /** Whether the identity provider has verified the address. */
  emailVerified: boolean;
  name: string;
  photo: string;
  role: 'admin' | 'customer';
  /** The API key that calls on behalf of the user, if it is not themselves. */
  apiKey?: { id: string; name: string; scopes: readonly ApiKeyScope[] };
}

/** What a verified ID token says about its bearer. */
export interface Identity {
  uid: string;
  /** Lower-cased. */
  email: string;
  emailVerified: boolean;
  name: string;
  photo: string;
  /** When the person signed in with the provider, in whole seconds since 1970. */
  authTime: number;
}

export interface GuardedRequest extends FastifyRequest {
  /** Checks again what the guard has checked, as it is by now. Not on public routes. */
  checkAccess(): Promise<void>;
  caller?: Caller;
  identity?: Identity;
}

/**
 * Declares who may call a route, guards it and documents its security and its 401 and 403 responses.
 *
 * @param scope the scope with which API keys may call it, too; without one they are denied, also on what is open to all who
 *   are signed in
 */
export function Access(access: Access, { scope }: { scope?: ApiKeyScope } = {}) {
  const declared = SetMetadata(ACCESS, { access, ...(scope && { scope }) } satisfies DeclaredAccess);
  const caller = ApiExtension('x-access', access);
  if (access === 'public') return applyDecorators(declared, caller);
  return applyDecorators(
    declared,
    caller,
    ApiBearerAuth(access === 'identity-token' ? 'identity-token' : 'bearer'),
    ...(scope ? [ApiBearerAuth('api-key'), ApiExtension('x-api-key-scope', scope)] : []),
    ApiProblems(401, 403),
  );
}

/** The signed-in user; only on routes that need one. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<GuardedRequest>();
  if (!caller) throw new Error('CurrentUser is used on a route that needs no user');
  return caller;
});

/** The bearer of the ID token; only on `identity-token` routes. */
export const CurrentIdentity = createParamDecorator((_: unknown, context: ExecutionContext): Identity => {
  const { identity } = context.switchToHttp().getRequest<GuardedRequest>();
  if (!identity) throw new Error('CurrentIdentity is used on a route that needs no ID token');
  return identity;
});

/** An e-mail address in the path; refused with 400 where no account can have it. */
export const EmailParam = () => Param('email', new EmailLengthPipe());

class EmailLengthPipe implements PipeTransform<string, string> {
  transform(email: string): string {
    // in characters, as the document counts, of which some are two units of a string
    const { length } = Array.from(email);
    if (length < EMAIL_LENGTH.minLength || length > EMAIL_LENGTH.maxLength)
      throw new InvalidInput({ email: 'Please provide a valid Email' });
    return email;
  }
}

const EMAIL_LENGTH = { minLength: 3, maxLength: 254 };

/** Documents an e-mail address in the path. */
export const ApiEmailParam = () =>
  ApiParam({
    name: 'email',
    description: "The user's e-mail address, compared without regard to case.",
    schema: { type: 'string', ...EMAIL_LENGTH, example: 'customer@example.com' },
  });
