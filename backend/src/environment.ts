import { isISO31661Alpha2 } from 'class-validator';
import { z } from 'zod';
import { isOrigin, isProxyTrust } from './common/addresses.js';
import { isHoliday, isTimeZone, MAX_HOLIDAYS } from './common/working-days.js';

/** A switch, off when empty. */
export const flag = z.stringbool({ truthy: ['1', 'true', 'yes'], falsy: ['', '0', 'false', 'no'] });
const count = (fallback: number, min = 1) => z.coerce.number().int().min(min).default(fallback);
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter(Boolean),
  );
const optional = z.string().default('');

/** Every setting as it stands in the environment, and its default. docs/settings.md explains each. */
export const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: optional.refine(isOrigin, 'must be an origin, such as https://shop.example, without a path'),
  DEMO: flag.default(false),
  MONGODB_URI: z
    .string({ error: 'is required' })
    .regex(/^mongodb(\+srv)?:\/\//, 'must begin with mongodb:// or mongodb+srv://'),
  READ_TIMEOUT_MS: count(5_000),
  JWT_SECRET: z.string({ error: 'is required' }).min(32, 'must have at least 32 characters'),
  FIREBASE_PROJECT_ID: z.string({ error: 'is required' }).min(1, 'is required'),
  FIREBASE_API_KEY: z.string({ error: 'is required' }).min(1, 'is required'),
  FIREBASE_AUTH_DOMAIN: optional,
  FIREBASE_JWKS_URL: z
    .url()
    .default('https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'),
  STRIPE_SECRET_KEY: z.string({ error: 'is required' }).regex(/^(sk|rk)_/, 'must begin with sk_ or rk_'),
  STRIPE_PUBLISHABLE_KEY: z.string({ error: 'is required' }).regex(/^pk_/, 'must begin with pk_'),
  STRIPE_WEBHOOK_SECRET: z.string({ error: 'is required' }).regex(/^whsec_/, 'must begin with whsec_'),
  IDENTITY_EMULATOR_URL: optional,
  PAYMENTS_SANDBOX_URL: optional,
  MAILBOX_URL: optional,
  IMGBB_API_KEY: optional,
  SMTP_URL: optional.refine(
    (text) => text === '' || /^smtps?:\/\/[^/]/.test(text),
    'must begin with smtp:// or smtps://',
  ),
  MAIL_FROM: z.string().default('Rapid Manufacturer <shop@localhost>'),
  REQUIRE_VERIFIED_EMAIL: flag.default(false),
  WEBHOOKS_ALLOW_PRIVATE: flag.default(false),
  ADMIN_EMAILS: list,
  ADMIN_NEEDS_VERIFIED_EMAIL: flag.optional(),
  ORDER_HOLD_HOURS: z.coerce.number().positive().default(48),
  UNVERIFIED_ORDER_HOLD_HOURS: z.coerce.number().positive().default(2),
  PAY_LINK_HOURS: z.coerce.number().positive().default(168),
  MAX_UNPAID_ORDERS: count(20),
  NEW_CUSTOMER_STOCK_SHARE: z.coerce.number().positive().max(1).default(0.5),
  NEW_CUSTOMERS_JOINT_SHARE: z.coerce.number().positive().max(1).default(0.5),
  SWEEP_SECONDS: count(30),
  RECONCILIATION_CALLS: count(60),
  RECONCILIATION_HOURS: count(24),
  SHOP_COUNTRY: z
    .string()
    .toUpperCase()
    .refine(isISO31661Alpha2, 'must be an ISO 3166-1 alpha-2 code, such as US')
    .default('US'),
  DELIVERY_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be an IANA time zone, such as Europe/Berlin')
    .default('UTC'),
  DELIVERY_CUT_OFF_HOUR: z.coerce.number().int().min(0).max(24).default(14),
  DELIVERY_HOLIDAYS: list
    .refine(
      (days) => days.every(isHoliday),
      'must be days such as 2026-12-25, or 12-25 for every year, separated by commas',
    )
    .refine((days) => days.length <= MAX_HOLIDAYS, `must be at most ${MAX_HOLIDAYS} days`),
  CORS_ORIGINS: list,
  TRUST_PROXY: optional.refine(
    isProxyTrust,
    'must be the number of proxies or their addresses; true would let every client choose its own address',
  ),
  RATE_USER_PER_MINUTE: count(600),
  RATE_API_KEY_PER_MINUTE: count(600),
  RATE_ADDRESS_PER_MINUTE: count(3000),
  RATE_SIGN_IN_PER_MINUTE: count(600),
  RATE_NEWSLETTER_PER_MINUTE: count(20),
  RATE_PAY_LINK_PER_MINUTE: count(60),
  RATE_STOCK_ALERTS_PER_MINUTE: count(20),
  RATE_FAILED_SIGN_IN_PER_MINUTE: count(60),
  RATE_ORDERS_PER_MINUTE: count(60),
  RATE_PAYMENTS_PER_MINUTE: count(60),
  RATE_REVIEWS_PER_MINUTE: count(30),
  LIMITS_STORE: z.enum(['mongodb', 'redis', 'memory']).default('mongodb'),
  REDIS_URL: optional.refine(
    (text) => /^(|rediss?:\/\/.+)$/.test(text),
    'must begin with redis:// or rediss://',
  ),
  SHUTDOWN_DELAY_SECONDS: z.coerce.number().min(0).max(300).optional(),
  MAX_CONNECTIONS: count(7_000),
  UPLOAD_MAX_BYTES: count(8 * 1024 * 1024),
  UPLOAD_MAX_PIXELS: count(40_000_000),
  RESPONSE_CACHE_MB: z.coerce.number().int().min(0).max(100_000).default(64),
  OPENSEARCH_URL: optional.refine(
    (text) => /^(|https?:\/\/.+)$/.test(text),
    'must begin with http:// or https://',
  ),
  SEARCH_EMBEDDED_MAX: z.coerce.number().int().min(0).max(1_000_000).default(30_000),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optional,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  MIGRATE_ON_START: flag.default(true),
  FRONTEND_DIR: optional,
});
