import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isolatedEnv } from './lib/env.mjs';
import { freePort } from './lib/ports.mjs';
import { prepare } from './lib/prepare.mjs';
import { startStack } from './lib/stack.mjs';

/**
 * `npm run headers [-- URL]`: prints the security headers of each kind of response, and fails when a required one is
 * missing. Without a URL it starts a demo shop on a free port, configured as behind a proxy, and stops it at the end.
 */

const ORIGIN = 'https://partner.example';
const HTML = { accept: 'text/html' };
/** An image of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const HSTS = ['strict-transport-security', /max-age=\d{8,}/];
const EVERYWHERE = [
  ['x-content-type-options', /^nosniff$/],
  ['x-frame-options', /^DENY$/i],
  ['referrer-policy', /^(strict-origin-when-cross-origin|no-referrer)$/],
  ['permissions-policy', /camera=\(\)/],
  ['cross-origin-opener-policy', /^same-origin/],
  ['cross-origin-resource-policy', /^(same|cross)-origin$/],
  ['content-security-policy', /frame-ancestors 'none'/],
];
const PAGE = [
  ['content-security-policy', /script-src 'self'(?!.*script-src[^;]*'unsafe-)/],
  ['content-security-policy', /object-src 'none'/],
  ['content-security-policy', /base-uri 'none'/],
  ['content-security-policy', /form-action 'self'/],
];
const DATA = [
  ['content-security-policy', /default-src 'none'/],
  ['cache-control', /no-store|no-cache|max-age/],
];
const IMMUTABLE = ['cache-control', /immutable/];

const shown = (name) =>
  EVERYWHERE.some(([it]) => it === name) ||
  /^(content-type|content-disposition|cache-control|strict-transport-security|vary|allow|location|access-control-.*)$/.test(
    name,
  );

/** Each kind of response: the request, the expected status, and the headers required next to those of all responses. */
async function kindsOf(base, isOurs) {
  const page = await (await fetch(base)).text();
  const asset = /\/assets\/[^"]+\.js/.exec(page)?.[0];
  const image = isOurs ? await uploadImage(base) : undefined;
  return [
    ['page', '/', { headers: HTML }, 200, PAGE],
    ['page of the app', '/parts', { headers: HTML }, 200, PAGE],
    asset && ['asset', asset, {}, 200, [IMMUTABLE]],
    ['data', '/api/items', {}, 200, DATA],
    ['problem', '/api/nothing', {}, 404, [...DATA, ['content-type', /^application\/problem\+json/]]],
    ['not signed in', '/api/payments/reconciliation', {}, 401, [...DATA, ['www-authenticate', /Bearer/]]],
    ['method', '/api/items', { method: 'DELETE' }, 405, [...DATA, ['allow', /GET/]]],
    ['missing file', '/assets/nothing.js', {}, 404, []],
    image && ['image', image, {}, 200, [...DATA, IMMUTABLE, ['content-type', /^image\/webp$/]]],
    [
      'documentation',
      '/api/docs',
      { headers: HTML },
      200,
      [['content-security-policy', /object-src 'none'/]],
    ],
    ['document', '/api/openapi.json', {}, 200, DATA],
    isOurs && [
      'local service',
      '/identitytoolkit.googleapis.com/v1/accounts:lookup?key=demo-key',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"idToken":"x"}' },
      400,
      [],
    ],
    isOurs && [
      'preflight of a named origin',
      '/api/items',
      {
        method: 'OPTIONS',
        headers: { origin: ORIGIN, 'access-control-request-method': 'GET' },
      },
      204,
      [
        ['access-control-allow-origin', /^https:\/\/partner\.example$/],
        ['vary', /Origin/i],
      ],
    ],
    [
      'another origin',
      '/api/items',
      { headers: { origin: 'https://elsewhere.example' } },
      200,
      [
        ['access-control-allow-origin', undefined],
        ['access-control-allow-credentials', undefined],
      ],
    ],
  ].filter(Boolean);
}

async function uploadImage(base) {
  const json = { 'content-type': 'application/json' };
  const credentials = { email: 'admin@example.com', password: 'rapid-admin', returnSecureToken: true };
  const signedIn = await fetch(
    `${base}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo-key`,
    { method: 'POST', headers: json, body: JSON.stringify(credentials) },
  );
  const { idToken } = await signedIn.json();
  const exchanged = await fetch(`${base}/api/user/${credentials.email}`, {
    method: 'PUT',
    headers: { ...json, authorization: `Bearer ${idToken}` },
    body: JSON.stringify({ email: credentials.email }),
  });
  const { token } = await exchanged.json();
  const form = new FormData();
  form.set('image', new Blob([Buffer.from(PIXEL, 'base64')], { type: 'image/png' }), 'pixel.png');
  const uploaded = await fetch(`${base}/api/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (!uploaded.ok) throw new Error(`The image was refused: ${uploaded.status} ${await uploaded.text()}`);
  return (await uploaded.json()).data.url;
}

/** Prints every kind. @returns what is wrong */
async function check(base, isOurs) {
  const wrong = [];
  const secure = isOurs || base.startsWith('https:');
  for (const [kind, path, options, status, required] of await kindsOf(base, isOurs)) {
    const headers = { ...options.headers, ...(isOurs && { 'x-forwarded-proto': 'https' }) };
    const response = await fetch(base + path, { ...options, headers, redirect: 'manual' });
    await response.arrayBuffer();
    console.log(`\n${kind}: ${options.method ?? 'GET'} ${path} → ${response.status}`);
    for (const [name, value] of response.headers) if (shown(name)) console.log(`  ${name}: ${value}`);
    if (response.status !== status) wrong.push(`${kind}: status ${response.status} instead of ${status}`);
    for (const [name, pattern] of [...EVERYWHERE, ...(secure ? [HSTS] : []), ...required]) {
      const value = response.headers.get(name);
      const isFine = pattern === undefined ? value === null : value !== null && pattern.test(value);
      if (!isFine) wrong.push(`${kind}: ${name} is ${value ?? 'missing'}`);
    }
    for (const name of ['server', 'x-powered-by'])
      if (isOurs && response.headers.has(name)) wrong.push(`${kind}: ${name} reveals what it runs on`);
  }
  return wrong;
}

const given = process.argv[2];
let stack;
let dataDir;
try {
  if (!given) {
    await prepare();
    dataDir = mkdtempSync(join(tmpdir(), 'rapid-headers-'));
    const env = isolatedEnv(process.env, { TRUST_PROXY: '1', CORS_ORIGINS: ORIGIN });
    stack = await startStack({ port: await freePort(), host: '127.0.0.1', dataDir, env });
  }
  const wrong = await check(given ? new URL(given).origin : stack.url, !given);
  console.log(wrong.length > 0 ? `\nWrong:\n  ${wrong.join('\n  ')}` : '\nEvery required header is present.');
  if (wrong.length > 0) process.exitCode = 1;
} finally {
  await stack?.stop();
  if (dataDir) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}
