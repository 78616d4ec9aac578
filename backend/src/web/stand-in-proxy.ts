import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { DependencyDown, NotAllowed } from '../common/errors.js';
import type { Config } from '../config.js';

/** The path of the payment sandbox on the shop's origin; `apiUrl` of `GET /api/config`. */
export const SANDBOX_PREFIX = '/payments-sandbox';
/** Where the browser SDK looks for the identity provider on an emulator's origin. */
export const IDENTITY_PREFIXES = ['/identitytoolkit.googleapis.com', '/securetoken.googleapis.com'];

const BODY_LIMIT = 32 * 1024;
const TIMEOUT_MS = 30_000;

/** The calls of the browser SDK. The emulator's admin calls and `/emulator/*`, which wipes accounts, are not among them. */
const IDENTITY_CALLS = [
  ...[
    'signUp',
    'lookup',
    'update',
    'delete',
    'signInWithPassword',
    'signInWithIdp',
    'sendOobCode',
    'resetPassword',
  ].map((call) => `/identitytoolkit.googleapis.com/v1/accounts:${call}`),
  '/securetoken.googleapis.com/v1/token',
];
const IDENTITY_HEADERS = [
  'accept',
  'accept-language',
  'content-type',
  'user-agent',
  'x-client-version',
  'x-firebase-locale',
];

/** What a browser does with a client secret, and the challenge pages of 3-D Secure. */
const SANDBOX_CALLS: [method: HTTPMethods, path: string, matches: RegExp][] = [
  ['POST', '/v1/payment_intents/:id/confirm', /^\/v1\/payment_intents\/\w{1,100}\/confirm$/],
  ['GET', '/v1/payment_intents/:id', /^\/v1\/payment_intents\/\w{1,100}$/],
  ['GET', '/challenge/:token', /^\/challenge\/\w{1,100}$/],
  ['POST', '/challenge/:token', /^\/challenge\/\w{1,100}$/],
  ['GET', '/challenge.css', /^\/challenge\.css$/],
];
const SANDBOX_HEADERS = [
  'accept',
  'accept-language',
  'authorization',
  'content-type',
  'idempotency-key',
  'stripe-version',
  'user-agent',
];

const ANSWER_HEADERS = [
  'cache-control',
  'content-security-policy',
  'content-type',
  'location',
  'referrer-policy',
  'request-id',
  'x-frame-options',
];

const pick = (headers: FastifyRequest['headers'], names: string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
  );

/** Hands a call on and its answer back. */
async function forward(
  url: string,
  headers: Record<string, string>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { method, body } = request;
  let answer: Response;
  let content: Buffer;
  try {
    answer = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(method !== 'GET' && method !== 'HEAD' && Buffer.isBuffer(body) && { body: new Uint8Array(body) }),
    });
    content = Buffer.from(await answer.arrayBuffer());
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string };
    if (code !== 'UND_ERR_SOCKET') throw new DependencyDown('The stand-in');
    // It hung up without an answer, as the failure lab can make it: so do we.
    reply.hijack();
    reply.raw.destroy();
    return reply;
  }
  for (const name of ANSWER_HEADERS) {
    const value = answer.headers.get(name);
    if (value !== null) void reply.header(name, value);
  }
  return reply.status(answer.status).send(content);
}

/** Only a publishable key may pass, or none: the secret one opens the sandbox's server side. */
function refuseSecretKeys({ headers, url, body }: FastifyRequest): void {
  const [, scheme, key = ''] = /^(\S+) +(\S+)$/.exec(headers.authorization ?? '') ?? [];
  const sent = [
    new URLSearchParams(url.split('?', 2)[1]),
    new URLSearchParams(Buffer.isBuffer(body) ? body.toString() : ''),
  ];
  const keys = sent.flatMap((params) =>
    [...params].filter(([name]) => name.startsWith('key')).map(([, value]) => value),
  );
  const isHeaderFine =
    headers.authorization === undefined || (/^bearer$/i.test(scheme ?? '') && key.startsWith('pk_'));
  if (!isHeaderFine || keys.some((value) => !value.startsWith('pk_'))) {
    throw new NotAllowed('Only a publishable key is accepted here.');
  }
}

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '';

/**
 * In demo mode hands the browser's calls on to the stand-ins, so that everything is reached through the shop's own origin.
 * A path is compared before it is decoded and handed on as it was compared. Without stand-ins nothing is registered.
 */
export async function proxyStandIns(fastify: FastifyInstance, { demo, standIns }: Config): Promise<void> {
  const { identityUrl, paymentsUrl } = standIns;
  if (!demo || (!identityUrl && !paymentsUrl)) return;
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    );

    if (identityUrl) {
      const base = identityUrl.replace(/\/$/, '');
      for (const path of IDENTITY_CALLS) {
        // the router reads a colon as the start of a parameter unless it is doubled
        scope.post(path.replace(':', '::'), (request, reply) => {
          if (pathOf(request) !== path) return reply.callNotFound();
          return forward(base + request.url, pick(request.headers, IDENTITY_HEADERS), request, reply);
        });
      }
    }

    if (paymentsUrl) {
      const base = paymentsUrl.replace(/\/$/, '');
      for (const [method, path, matches] of SANDBOX_CALLS) {
        scope.route({
          method,
          url: SANDBOX_PREFIX + path,
          exposeHeadRoute: false,
          handler: (request, reply) => {
            const inner = request.url.slice(SANDBOX_PREFIX.length);
            if (!matches.test(inner.split('?', 1)[0] ?? '')) return reply.callNotFound();
            refuseSecretKeys(request);
            const headers = {
              ...pick(request.headers, SANDBOX_HEADERS),
              'x-forwarded-host': request.host,
              'x-forwarded-proto': request.protocol,
              'x-forwarded-prefix': SANDBOX_PREFIX,
            };
            return forward(base + inner, headers, request, reply);
          },
        });
      }
    }
  });
}
