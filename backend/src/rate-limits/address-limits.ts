import type { FastifyInstance } from 'fastify';
import { isInternal } from '../common/internal-requests.js';
import { ADDRESS_LIMITS, type RouteLimit } from '../common/rate-limit.js';
import type { RateLimits } from './rate-limits.service.js';

/** One key for an address; an IPv6 address counts with its /64 network, which is what one customer gets. */
export function addressKey(ip: string | undefined): string {
  // a closed connection has no address
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

/** Counts a request by its address. @throws TooManyRequests */
export const countAddress = (limits: RateLimits, ip: string): Promise<void> =>
  limits.consume('address', addressKey(ip));

type AddressLimit = (typeof ADDRESS_LIMITS)[number];
const isAddressLimit = (limit: RouteLimit | undefined): limit is AddressLimit =>
  ADDRESS_LIMITS.includes(limit as AddressLimit);

/**
 * Counts the API's requests by address before their bodies are read. The hook is `preParsing` and not `onRequest`, so that
 * a 429 has the CORS headers too.
 */
export function limitAddresses(fastify: FastifyInstance, limits: RateLimits): void {
  fastify.addHook('preParsing', async (request) => {
    const { ip, routeOptions } = request;
    const { limit } = routeOptions.config;
    if (limit === 'none' || !routeOptions.url?.startsWith('/api/') || isInternal(request)) return;
    await countAddress(limits, ip);
    if (isAddressLimit(limit)) await limits.consume(limit, addressKey(ip));
  });
}
