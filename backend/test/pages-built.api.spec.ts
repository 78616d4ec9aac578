import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { HtmlValidate } from 'html-validate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onTelemetry } from '../src/common/telemetry.js';
import { callAt } from './call.js';
import { eventually } from './commerce.js';
import { PRODUCTION, type Shop, startShop, type TestUser } from './harness.js';
import { freePort, TargetProcess } from './processes.js';

/** The frontend as it is built, on a database that can be slow. `npm test` builds it first. */
const FRONTEND_DIR = resolve(import.meta.dirname, '../../frontend/dist');
const HTML = { headers: { accept: 'text/html' } };
const ATTACK = '</script><script>alert(1)</script>';
const SLOW_MS = 2_000;

let folder: string;
let store: TargetProcess;
let shop: Shop;
let admin: TestUser;
let call: ReturnType<typeof callAt>;
const clientRendered: string[] = [];
const stopListening = onTelemetry('client-rendered-page', ({ reason }) => clientRendered.push(reason));

beforeAll(async () => {
  expect(existsSync(join(FRONTEND_DIR, 'server/entry.server.mjs'))).toBe(true);
  folder = mkdtempSync(join(tmpdir(), 'rapid-built-'));
  const port = await freePort();
  const args = ['devstack/mongo/main.ts', '--port', String(port), '--data', folder, '--fail-points'];
  store = new TargetProcess(['--import', 'tsx', ...args]);
  await store.start();
  shop = await startShop({
    ...PRODUCTION,
    MONGODB_URI: `mongodb://127.0.0.1:${port}/built?replicaSet=rs0`,
    LIMITS_STORE: 'memory',
    FRONTEND_DIR,
  });
  call = callAt(shop.url);
  admin = await shop.user({ role: 'admin' });
});
afterAll(async () => {
  stopListening();
  await shop.close();
  await store.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** The page as the server renders it: on a busy machine it may take too long, and is then left to the browser. */
async function renderedPage(path: string): ReturnType<typeof call> {
  let page = await call('GET', path, HTML);
  await eventually(async () => {
    if (!(page.body as string).includes('<div id="root"></div>')) return true;
    page = await call('GET', path, HTML);
    return false;
  }, `${path} is rendered`);
  return page;
}

/** What a reader sees of a document. */
const textOf = (html: string): string =>
  html.replace(/<(style|script)\b[\s\S]*?<\/\1>/g, '').replace(/<[^>]*>/g, ' ');
/** The texts of its scripts that a browser would run. */
const scriptsOf = (html: string): string[] =>
  [...html.matchAll(/<script(?![^>]*\b(?:src|type="application)\b)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, text = '']) => text,
  );

describe('the page of a product', () => {
  it('shows its name, price and availability, and says so in its head', async () => {
    const { _id } = await shop.product({ name: 'Quiet fan 120', priceCents: 123_450, availableQ: 4_321 });
    const { status, body } = await renderedPage(`/parts/${String(_id)}`);
    expect(status).toBe(200);
    const html = body as string;
    expect(html).toMatch(/^<!doctype html><html lang="en"/i);
    expect(html).toContain('<title>Quiet fan 120 · Rapid Manufacturer</title>');
    for (const text of ['Quiet fan 120', '$1,234.50', '4,321', 'In stock'])
      expect(textOf(html)).toContain(text);
  });

  it('is never a script of whoever named it', async () => {
    const { _id } = await shop.product({ name: ATTACK, description: `${ATTACK}\u2028<!--<script>` });
    for (const path of [
      `/parts/${String(_id)}`,
      '/',
      '/parts',
      '/product',
      `/parts?q=${encodeURIComponent(ATTACK)}`,
    ]) {
      const { status, body } = await renderedPage(path);
      expect([path, status]).toEqual([path, 200]);
      const html = body as string;
      expect(html).not.toContain(ATTACK);
      expect(scriptsOf(html).filter((text) => /alert/.test(text))).toEqual([]);
      // what the browser hydrates from is still whole
      const state = /<script type="application\/json" id="page-state">([\s\S]*?)<\/script>/.exec(html)?.[1];
      expect(JSON.parse(state ?? '')).toHaveProperty('queries');
    }
    await shop.call('DELETE', `/item/${String(_id)}`, { as: admin });
  });

  it.each([
    ['of an unknown product', 404, () => Promise.resolve('665f1c2ab8d4e1a2b3c4d5e6')],
    ['of an id that is none', 404, () => Promise.resolve('nothing')],
    [
      'of a removed product',
      410,
      async () => {
        const id = String((await shop.product({ name: 'Removed fan' }))._id);
        await shop.call('DELETE', `/item/${id}`, { as: admin });
        return id;
      },
    ],
  ])('%s has the status %d', async (_what, status, idOf) => {
    const page = await renderedPage(`/parts/${await idOf()}`);
    expect([page.status, page.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    expect(textOf(page.body as string)).toMatch(/See all parts|All Products/);
  });
});

it.each([
  ['/legal/terms', 200, 'Terms of sale'],
  ['/legal/nothing', 404, 'This page is missing'],
  ['/nothing/at/all', 404, 'This page is missing'],
  ['/reviews', 200, 'Client reviews'],
])('%s is served with %d', async (path, status, text) => {
  const page = await renderedPage(path);
  expect([page.status, textOf(page.body as string)]).toEqual([status, expect.stringContaining(text)]);
});

it('a page has its styles in it, and no inline script but those that the policy names', async () => {
  const { headers, body } = await renderedPage('/parts');
  const html = body as string;
  expect(html).toContain('.card');
  expect(html).not.toMatch(/<link rel="stylesheet"(?![^>]* disabled)/);
  const hashes = scriptsOf(html).map(
    (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  expect(hashes.length).toBeGreaterThan(0);
  const [, allowed = ''] = /script-src ([^;]+)/.exec(headers.get('content-security-policy') ?? '') ?? [];
  // those without quotes are the providers' addresses
  expect(allowed.split(' ').filter((source) => source.startsWith("'"))).toEqual(["'self'", ...hashes]);
});

it('every page that the server renders is valid HTML', async () => {
  const validator = new HtmlValidate({ extends: ['html-validate:standard'] });
  const { _id } = await shop.product({ name: 'A fan of valid pages' });
  await shop.review(await shop.user());
  const pages = [
    '/',
    '/parts',
    '/parts?q=fan&kind=ssd',
    `/parts/${String(_id)}`,
    '/product',
    '/reviews',
    '/login',
  ];
  pages.push('/signup', '/business', '/blogs', '/myportfolio', '/legal/terms', '/nothing');
  for (const path of pages) {
    const { results } = await validator.validateString((await renderedPage(path)).body as string);
    const messages = results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, line, column }) => `${line}:${column} ${ruleId}: ${message}`),
    );
    expect([path, messages]).toEqual([path, []]);
  }
});

it.each(['/', '/parts', '/reviews', '/login', '/nothing'])(
  '%s says its encoding where a browser looks for it, and has no script of an unknown type',
  async (path) => {
    const html = (await renderedPage(path)).body as string;
    // the standard's limit is 1,024 bytes, of which this is the beginning
    expect(html.slice(0, 1_000)).toContain('<meta charset="utf-8"');
    const types = [...html.matchAll(/<script[^>]*\btype="([^"]*)"/g)].map(([, type]) => type);
    for (const type of types) expect(['module', 'application/json', 'application/ld+json']).toContain(type);
  },
);

it('while the database is slow the browser renders the pages', async () => {
  const { _id } = await shop.product();
  await shop.db
    .getClient()
    .db('admin')
    .command({
      configureFailPoint: 'failCommand',
      mode: 'alwaysOn',
      data: { failCommands: ['find', 'aggregate'], blockConnection: true, blockTimeMS: SLOW_MS },
    });
  clientRendered.length = 0;
  const since = performance.now();
  const { status, headers, body } = await call('GET', `/parts/${String(_id)}`);
  const took = performance.now() - since;
  await shop.db.getClient().db('admin').command({ configureFailPoint: 'failCommand', mode: 'off' });
  expect([status, headers.get('etag')]).toEqual([200, null]);
  expect(body).toContain('<div id="root"></div>');
  expect(took).toBeLessThan(SLOW_MS - 300);
  expect(clientRendered).toEqual(['timeout']);
  await eventually(
    async () => textOf((await call('GET', `/parts/${String(_id)}`)).body as string).includes('Minimum order'),
    'it is rendered again once the database is not slow any more',
  );
});
