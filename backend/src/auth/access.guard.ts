import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { InjectModel } from '@nestjs/mongoose';
import type { FastifyReply } from 'fastify';
import type { Model } from 'mongoose';
import { firstValueFrom, from } from 'rxjs';
import { ACCESS, type Access, type Caller, type GuardedRequest, type TargetUser } from '../common/access.js';
import { DatabaseTimeout } from '../common/database-timeout.js';
import { NotAllowed, NotSignedIn } from '../common/errors.js';
import { lowerEmail } from '../common/fields.js';
import { User } from '../users/user.schema.js';
import { FailedSignIns } from './failed-sign-ins.js';
import { IdentityVerifier } from './identity-verifier.js';
import { TokensService } from './tokens.service.js';

/** Lets a call through when its route's declared access allows it; a route that declares nothing is denied. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: TokensService,
    private readonly identities: IdentityVerifier,
    private readonly failures: FailedSignIns,
    private readonly patience: DatabaseTimeout,
    @InjectModel(User.name) private readonly users: Model<User>,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (access === 'public') return true;
    if (access === undefined) throw new NotAllowed();
    const request = context.switchToHttp().getRequest<GuardedRequest>();
    const token = bearerOf(request);
    if (access === 'identity-token') {
      request.identity = await this.failures.watch(request.ip, () => this.identities.verify(token));
      return true;
    }
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    await firstValueFrom(this.patience.within(reply, from(this.admit(request, access, token))));
    return true;
  }

  private async admit(request: GuardedRequest, access: Access, token: string): Promise<void> {
    const caller = await this.callerOf(token);
    request.caller = caller;
    if (access === 'self-or-admin') request.target = await this.targetOf(request.params, caller);
    else if (access === 'own-or-admin') request.target = await this.targetOf(request.query, caller);
    else if (access === 'admin' && caller.role !== 'admin') throw new NotAllowed();
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

  /** The token's user as the database has them now: a demoted or removed one loses access at once. */
  private async callerOf(token: string): Promise<Caller> {
    const id = await this.tokens.userIdOf(token);
    const user = id && (await this.users.findOne({ _id: id, removingSince: null }).lean<User>());
    if (!user) throw new NotSignedIn('The token is expired or not valid. Sign in again.');
    const { email, name, photo, role } = user;
    return { id: String(user._id), email, emailVerified: user.emailVerified ?? false, name, photo, role };
  }
}

function bearerOf({ headers }: GuardedRequest): string {
  const [, token] = /^Bearer +([\w.~+/=-]+) *$/i.exec(headers.authorization ?? '') ?? [];
  if (!token) throw new NotSignedIn();
  return token;
}
