import { afterAll, beforeAll, expect, it } from 'vitest';
import { Metrics } from '../src/metrics/metrics.service.js';
import { type Shop, startShop, type TestUser } from './harness.js';

let shop: Shop;
let admin: TestUser;
let url: string;

beforeAll(async () => {
  shop = await startShop({ METRICS_PORT: '0', RATE_NEWSLETTER_PER_MINUTE: '2' });
  admin = await shop.user({ role: 'admin' });
  url = `http://127.0.0.1:${shop.app.get(Metrics).port}`;
});
afterAll(() => shop.close());

const figures = async (): Promise<string> => (await fetch(`${url}/metrics`)).text();

/** The figure of a line that begins so, labels in any order. */
function figureOf(text: string, name: string, labels: Record<string, string> = {}): number {
  const line = text
    .split('\n')
    .find(
      (it) =>
        (it.startsWith(`${name} `) || it.startsWith(`${name}{`)) &&
        Object.entries(labels).every(([label, value]) => it.includes(`${label}="${value}"`)),
    );
  if (!line) throw new Error(`There is no ${name} ${JSON.stringify(labels)}`);
  return Number(line.slice(line.lastIndexOf(' ') + 1));
}

it('tells its figures on a port of its own, to GET /metrics only', async () => {
  const response = await fetch(`${url}/metrics`);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('text/plain'),
  ]);
  const text = await response.text();
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes'])
    expect(figureOf(text, name)).toBeGreaterThanOrEqual(0);
  expect((await fetch(`${url}/`)).status).toBe(404);
  expect((await fetch(`${url}/metrics`, { method: 'POST', body: 'x' })).status).toBe(405);
  // not on the shop's own port
  expect((await fetch(`${shop.url}/metrics`)).status).toBe(404);
  expect((await shop.call('GET', '/metrics')).status).toBe(404);
});

it('measures calls by route template, however many addresses are asked for', async () => {
  await shop.call('GET', `/user/${admin.email}`, { as: admin });
  for (let n = 0; n < 30; n += 1) await shop.call('GET', `/nothing/${n}?secret=${n}`);
  // Node's own metrics get a line for each kind of resource that happens to be active
  const ours = (metrics: string) => metrics.split('\n').filter((line) => /^(?:http|shop)_/.test(line));
  const before = ours(await figures()).length;
  for (let n = 30; n < 60; n += 1) await shop.call('GET', `/nothing/${n}?secret=${n}`);
  const text = await figures();
  expect(before).toBeGreaterThan(0);
  expect(ours(text)).toHaveLength(before);
  expect(
    figureOf(text, 'http_request_duration_seconds_count', { route: '/api/user/:email', status: '200' }),
  ).toBe(1);
  expect(
    figureOf(text, 'http_request_duration_seconds_count', { route: 'unknown', status: '404' }),
  ).toBeGreaterThanOrEqual(60);
  expect(text).not.toContain(admin.email);
  expect(text).not.toContain('secret');
});

it('measures the connections to the database', async () => {
  await shop.call('GET', '/items');
  const text = await figures();
  expect(figureOf(text, 'mongodb_pool_connections', { state: 'open' })).toBeGreaterThanOrEqual(1);
  expect(figureOf(text, 'mongodb_pool_connections', { state: 'waiting' })).toBe(0);
  expect(figureOf(text, 'mongodb_pool_connections', { state: 'in-use' })).toBeLessThanOrEqual(
    figureOf(text, 'mongodb_pool_connections', { state: 'open' }),
  );
});

it('counts refusals by limit, unsigned deliveries and uploads', async () => {
  for (let n = 0; n < 3; n += 1)
    await shop.call('POST', '/newsletter', { body: { email: `reader-${n}@example.com` } });
  await shop.call('POST', '/webhooks/stripe', { body: {}, headers: { 'stripe-signature': 't=1,v1=0' } });
  const form = new FormData();
  form.set('image', new Blob(['<svg/>'], { type: 'image/png' }), 'x.png');
  await shop.call('POST', '/images', { as: admin, body: form });
  const text = await figures();
  expect(figureOf(text, 'shop_limit_refusals_total', { limit: 'newsletter' })).toBe(1);
  expect(figureOf(text, 'shop_webhooks_refused_total')).toBe(1);
  expect(figureOf(text, 'shop_image_duration_seconds_count', { outcome: 'refused' })).toBe(1);
});

it('tells when the port is not set, by there being none', async () => {
  const silent = await startShop();
  try {
    expect(silent.app.get(Metrics).port).toBe(0);
  } finally {
    await silent.close();
  }
});
