import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isInternal } from '../common/internal-requests.js';
import { ADDRESS_LIMITS, type RouteLimit } from '../common/rate-limit.js';
import { sendQuotas } from './quotas.js';
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

/** Counts a client's request by its address; one of the server's own is not counted. @throws TooManyRequests */
export const countAddress = async (limits: RateLimits, request: FastifyRequest): Promise<void> => {
  if (!isInternal(request)) await limits.consume('address', addressKey(request.ip), request);
};

/** The same for a response from the cache, which shows nobody what is left. @throws TooManyRequests */
export const countCachedRead = (limits: RateLimits, { ip }: FastifyRequest): Promise<void> =>
  limits.consume('address', addressKey(ip));

type AddressLimit = (typeof ADDRESS_LIMITS)[number];
const isAddressLimit = (limit: RouteLimit | undefined): limit is AddressLimit =>
  ADDRESS_LIMITS.includes(limit as AddressLimit);

/**
 * Counts the requests of all routes by address before their bodies are read. The hook is `preParsing` and not `onRequest`, so
 * that a 429 has the CORS headers too.
 */
export function limitAddresses(fastify: FastifyInstance, limits: RateLimits): void {
  sendQuotas(fastify);
  fastify.addHook('preParsing', async (request) => {
    const { limit } = request.routeOptions.config;
    if (limit === 'none') return;
    await countAddress(limits, request);
    if (isAddressLimit(limit)) await limits.consume(limit, addressKey(request.ip), request);
  });
}
