import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { CONFIG, type Config } from '../config.js';
import type { GuardedRequest } from '../common/access.js';
import { TooManyRequests } from '../common/errors.js';
import { recordEvent } from '../common/domain-events.js';
import { ADDRESS_LIMITS, LIMIT, USER_LIMITS } from '../common/rate-limit.js';
import { LeasedLimiter } from './leased-limiter.js';
import { LimitStore } from './limit-store.js';

export interface Limiter {
  consume(key: string): Promise<unknown>;
}

/** Counts one call. @param name the limit's own name, for the figures. @throws TooManyRequests */
export async function consume(limiter: Limiter | undefined, key: string, name: string): Promise<void> {
  try {
    await limiter?.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    recordEvent('limit-refused', { limit: name });
    throw new TooManyRequests(Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)));
  }
}

/** One key for an address; an IPv6 one counts with its network of 64 bits, which one customer has to themselves. */
export function addressKey(ip: string | undefined): string {
  // whose connection is gone has none any more
  if (ip === undefined) return '';
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip.replace('::ffff:', '');
  const [head = '', tail] = ip.split('::');
  const groups = head.split(':').filter(Boolean);
  if (tail !== undefined) {
    const after = tail.split(':').filter(Boolean);
    while (groups.length + after.length < 8) groups.push('0');
    groups.push(...after);
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** Counts calls by address, and those of routes with an address limit of their own once more. */
@Injectable()
export class AddressLimitGuard implements CanActivate {
  private readonly general: Limiter;
  private readonly special: Map<string, Limiter>;

  constructor(
    private readonly reflector: Reflector,
    @Inject(CONFIG) { limits }: Config,
    store: LimitStore,
  ) {
    this.general = new LeasedLimiter(store.limiter('address', limits.address));
    this.special = new Map(ADDRESS_LIMITS.map((name) => [name, store.limiter(name, limits[name])]));
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const limit = this.reflector.get<string | undefined>(LIMIT, context.getHandler());
    if (limit === 'none') return true;
    const key = addressKey(context.switchToHttp().getRequest<GuardedRequest>().ip);
    await consume(this.general, key, 'address');
    await consume(limit ? this.special.get(limit) : undefined, key, limit ?? '');
    return true;
  }
}

/** Counts calls by user, once the access guard has found out who it is. */
@Injectable()
export class UserLimitGuard implements CanActivate {
  private readonly general: Limiter;
  private readonly special: Map<string, Limiter>;

  constructor(
    private readonly reflector: Reflector,
    @Inject(CONFIG) { limits }: Config,
    store: LimitStore,
  ) {
    this.general = new LeasedLimiter(store.limiter('user', limits.user));
    this.special = new Map(USER_LIMITS.map((name) => [name, store.limiter(name, limits[name])]));
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { caller } = context.switchToHttp().getRequest<GuardedRequest>();
    if (!caller) return true;
    const limit = this.reflector.get<string | undefined>(LIMIT, context.getHandler());
    await consume(this.general, caller.id, 'user');
    await consume(limit ? this.special.get(limit) : undefined, caller.id, limit ?? '');
    return true;
  }
}
