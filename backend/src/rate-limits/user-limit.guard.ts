import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { GuardedRequest } from '../common/access.js';
import { USER_LIMITS } from '../common/rate-limit.js';
import { RateLimits } from './rate-limits.service.js';

/** Counts requests by user, or by API key, once the access guard knows who it is. */
@Injectable()
export class UserLimitGuard implements CanActivate {
  constructor(private readonly limits: RateLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<GuardedRequest>();
    const { caller, routeOptions } = request;
    const { limit } = routeOptions.config;
    if (!caller || limit === 'none') return true;
    if (caller.apiKey) await this.limits.consume('apiKey', caller.apiKey.id, request);
    else await this.limits.consume('user', caller.id, request);
    const special = USER_LIMITS.find((name) => name === limit);
    if (special) await this.limits.consume(special, caller.id, request);
    return true;
  }
}
