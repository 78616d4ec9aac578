import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ApiError, invalid } from './errors.js';
import { missingParam } from './params.js';
import type { Intent } from './types.js';

export interface Keys {
  secret: string;
  publishable: string;
}

/** Which kind of key a call came with. */
export type KeyKind = 'secret' | 'publishable';

/**
 * Recognises the key, from `Authorization` (Bearer) or `key`.
 * @throws ApiError 401
 */
export function recogniseKey(headers: IncomingHttpHeaders, key: string | undefined, keys: Keys): KeyKind {
  const given = fromHeader(headers.authorization) ?? key;
  if (!given) {
    const message =
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details.";
    throw new ApiError(401, { type: 'invalid_request_error', message });
  }
  if (same(given, keys.secret)) return 'secret';
  if (same(given, keys.publishable)) return 'publishable';
  const shown = given.length > 12 ? `${given.slice(0, 8)}${'*'.repeat(8)}${given.slice(-4)}` : '****';
  throw new ApiError(401, { type: 'invalid_request_error', message: `Invalid API Key provided: ${shown}` });
}

function fromHeader(header: string | undefined): string | undefined {
  const [scheme, value = ''] = (header ?? '').split(' ', 2);
  if (/^bearer$/i.test(scheme!)) return value;
  return undefined;
}

function same(given: string, wanted: string): boolean {
  return timingSafeEqual(digest(given), digest(wanted));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** @throws ApiError 403: a publishable key opens nothing but one intent, by its client secret */
export function requireSecretKey(kind: KeyKind): void {
  if (kind === 'secret') return;
  const message =
    'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.';
  throw new ApiError(403, { type: 'invalid_request_error', code: 'secret_key_required', message });
}

/** @throws ApiError 400 unless the secret is this intent's own */
export function requireClientSecret(intent: Intent, given: string | undefined): void {
  if (given === undefined) throw missingParam('client_secret');
  if (same(given, intent.client_secret)) return;
  const message =
    'The client_secret provided does not match the client_secret associated with this PaymentIntent.';
  throw invalid(message, 'payment_intent_invalid_parameter', 'client_secret');
}

const BROWSER_FIELDS = [
  'id',
  'object',
  'allowed_payment_method_types',
  'amount',
  'automatic_payment_methods',
  'canceled_at',
  'client_secret',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'status',
] as const;

/** Stripe's wording for shoppers where the API's is for developers. */
const FOR_SHOPPERS: Record<string, string> = {
  payment_intent_authentication_failure:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

/** What a browser may see of an intent: no metadata, no address, no charge. */
export function browserView(intent: Intent): object {
  const view: Record<string, unknown> = {};
  for (const field of BROWSER_FIELDS) view[field] = intent[field];
  const error = intent.last_payment_error;
  const message = error?.code && FOR_SHOPPERS[error.code];
  if (message) view.last_payment_error = { ...error, message };
  return view;
}
