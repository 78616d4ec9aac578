import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { DependencyDown, NotAllowed } from '../common/errors.js';
import type { Config } from '../config.js';
import { IDENTITY_PREFIXES, MAILBOX_PREFIX, SANDBOX_PREFIX } from './prefixes.js';

const TIMEOUT_MS = 30_000;

/** The browser SDK's calls. The emulator's admin calls and `/emulator/*`, which wipes accounts, are not among them. */
const ACCOUNT_CALLS = [
  'signUp',
  'lookup',
  'update',
  'delete',
  'signInWithPassword',
  'signInWithIdp',
  'sendOobCode',
  'resetPassword',
].map((name) => `/v1/accounts:${name}`);
const TOKEN_CALLS = ['/v1/token'];
/** What a browser does with a client secret, and the challenge pages of 3-D Secure. */
const SANDBOX_READS = ['/v1/payment_intents/:id', '/challenge/:id', '/challenge.css'];
const SANDBOX_WRITES = ['/v1/payment_intents/:id/confirm', '/challenge/:id'];
const MAILBOX_READS = ['', '/mailbox.css', '/view/:id', '/view/:id/html', '/mails', '/mails/:id'];
const MAILBOX_WRITES = ['/delete'];

const REQUEST_HEADERS = ['accept', 'accept-language', 'content-length', 'content-type', 'user-agent'];
const IDENTITY_HEADERS = [...REQUEST_HEADERS, 'x-client-version', 'x-firebase-locale'];
const SANDBOX_HEADERS = [...REQUEST_HEADERS, 'authorization', 'idempotency-key', 'stripe-version'];
/** The last says whose form was sent. */
const MAILBOX_HEADERS = [...REQUEST_HEADERS, 'sec-fetch-site'];
const RESPONSE_HEADERS = [
  'cache-control',
  'content-length',
  'content-security-policy',
  'content-type',
  'location',
  'referrer-policy',
  'request-id',
  'x-frame-options',
];

type Headers = Record<string, string | string[] | undefined>;

const pick = (headers: Headers, names: string[]): Headers =>
  Object.fromEntries(
    names.filter((name) => headers[name] !== undefined).map((name) => [name, headers[name]]),
  );

/** Only a publishable key may pass, or none: the secret key opens the sandbox's server side. */
function refusalOf({ headers, url, body }: FastifyRequest): Error | undefined {
  const [, scheme, key = ''] = /^(\S+) +(\S+)$/.exec(headers.authorization ?? '') ?? [];
  const sent = [url.split('?', 2)[1], Buffer.isBuffer(body) ? body.toString() : ''];
  const keys = sent.flatMap((text) =>
    [...new URLSearchParams(text)].filter(([name]) => name.startsWith('key')).map(([, value]) => value),
  );
  const isHeaderFine =
    headers.authorization === undefined || (/^bearer$/i.test(scheme ?? '') && key.startsWith('pk_'));
  const isFine = isHeaderFine && keys.every((value) => value.startsWith('pk_'));
  return isFine ? undefined : new NotAllowed('Only a publishable key is accepted here.');
}

function sendFailure(reply: FastifyReply, { error }: { error: Error }): void {
  const { code } = (error.cause ?? {}) as { code?: string };
  if (code !== 'UND_ERR_SOCKET' && code !== 'ECONNRESET')
    return void reply.send(new DependencyDown('The local service'));
  // it hung up without a response, as the failure lab can make it: so do we
  reply.hijack();
  reply.raw.destroy();
}

interface Proxied {
  /** The local service's address. */
  upstream: string;
  prefix: string;
  /** The upstream's prefix, if it has one. */
  rewritePrefix?: string;
  methods: HTTPMethods[];
  /** Paths below the prefix; `:id` stands for a word. */
  paths: string[];
  headersOf: (request: FastifyRequest) => Headers;
  refusalOf?: (request: FastifyRequest) => Error | undefined;
}

/** Proxies the listed paths. A path is compared before it is decoded, and sent on as it was compared. */
function optionsOf({ upstream, prefix, rewritePrefix = '/', methods, paths, headersOf, refusalOf }: Proxied) {
  const listed = paths.map(
    (path) => new RegExp(`^${prefix}${path.replaceAll('.', '\\.').replace(':id', '\\w{1,100}')}$`),
  );
  return {
    upstream,
    prefix,
    rewritePrefix,
    httpMethods: methods,
    // the router reads a colon as the start of a parameter unless it is doubled
    routes: paths.map((path) => path.replace(/:(?!id)/, '::')),
    internalRewriteLocationHeader: false,
    disableRequestLogging: true,
    undici: { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS },
    preHandler: (request, reply, done) => {
      const [path = ''] = request.url.split('?', 1);
      if (listed.some((pattern) => pattern.test(path))) done(refusalOf?.(request));
      else reply.callNotFound();
    },
    replyOptions: {
      rewriteRequestHeaders: (request) => headersOf(request as FastifyRequest),
      rewriteHeaders: (headers) => pick(headers, RESPONSE_HEADERS),
      retryDelay: () => null,
      onError: (reply, failure) => sendFailure(reply as FastifyReply, failure),
    },
  } satisfies FastifyHttpProxyOptions;
}

const sandboxHeadersOf = ({ headers, host, protocol }: FastifyRequest) => ({
  ...pick(headers, SANDBOX_HEADERS),
  'x-forwarded-host': host,
  'x-forwarded-proto': protocol,
  'x-forwarded-prefix': SANDBOX_PREFIX,
});

/**
 * In demo mode proxies the browser's calls to the local services, so that everything is reached through the shop's own origin.
 * Without local services nothing is registered.
 */
export async function proxyLocalServices(
  fastify: FastifyInstance,
  { demo, localServices }: Config,
): Promise<void> {
  const { identityUrl, paymentsUrl, mailboxUrl } = localServices;
  if (demo && identityUrl)
    await fastify.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      for (const prefix of IDENTITY_PREFIXES) {
        const paths = prefix.includes('securetoken') ? TOKEN_CALLS : ACCOUNT_CALLS;
        const headersOf = ({ headers }: FastifyRequest) => pick(headers, IDENTITY_HEADERS);
        const upstream = identityUrl;
        const options = { upstream, prefix, rewritePrefix: prefix, methods: ['POST'], paths, headersOf };
        await scope.register(httpProxy, optionsOf(options));
      }
    });
  if (demo && paymentsUrl)
    await fastify.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      // as bytes, for `refusalOf`
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
      const sandbox = {
        upstream: paymentsUrl,
        prefix: SANDBOX_PREFIX,
        headersOf: sandboxHeadersOf,
        refusalOf,
      };
      const proxyPayloads = false;
      await scope.register(httpProxy, {
        ...optionsOf({ ...sandbox, methods: ['GET'], paths: SANDBOX_READS }),
        proxyPayloads,
      });
      await scope.register(httpProxy, {
        ...optionsOf({ ...sandbox, methods: ['POST'], paths: SANDBOX_WRITES }),
        proxyPayloads,
      });
    });
  if (demo && mailboxUrl)
    await fastify.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      const mailbox = {
        upstream: mailboxUrl,
        prefix: MAILBOX_PREFIX,
        rewritePrefix: MAILBOX_PREFIX,
        headersOf: ({ headers }: FastifyRequest) => pick(headers, MAILBOX_HEADERS),
      };
      await scope.register(httpProxy, optionsOf({ ...mailbox, methods: ['GET'], paths: MAILBOX_READS }));
      await scope.register(httpProxy, optionsOf({ ...mailbox, methods: ['POST'], paths: MAILBOX_WRITES }));
    });
}
