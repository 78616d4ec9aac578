import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import type { WorkingTime } from './common/working-days.js';
import { Environment, flag } from './environment.js';

/** The injection token of the configuration. */
export const CONFIG = 'CONFIG';

/** Settings that can be read from a file too, which `NAME_FILE` names. */
export const SECRETS = [
  'JWT_SECRET',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_SECRET_KEY',
  'MONGODB_URI',
  'IMGBB_API_KEY',
  'REDIS_URL',
  'OPENSEARCH_URL',
  'SMTP_URL',
] as const;

/** The settings and their defaults, by name; a required one has none. */
export const SETTING_DEFAULTS: Record<string, unknown> = Object.fromEntries(
  Object.entries(Environment.shape).map(([name, schema]) => [name, schema.safeParse(undefined).data]),
);

/** Every setting, typed. docs/settings.md explains each. */
export interface Config {
  port: number;
  host: string;
  /** Where the public reaches the shop, without a slash at the end; '' where that is not known. */
  publicUrl: string;
  demo: boolean;
  mongodbUri: string;
  /** How long the database may take for one read. */
  readTimeoutMs: number;
  jwtSecret: string;
  adminEmails: string[];
  /** Whether only a user with a verified address can be made an admin. */
  adminNeedsVerifiedEmail: boolean;
  firebase: { projectId: string; apiKey: string; authDomain: string; jwksUrl: string };
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string };
  /** Where the local services are, in demo mode; empty where the real service is used. */
  localServices: { identityUrl: string; paymentsUrl: string; mailboxUrl: string };
  mail: {
    /** The server that takes the shop's mail; empty where none is sent. */
    smtpUrl: string;
    /** As in the header `From`. */
    from: string;
  };
  /** Whether a customer's address has to be verified before their first order. */
  requireVerifiedEmail: boolean;
  webhooks: {
    /** Whether endpoints may have private, loopback and link-local addresses. */
    allowPrivate: boolean;
  };
  imgbbApiKey: string;
  orders: {
    holdHours: number;
    /** Of a customer whose address is not verified; never longer than `holdHours`. */
    unverifiedHoldHours: number;
    /** How long a link to pay an order is valid. */
    payLinkHours: number;
    maxUnpaid: number;
    /** The part of a product's stock that a customer who never paid can hold: above 0, at most 1. */
    newCustomerShare: number;
    newCustomersJointShare: number;
    sweepSeconds: number;
  };
  reconciliation: {
    /** The most calls of the payment provider in one run of the job. */
    callsPerRun: number;
    /** How long after its begin a full comparison is made again. */
    everyHours: number;
  };
  delivery: {
    /** ISO 3166-1 alpha-2: of addresses that name none. */
    shopCountry: string;
    time: WorkingTime;
  };
  corsOrigins: string[];
  /** Whose `X-Forwarded-*` is believed: nobody's, that of a number of hops, or that of these addresses. */
  trustProxy: false | number | string;
  /** Calls a minute. */
  limits: {
    user: number;
    apiKey: number;
    address: number;
    signIn: number;
    failedSignIn: number;
    newsletter: number;
    payLink: number;
    stockAlerts: number;
    orders: number;
    payments: number;
    reviews: number;
  };
  /** Where the limits are counted. */
  limitStore: { store: 'mongodb' | 'redis' | 'memory'; redisUrl: string };
  /** How long it still serves, not ready any more, before it stops listening. */
  shutdownDelaySeconds: number;
  maxConnections: number;
  uploads: { maxBytes: number; maxPixels: number };
  /** What the cached responses of public reads may take; 0: none are cached. */
  responseCacheBytes: number;
  search: {
    /** Where OpenSearch is; empty where each process searches an index of its own. */
    openSearchUrl: string;
    /** The most products of such an index. */
    embeddedMax: number;
  };
  /** The port that tells this process's figures, on an address of its own; none without a port. */
  metrics: { port: number | undefined; host: string };
  /** Whether an endpoint for traces is set; the exporter itself reads `OTEL_*`. */
  traces: boolean;
  logLevel: string;
  /** Whether the server brings the database to its version, or refuses to start on one that is behind. */
  migrateOnStart: boolean;
  /** The built frontend. */
  frontendDir: string;
}

