import { randomUUID } from 'node:crypto';
import type { ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { NotSignedIn } from '../common/errors.js';

/** A name for a strategy of this application alone: passport has one registry a process, and specs run several shops in one. */
export const strategyName = (kind: string): string => `${kind}-${randomUUID()}`;

/** Runs one of this application's strategies and puts what it found on the request, as `property`. */
export class TokenGuard extends AuthGuard() {
  constructor({ name }: { name: string }, property: 'caller' | 'identity') {
    super({ defaultStrategy: name, property });
  }

  override handleRequest<T>(error: unknown, found: T | false, _info: unknown, context: ExecutionContext): T {
    if (error) throw error;
    if (found) return found;
    const { authorization } = this.getRequest(context).headers as { authorization?: string };
    throw new NotSignedIn(authorization && 'The token is expired or not valid; sign in again.');
  }
}
