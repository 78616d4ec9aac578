import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { firstValueFrom, from } from 'rxjs';
import { ACCESS, type Access, type Caller, type GuardedRequest } from '../common/access.js';
import { DatabaseTimeout } from '../database/database-timeout.js';
import { NotAllowed } from '../common/errors.js';
import { lowerEmail } from '../common/fields.js';
import { IdTokenStrategy } from './id-token.strategy.js';
import { ShopTokenStrategy } from './shop-token.strategy.js';
import { TokenGuard } from './token.guard.js';

/** Lets a call through when its route's declared access allows it; a route that declares nothing is denied. */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly shopToken: TokenGuard;
  private readonly idToken: TokenGuard;

  constructor(
    shopToken: ShopTokenStrategy,
    idToken: IdTokenStrategy,
    private readonly reflector: Reflector,
    private readonly databaseTimeout: DatabaseTimeout,
  ) {
    this.shopToken = new TokenGuard(shopToken, 'caller');
    this.idToken = new TokenGuard(idToken, 'identity');
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (access === 'public') return true;
    if (access === 'identity-token') return this.idToken.canActivate(context) as Promise<boolean>;
    if (access === undefined) throw new NotAllowed();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    await firstValueFrom(this.databaseTimeout.within(reply, from(this.admit(context, access))));
    return true;
  }

  private async admit(context: ExecutionContext, access: Access): Promise<void> {
    await this.shopToken.canActivate(context);
    const request = context.switchToHttp().getRequest<GuardedRequest & { caller: Caller }>();
    if (!mayCall(access, request.caller, request.params)) throw new NotAllowed();
  }
}

function mayCall(access: Access, caller: Caller, params: unknown): boolean {
  if (access === 'signed-in' || caller.role === 'admin') return true;
  if (access !== 'self-or-admin') return false;
  const { email } = params as { email?: unknown };
  return typeof email === 'string' && lowerEmail(email) === caller.email;
}
