import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.js';
import { DATA_POLICY, DOCUMENTATION_POLICY, pagePolicy, policyText } from './page-policy.js';

const TWO_YEARS = 63_072_000;
const PERMISSIONS = [
  'accelerometer',
  'camera',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'usb',
];

/**
 * Puts the security headers on every answer: a content policy by what is asked for (pages, Swagger UI, data), nosniff,
 * framing, referrer and permissions, and HSTS for requests that came over TLS.
 */
export async function addSecurityHeaders(
  fastify: FastifyInstance,
  config: Config,
  frontendDir: string,
): Promise<void> {
  const hasStripe = !config.standIns.paymentsUrl;
  const hasFirebase = !config.standIns.identityUrl;
  await fastify.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: false,
    // sign-in with a pop-up needs the opener
    crossOriginOpenerPolicy: { policy: hasFirebase ? 'same-origin-allow-popups' : 'same-origin' },
    crossOriginResourcePolicy: { policy: config.corsOrigins.length > 0 ? 'cross-origin' : 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  });

  const policies = {
    page: policyText(pagePolicy(config, frontendDir)),
    documentation: policyText(DOCUMENTATION_POLICY),
    data: policyText(DATA_POLICY),
  };
  const payment = hasStripe ? 'payment=(self "https://js.stripe.com")' : 'payment=()';
  const permissions = [...PERMISSIONS.map((feature) => `${feature}=()`), payment].join(', ');

  fastify.addHook('onRequest', async (request, reply) => {
    const kind = /^\/api\/docs(?:[/?]|$)/.test(request.url)
      ? 'documentation'
      : /^\/api(?:[/?]|$)/.test(request.url)
        ? 'data'
        : 'page';
    // what a token opened stays with its bearer; a route that knows better says so itself
    if (kind === 'data')
      void reply.header('Cache-Control', request.headers.authorization ? 'no-store' : 'no-cache');
    void reply.header('Content-Security-Policy', policies[kind]).header('Permissions-Policy', permissions);
    if (request.protocol === 'https')
      void reply.header('Strict-Transport-Security', `max-age=${TWO_YEARS}; includeSubDomains`);
  });
}
