import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Shop, startShop } from './harness.js';

/** What the headers say: by limit, each header's parameters. */
function quotasOf(headers: Headers): Record<string, Record<string, number>> {
  const parts = ['ratelimit-policy', 'ratelimit'].flatMap((name) => headers.get(name)?.split(', ') ?? []);
  const quotas: Record<string, Record<string, number>> = {};
  for (const part of parts) {
    const [name = '', ...pairs] = part.split(';');
    const values = pairs.map((pair) => pair.split('=')).map(([key, value]) => [key, Number(value)]);
    quotas[name] = { ...quotas[name], ...(Object.fromEntries(values) as Record<string, number>) };
  }
  return quotas;
}

const seconds = expect.toSatisfy((value: number) => value >= 1 && value <= 60);

describe('RateLimit and RateLimit-Policy', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop({ RATE_USER_PER_MINUTE: '3', RATE_NEWSLETTER_PER_MINUTE: '1' });
  });
  afterAll(() => shop.close());

  it('say what is left, before the 429 and with it', async () => {
    const user = await shop.user();
    const left: unknown[] = [];
    for (let n = 0; n < 4; n++) {
      const { status, headers } = await shop.call('GET', `/user/${user.email}`, { as: user });
      const { '"user"': quota, '"address"': address } = quotasOf(headers);
      expect(quota).toEqual({ q: 3, w: 60, r: expect.any(Number), t: seconds });
      expect(address).toMatchObject({ w: 60, t: seconds });
      left.push([status, quota?.['r']]);
      if (status === 429) expect(headers.get('retry-after')).toBe(String(quota?.['t']));
    }
    expect(left).toEqual([
      [200, 2],
      [200, 1],
      [200, 0],
      [429, 0],
    ]);
  });

  it('count an API key by itself, and name each limit that a call counts towards', async () => {
    const admin = await shop.user({ role: 'admin' });
    const byKey = await shop.call('GET', '/items/manage', { as: await shop.apiKey(admin) });
    expect(Object.keys(quotasOf(byKey.headers))).toEqual(['"address"', '"apiKey"']);
    const order = await shop.call('POST', '/purchase', { as: await shop.user(), body: {} });
    expect(Object.keys(quotasOf(order.headers))).toEqual(['"address"', '"user"', '"orders"']);
    const body = { email: 'a@example.com' };
    const subscribed = await shop.call('POST', '/newsletter', { body });
    expect(quotasOf(subscribed.headers)['"newsletter"']).toMatchObject({ q: 1, r: 0 });
  });

  it.each(['/items', '/items/search?q=ssd', '/reviews', '/config', '/health/live', '/openapi.json'])(
    'are not in the response of GET %s, which a shared cache may keep',
    async (path) => {
      for (let n = 0; n < 2; n++) {
        const { status, headers } = await shop.call('GET', path);
        expect(status).toBe(200);
        expect([headers.get('ratelimit'), headers.get('ratelimit-policy')]).toEqual([null, null]);
      }
    },
  );
});
