import { RouteConfig } from './route-config.js';

/** Limits by the caller's network address, counted before anyone is asked who they are. */
export const ADDRESS_LIMITS = ['signIn', 'newsletter', 'payLink', 'stockAlerts'] as const;
/** Limits by user. */
export const USER_LIMITS = ['orders', 'payments', 'reviews'] as const;

export type RouteLimit = (typeof ADDRESS_LIMITS)[number] | (typeof USER_LIMITS)[number];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A tighter rate limit of the route, or none at all. */
    limit?: RouteLimit | 'none';
  }
}

/**
 * A tighter limit for a route, on top of the general ones by address and by user. The limits are in `config.limits`, in
 * requests a minute. `none` exempts a route from all limits: health checks must pass while their address is limited.
 */
export const Limit = (limit: RouteLimit | 'none') => RouteConfig({ limit });