/** Every problem of a configuration at once. */
export class ConfigError extends Error {
  constructor(readonly problems: string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

type Env = Record<string, string | undefined>;

/** Reads `NAME_FILE` for each secret, without the file's last newline. */
function withSecretFiles(env: Env, problems: string[]): Env {
  const filled = { ...env };
  for (const name of SECRETS) {
    const file = env[`${name}_FILE`];
    if (!file) continue;
    try {
      filled[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      problems.push(`${name}_FILE: ${(error as Error).message}`);
    }
  }
  return filled;
}

const trustProxyOf = (text: string): false | number | string => {
  if (text === '' || text === 'false' || text === '0') return false;
  return /^\d+$/.test(text) ? Number(text) : text;
};

/** What only demo mode permits, and what it does not. */
function demoProblems(env: Env): string[] {
  if (flag.safeParse(env['DEMO'] ?? '').data === true)
    return ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY']
      .filter((name) => /^(sk|rk|pk)_live_/.test(env[name] ?? ''))
      .map((name) => `${name}: a live key is not allowed with DEMO=1`);
  const problems = ['IDENTITY_EMULATOR_URL', 'PAYMENTS_SANDBOX_URL', 'MAILBOX_URL']
    .filter((name) => env[name])
    .map((name) => `${name}: a local service is allowed with DEMO=1 only`);
  if (env['STRIPE_PUBLISHABLE_KEY'] === 'pk_test_demo')
    problems.push('STRIPE_PUBLISHABLE_KEY: the demo key needs DEMO=1');
  return problems;
}

/** The demo is reached where it listens. Elsewhere a wrong address would lead search engines away from the shop. */
function publicUrlOf({ PUBLIC_URL, DEMO, HOST, PORT }: z.infer<typeof Environment>): string {
  if (PUBLIC_URL !== '') return new URL(PUBLIC_URL).origin;
  if (!DEMO) return '';
  const isEveryAddress = HOST === '0.0.0.0' || HOST === '::';
  return `http://${isEveryAddress ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`;
}

/** Parses the environment, or throws a `ConfigError` that lists every problem. */
export function parseConfig(env: Env): Config {
  const problems: string[] = [];
  const filled = Object.fromEntries(
    Object.entries(withSecretFiles(env, problems)).filter(([, value]) => value !== ''),
  );
  const parsed = Environment.safeParse(filled);
  if (!parsed.success) {
    problems.push(...parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
  }
  problems.push(...demoProblems(filled));
  if (filled['LIMITS_STORE'] === 'redis' && !filled['REDIS_URL'])
    problems.push('REDIS_URL: is required with LIMITS_STORE=redis');
  // a mail without links leads nowhere, and no request's Host header may decide where they lead
  if (parsed.success && parsed.data.SMTP_URL !== '' && publicUrlOf(parsed.data) === '')
    problems.push('PUBLIC_URL: is required with SMTP_URL');
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  const it = parsed.data;
  return {
    port: it.PORT,
    host: it.HOST,
    publicUrl: publicUrlOf(it),
    demo: it.DEMO,
    mongodbUri: it.MONGODB_URI,
    readTimeoutMs: it.READ_TIMEOUT_MS,
    jwtSecret: it.JWT_SECRET,
    adminEmails: it.ADMIN_EMAILS,
    // who signs up at the emulator cannot verify an address
    adminNeedsVerifiedEmail: it.ADMIN_NEEDS_VERIFIED_EMAIL ?? !(it.DEMO && it.IDENTITY_EMULATOR_URL),
    firebase: {
      projectId: it.FIREBASE_PROJECT_ID,
      apiKey: it.FIREBASE_API_KEY,
      authDomain: it.FIREBASE_AUTH_DOMAIN || `${it.FIREBASE_PROJECT_ID}.firebaseapp.com`,
      jwksUrl: it.FIREBASE_JWKS_URL,
    },
    stripe: {
      secretKey: it.STRIPE_SECRET_KEY,
      publishableKey: it.STRIPE_PUBLISHABLE_KEY,
      webhookSecret: it.STRIPE_WEBHOOK_SECRET,
    },
    localServices: {
      identityUrl: it.IDENTITY_EMULATOR_URL,
      paymentsUrl: it.PAYMENTS_SANDBOX_URL,
      mailboxUrl: it.MAILBOX_URL,
    },
    mail: { smtpUrl: it.SMTP_URL, from: it.MAIL_FROM },
    requireVerifiedEmail: it.REQUIRE_VERIFIED_EMAIL,
    webhooks: { allowPrivate: it.WEBHOOKS_ALLOW_PRIVATE },
    imgbbApiKey: it.IMGBB_API_KEY,
    orders: {
      holdHours: it.ORDER_HOLD_HOURS,
      unverifiedHoldHours: Math.min(it.UNVERIFIED_ORDER_HOLD_HOURS, it.ORDER_HOLD_HOURS),
      payLinkHours: it.PAY_LINK_HOURS,
      maxUnpaid: it.MAX_UNPAID_ORDERS,
      newCustomerShare: it.NEW_CUSTOMER_STOCK_SHARE,
      newCustomersJointShare: it.NEW_CUSTOMERS_JOINT_SHARE,
      sweepSeconds: it.SWEEP_SECONDS,
    },
    reconciliation: { callsPerRun: it.RECONCILIATION_CALLS, everyHours: it.RECONCILIATION_HOURS },
    delivery: {
      shopCountry: it.SHOP_COUNTRY,
      time: {
        cutOffHour: it.DELIVERY_CUT_OFF_HOUR,
        timeZone: it.DELIVERY_TIME_ZONE,
        holidays: it.DELIVERY_HOLIDAYS,
      },
    },
    corsOrigins: it.CORS_ORIGINS,
    trustProxy: trustProxyOf(it.TRUST_PROXY),
    limits: {
      user: it.RATE_USER_PER_MINUTE,
      apiKey: it.RATE_API_KEY_PER_MINUTE,
      address: it.RATE_ADDRESS_PER_MINUTE,
      signIn: it.RATE_SIGN_IN_PER_MINUTE,
      failedSignIn: it.RATE_FAILED_SIGN_IN_PER_MINUTE,
      payLink: it.RATE_PAY_LINK_PER_MINUTE,
      stockAlerts: it.RATE_STOCK_ALERTS_PER_MINUTE,
      newsletter: it.RATE_NEWSLETTER_PER_MINUTE,
      orders: it.RATE_ORDERS_PER_MINUTE,
      payments: it.RATE_PAYMENTS_PER_MINUTE,
      reviews: it.RATE_REVIEWS_PER_MINUTE,
    },
    limitStore: { store: it.LIMITS_STORE, redisUrl: it.REDIS_URL },
    shutdownDelaySeconds: it.SHUTDOWN_DELAY_SECONDS ?? (it.DEMO ? 0 : 5),
    maxConnections: it.MAX_CONNECTIONS,
    uploads: { maxBytes: it.UPLOAD_MAX_BYTES, maxPixels: it.UPLOAD_MAX_PIXELS },
    responseCacheBytes: it.RESPONSE_CACHE_MB * 1024 * 1024,
    search: { openSearchUrl: it.OPENSEARCH_URL, embeddedMax: it.SEARCH_EMBEDDED_MAX },
    metrics: { port: it.METRICS_PORT, host: it.METRICS_HOST },
    traces: Boolean(it.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || it.OTEL_EXPORTER_OTLP_ENDPOINT),
    logLevel: it.LOG_LEVEL,
    migrateOnStart: it.MIGRATE_ON_START,
    frontendDir: it.FRONTEND_DIR,
  };
}

/** Only a demo with a payment sandbox has the payment lab; elsewhere its routes do not exist. */
export const hasPaymentLab = ({ demo, localServices }: Config): boolean =>
  demo && localServices.paymentsUrl !== '';
