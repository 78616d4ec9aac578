import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What is left of a limit after a request was counted. */
export interface Quota {
  name: string;
  /** Requests in a window. */
  limit: number;
  windowSeconds: number;
  remaining: number;
  /** Seconds until the window ends. */
  resetSeconds: number;
}

const quotas = new WeakMap<FastifyRequest, Quota[]>();

/** Keeps what is left of a limit for the headers of the response. */
export function noteQuota(request: FastifyRequest, quota: Quota): void {
  const noted = quotas.get(request);
  if (noted) noted.push(quota);
  else quotas.set(request, [quota]);
}

/** A cache that others share would send them the quota of somebody else; so would the response cache, whoever asked first. */
const mayBeShared = ({ method, routeOptions }: FastifyRequest, reply: FastifyReply): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  (routeOptions.config.cached !== undefined ||
    !/\b(?:no-store|private)\b/.test(String(reply.getHeader('Cache-Control') ?? '')));

/** The headers of draft-ietf-httpapi-ratelimit-headers, which tell a client its limits before it reaches them. */
export function sendQuotas(fastify: FastifyInstance): void {
  fastify.addHook('onSend', async (request, reply) => {
    const noted = quotas.get(request);
    if (!noted || mayBeShared(request, reply)) return;
    void reply.headers({
      'RateLimit-Policy': noted
        .map(({ name, limit, windowSeconds }) => `"${name}";q=${limit};w=${windowSeconds}`)
        .join(', '),
      RateLimit: noted
        .map(({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`)
        .join(', '),
    });
  });
}
