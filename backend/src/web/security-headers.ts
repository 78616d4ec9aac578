import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from '@fastify/helmet';
import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Config } from '../config.js';
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

type Headers = Record<string, string>;

/** The headers that Helmet puts on an answer. They are the same on each, so it is asked once, with a request that nobody sent. */
async function helmetHeaders(config: Config): Promise<Headers> {
  const hasFirebase = !config.standIns.identityUrl;
  const sample = fastify();
  await sample.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: false,
    // sign-in with a pop-up needs the opener
    crossOriginOpenerPolicy: { policy: hasFirebase ? 'same-origin-allow-popups' : 'same-origin' },
    crossOriginResourcePolicy: { policy: config.corsOrigins.length > 0 ? 'cross-origin' : 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  });
  const headers = new Promise<OutgoingHttpHeaders>((done) => {
    sample.get('/', (_request, reply) => {
      reply.hijack();
      done(reply.raw.getHeaders());
    });
  });
  await sample.ready();
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url: '/' });
  sample.routing(request, new ServerResponse(request));
  const entries = Object.entries(await headers).map(([name, value]) => [name, String(value)]);
  await sample.close();
  return Object.fromEntries(entries) as Headers;
}

/**
 * The security headers of every answer: a content policy by what is asked for (pages, Swagger UI, data), nosniff,
 * framing, referrer and permissions, and HSTS for requests that came over TLS.
 */
export class SecurityHeaders {
  private constructor(private readonly kinds: Record<'page' | 'documentation' | 'data', Headers>) {}

  static async make(config: Config, frontendDir: string): Promise<SecurityHeaders> {
    const hasStripe = !config.standIns.paymentsUrl;
    const payment = hasStripe ? 'payment=(self "https://js.stripe.com")' : 'payment=()';
    const headers = {
      ...(await helmetHeaders(config)),
      'permissions-policy': [...PERMISSIONS.map((feature) => `${feature}=()`), payment].join(', '),
    };
    const withPolicy = (policy: string): Headers => ({ ...headers, 'content-security-policy': policy });
    return new SecurityHeaders({
      page: withPolicy(policyText(pagePolicy(config, frontendDir))),
      documentation: withPolicy(policyText(DOCUMENTATION_POLICY)),
      data: withPolicy(policyText(DATA_POLICY)),
    });
  }

  /** Of an answer of which nothing is known but that it is no page. */
  get ofData(): Headers {
    return this.kinds.data;
  }

  /** Of the answer to a request. */
  of({ url, headers, protocol }: FastifyRequest): Headers {
    const kind = /^\/api\/docs(?:[/?]|$)/.test(url)
      ? 'documentation'
      : /^\/api(?:[/?]|$)/.test(url)
        ? 'data'
        : 'page';
    return {
      ...this.kinds[kind],
      // what a token opened stays with its bearer; a route that knows better says so itself
      ...(kind === 'data' && { 'cache-control': headers.authorization ? 'no-store' : 'no-cache' }),
      ...(protocol === 'https' && {
        'strict-transport-security': `max-age=${TWO_YEARS}; includeSubDomains`,
      }),
    };
  }

  addTo(instance: FastifyInstance): void {
    instance.addHook('onRequest', async (request, reply) => void reply.headers(this.of(request)));
  }
}
