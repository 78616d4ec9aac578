import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.js';

export type Directives = Record<string, string[]>;

/** Hashes of the inline scripts of a page, as a policy names them; none when the page does not exist. */
export function inlineScriptHashes(file: string): string[] {
  let html: string;
  try {
    html = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  const scripts = [...html.matchAll(/<script(?![^>]*\ssrc\s*=)[^>]*>([\s\S]*?)<\/script>/gi)];
  const texts = new Set(scripts.map(([, text = '']) => text).filter((text) => text.trim() !== ''));
  return [...texts].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

/** Of every document that a browser shows. */
const DOCUMENT: Directives = {
  'default-src': ["'self'"],
  'base-uri': ["'none'"],
  'object-src': ["'none'"],
  'frame-ancestors': ["'none'"],
  'form-action': ["'self'"],
};

/** Of Firebase's sign-in with a pop-up; see Firebase's and Google's own lists. */
const identityOrigins = (authDomain: string): Directives => ({
  'script-src': ['https://apis.google.com'],
  'connect-src': ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
  'frame-src': [`https://${authDomain}`],
});

/** Of Stripe's Elements; see https://docs.stripe.com/security/guide#content-security-policy. */
const PAYMENT_ORIGINS: Directives = {
  'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
  'connect-src': ['https://api.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
};

/**
 * The content security policy of the shop's pages. Styles may be inline: antd writes them so. Images may come from any
 * https address, because a product's may. The providers' origins are there only where the real providers are used.
 */
export function pagePolicy({ firebase, localServices }: Config, frontendDir: string): Directives {
  const policy: Directives = {
    ...DOCUMENT,
    'script-src': ["'self'", ...inlineScriptHashes(join(frontendDir, 'index.html'))],
    'script-src-attr': ["'none'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'https:', 'data:', 'blob:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'"],
    'frame-src': ["'self'"],
  };
  const origins = [
    localServices.identityUrl ? {} : identityOrigins(firebase.authDomain),
    localServices.paymentsUrl ? {} : PAYMENT_ORIGINS,
  ];
  for (const [directive, sources] of origins.flatMap((extra) => Object.entries(extra)))
    policy[directive]?.push(...sources);
  return policy;
}

/** The policy of Swagger UI: nothing but this origin, and the images in its style sheet. */
export const DOCUMENTATION_POLICY: Directives = {
  ...DOCUMENT,
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
};

/** The policy of responses that are no pages, images included: opened by themselves they may do nothing. */
export const DATA_POLICY: Directives = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  sandbox: [],
};

/** As helmet writes it. */
export const policyText = (policy: Directives): string =>
  Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join(';');
