import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { firstValueFrom, from } from 'rxjs';
import {
  ACCESS,
  type Access,
  type ApiKeyScope,
  type Caller,
  type DeclaredAccess,
  type GuardedRequest,
} from '../common/access.js';
import { bearsApiKey } from '../api-keys/api-key.js';
import { DatabaseTimeout } from '../database/database-timeout.js';
import { MissingScope, NotAllowed } from '../common/errors.js';
import { lowerEmail } from '../common/fields.js';
import { ApiKeyStrategy } from './api-key.strategy.js';
import { IdTokenStrategy } from './id-token.strategy.js';
import { ShopTokenStrategy } from './shop-token.strategy.js';
import { TokenGuard } from './token.guard.js';

/** Lets a call through when its route's declared access allows it; a route that declares nothing is denied. */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly shopToken: TokenGuard;
  private readonly idToken: TokenGuard;
  private readonly apiKey: TokenGuard;

  constructor(
    shopToken: ShopTokenStrategy,
    idToken: IdTokenStrategy,
    apiKey: ApiKeyStrategy,
    private readonly reflector: Reflector,
    private readonly databaseTimeout: DatabaseTimeout,
  ) {
    this.shopToken = new TokenGuard(shopToken, 'caller');
    this.idToken = new TokenGuard(idToken, 'identity');
    this.apiKey = new TokenGuard(apiKey, 'caller');
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const declared = this.reflector.getAllAndOverride<DeclaredAccess | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    const access = declared?.access;
    if (access === 'public') return true;
    if (access === 'identity-token') return this.idToken.canActivate(context) as Promise<boolean>;
    if (declared === undefined) throw new NotAllowed();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const request = context.switchToHttp().getRequest<GuardedRequest>();
    request.checkAccess = () => this.admit(context, declared);
    await firstValueFrom(this.databaseTimeout.within(reply, from(this.admit(context, declared))));
    return true;
  }

  private async admit(context: ExecutionContext, { access, scope }: DeclaredAccess): Promise<void> {
    const request = context.switchToHttp().getRequest<GuardedRequest & { caller: Caller }>();
    await (bearsApiKey(request.headers.authorization) ? this.apiKey : this.shopToken).canActivate(context);
    if (request.caller.apiKey) checkScope(request.caller.apiKey, scope);
    if (!mayCall(access, request.caller, request.params)) throw new NotAllowed();
  }
}

/** A key may do what its scopes name and nothing else, however much the admin may for whom it acts. */
function checkScope({ scopes }: NonNullable<Caller['apiKey']>, scope: ApiKeyScope | undefined): void {
  if (scope === undefined) throw new NotAllowed('API keys may not do this; sign in as a person.');
  if (!scopes.includes(scope)) throw new MissingScope(scope);
}

function mayCall(access: Access, caller: Caller, params: unknown): boolean {
  if (access === 'signed-in' || caller.role === 'admin') return true;
  if (access !== 'self-or-admin') return false;
  const { email } = params as { email?: unknown };
  return typeof email === 'string' && lowerEmail(email) === caller.email;
}
