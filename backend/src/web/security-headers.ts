import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.js';
import { cacheControlOf } from '../response-cache/cache-control.js';
import { DATA_POLICY, type Directives, DOCUMENTATION_POLICY, pagePolicy, policyText } from './page-policy.js';

/** Two years. Only over TLS: otherwise it means nothing (RFC 6797, 7.2). */
export const HSTS = ['Strict-Transport-Security', 'max-age=63072000; includeSubDomains'] as const;

const DENIED_FEATURES = 'accelerometer camera geolocation gyroscope magnetometer microphone midi usb';
/** The header values that the configuration decides. */
const valuesOf = ({ localServices, corsOrigins }: Config) => ({
  // Firebase's sign-in with a pop-up needs the opener
  opener: localServices.identityUrl ? ('same-origin' as const) : ('same-origin-allow-popups' as const),
  resource: corsOrigins.length > 0 ? ('cross-origin' as const) : ('same-origin' as const),
  permissions: [
    ...DENIED_FEATURES.split(' ').map((feature) => `${feature}=()`),
    localServices.paymentsUrl ? 'payment=()' : 'payment=(self "https://js.stripe.com")',
  ].join(', '),
});

export type PageHeaders = Pick<FastifyHelmetOptions, 'contentSecurityPolicy'>;

const withPolicy = (directives: Directives) => ({
  contentSecurityPolicy: { useDefaults: false, directives },
});

/** The headers of data, for responses that no hook sees. A spec compares them with those of other responses. */
export function dataHeaders(config: Config): Record<string, string> {
  const { opener, resource, permissions } = valuesOf(config);
  return {
    'Content-Security-Policy': policyText(DATA_POLICY),
    'Cross-Origin-Opener-Policy': opener,
    'Cross-Origin-Resource-Policy': resource,
    'Permissions-Policy': permissions,
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  };
}

/** The helmet options of a page: of the frontend, and of every navigation that it handles. */
export const pageHeaders = (config: Config, frontendDir: string): PageHeaders =>
  withPolicy(pagePolicy(config, frontendDir));

/**
 * The security headers of every response. The content policy is that of the matched route: Swagger UI under `/api/docs`,
 * data under `/api` and wherever no route matches, pages elsewhere.
 */
export async function addSecurityHeaders(
  fastify: FastifyInstance,
  config: Config,
  page: PageHeaders,
): Promise<void> {
  const { opener, resource, permissions } = valuesOf(config);
  const documentation = withPolicy(DOCUMENTATION_POLICY);
  fastify.addHook('onRoute', (route) => {
    if (/^\/api\/docs(?:\/|$)/.test(route.url)) route.helmet = documentation;
    else if (!/^\/api(?:\/|$)/.test(route.url)) route.helmet = page;
  });
  await fastify.register(helmet, {
    ...withPolicy(DATA_POLICY),
    strictTransportSecurity: false,
    // for clients that are gone, or for what the other headers forbid already; each costs every response some time
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    crossOriginOpenerPolicy: { policy: opener },
    crossOriginResourcePolicy: { policy: resource },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  });
  fastify.addHook('onRequest', async (request, reply) => {
    const { headers, protocol, routeOptions } = request;
    void reply.header('Permissions-Policy', permissions);
    if (protocol === 'https') void reply.header(...HSTS);
    // what a token opened stays with its bearer; a route that knows better sets its own
    if (routeOptions.config.cached) void reply.header('Cache-Control', cacheControlOf(request));
    else if (routeOptions.url?.startsWith('/api/'))
      void reply.header('Cache-Control', headers.authorization ? 'no-store' : 'no-cache');
  });
}
