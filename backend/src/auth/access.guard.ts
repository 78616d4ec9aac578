import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { InjectModel } from '@nestjs/mongoose';
import type { FastifyReply } from 'fastify';
import type { Model } from 'mongoose';
import { firstValueFrom, from } from 'rxjs';
import { ACCESS, type Access, type Caller, type GuardedRequest, type TargetUser } from '../common/access.js';
import { DatabaseTimeout } from '../common/database-timeout.js';
import { NotAllowed } from '../common/errors.js';
import { lowerEmail } from '../common/fields.js';
import { User } from '../users/user.schema.js';
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
    @InjectModel(User.name) private readonly users: Model<User>,
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
    const { caller } = request;
    if (access === 'self-or-admin') request.target = await this.targetOf(request.params, caller);
    else if (access === 'own-or-admin') request.target = await this.targetOf(request.query, caller);
    else if (access !== 'signed-in' && caller.role !== 'admin') throw new NotAllowed();
  }

  /** The user that the path or query names: the caller, or for an admin anybody. */
  private async targetOf(named: unknown, caller: Caller): Promise<TargetUser | null> {
    const given = (named as { email?: unknown }).email;
    const email = typeof given === 'string' ? lowerEmail(given) : undefined;
    if (email === caller.email) return { id: caller.id, email };
    if (caller.role !== 'admin') throw new NotAllowed();
    if (email === undefined) return null;
    const user = await this.users.findOne({ email }, { _id: 1 }).lean<User>();
    return user && { id: String(user._id), email };
  }
}
