import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { mongo } from 'mongoose';
import { type ApiResponse, type Settings, PRODUCTION, type Shop, startShop } from './harness.js';
import { unsignedToken } from './id-tokens.js';

async function withShop(settings: Settings, use: (shop: Shop) => Promise<void>): Promise<void> {
  const shop = await startShop(settings);
  try {
    await use(shop);
  } finally {
    await shop.close();
  }
}

const repeat = async (times: number, call: () => Promise<ApiResponse>): Promise<number[]> => {
  const statuses: number[] = [];
  for (let i = 0; i < times; i++) statuses.push((await call()).status);
  return statuses;
};

describe('limits', () => {
  it('count a user, whatever they call, and nobody else', () =>
    withShop({ RATE_USER_PER_MINUTE: '3' }, async (shop) => {
      const [user, other] = [await shop.user(), await shop.user()];
      expect(await repeat(4, () => shop.call('GET', `/user/${user.email}`, { as: user }))).toEqual([
        200, 200, 200, 429,
      ]);
      const { headers, body } = await shop.call('GET', `/admin/${user.email}`, { as: user });
      expect(body).toMatchObject({ status: 429, type: 'urn:rapid:problem:too-many-requests' });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
      expect((await shop.call('GET', `/user/${other.email}`, { as: other })).status).toBe(200);
      expect((await shop.call('GET', '/items')).status).toBe(200);
    }));

  it('count each API key by itself, apart from the admin for whom it acts', () =>
    withShop({ RATE_API_KEY_PER_MINUTE: '2', RATE_USER_PER_MINUTE: '3' }, async (shop) => {
      const admin = await shop.user({ role: 'admin' });
      const [key, other] = [await shop.apiKey(admin), await shop.apiKey(admin)];
      const list = (as: { token: string }) => () => shop.call('GET', '/items/manage', { as });
      expect(await repeat(3, list(key))).toEqual([200, 200, 429]);
      const { headers, body } = await list(key)();
      expect(body).toMatchObject({ status: 429, type: 'urn:rapid:problem:too-many-requests' });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await repeat(2, list(other))).toEqual([200, 200]);
      expect(await repeat(4, list(admin))).toEqual([200, 200, 200, 429]);
    }));

  it('count an address, but never the probes', () =>
    withShop({ RATE_ADDRESS_PER_MINUTE: '2' }, async (shop) => {
      expect(await repeat(3, () => shop.call('GET', '/items'))).toEqual([200, 200, 429]);
      expect(await repeat(3, () => shop.call('GET', '/health/live'))).toEqual([200, 200, 200]);
    }));

  it('count the newsletter and the sign-in by address', () =>
    withShop({ RATE_NEWSLETTER_PER_MINUTE: '1', RATE_SIGN_IN_PER_MINUTE: '2' }, async (shop) => {
      expect(
        await repeat(2, () => shop.call('POST', '/newsletter', { body: { email: 'a@example.com' } })),
      ).toEqual([201, 429]);
      const person = { uid: 'u', email: 'p@example.com' };
      const signIn = () =>
        shop.call('PUT', `/user/${person.email}`, {
          as: unsignedToken(person),
          body: { email: person.email },
        });
      expect(await repeat(3, signIn)).toEqual([200, 200, 429]);
      // a guess counts as well as a hit
      expect((await shop.call('PUT', `/user/${person.email}`, { as: 'guess' })).status).toBe(429);
    }));

  it('count failed sign-ins by address, tighter than sign-ins', () =>
    withShop({ RATE_SIGN_IN_PER_MINUTE: '100', RATE_FAILED_SIGN_IN_PER_MINUTE: '2' }, async (shop) => {
      const person = { uid: 'u', email: 'p@example.com' };
      const signIn = (as: string) =>
        shop.call('PUT', `/user/${person.email}`, { as, body: { email: person.email } });
      expect(await repeat(3, () => signIn(unsignedToken(person)))).toEqual([200, 200, 200]);
      expect(await repeat(3, () => signIn('guess'))).toEqual([401, 401, 429]);
      const refused = await signIn('guess');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }));

  it('keep the shop open when their store cannot be reached, and hold in memory', () =>
    withShop(
      { LIMITS_STORE: 'redis', REDIS_URL: 'redis://127.0.0.1:1', RATE_ADDRESS_PER_MINUTE: '3' },
      async (shop) => {
        expect(await repeat(4, () => shop.call('GET', '/items'))).toEqual([200, 200, 200, 429]);
      },
    ));

  it('count orders, payments and reviews by user', () =>
    withShop(
      { RATE_ORDERS_PER_MINUTE: '1', RATE_PAYMENTS_PER_MINUTE: '1', RATE_REVIEWS_PER_MINUTE: '1' },
      async (shop) => {
        const user = await shop.user();
        const review = { ratings: 5, comments: 'Fine.' };
        expect(await repeat(2, () => shop.call('POST', '/review', { as: user, body: review }))).toEqual([
          201, 429,
        ]);
        expect(await repeat(2, () => shop.call('POST', '/purchase', { as: user, body: {} }))).toEqual([
          400, 429,
        ]);
        const pay = () => shop.call('POST', '/create-payment-intent', { as: user, body: { orderId: 'x' } });
        expect(await repeat(2, pay)).toEqual([400, 429]);
      },
    ));

  describe('behind a proxy', () => {
    const from = (shop: Shop, address: string) => () =>
      shop.call('GET', '/items', { headers: { 'x-forwarded-for': address } });

    it('believes no X-Forwarded-For of its own accord', () =>
      withShop({ RATE_ADDRESS_PER_MINUTE: '1' }, async (shop) => {
        expect(await repeat(1, from(shop, '203.0.113.1'))).toEqual([200]);
        expect(await repeat(1, from(shop, '203.0.113.2'))).toEqual([429]);
      }));

    it('counts the forwarded address with TRUST_PROXY', () =>
      withShop({ RATE_ADDRESS_PER_MINUTE: '1', TRUST_PROXY: '1' }, async (shop) => {
        expect(await repeat(2, from(shop, '203.0.113.1'))).toEqual([200, 429]);
        expect(await repeat(1, from(shop, '203.0.113.2'))).toEqual([200]);
        // only the hop that the proxy itself added counts
        expect(await repeat(1, from(shop, '198.51.100.9, 203.0.113.1'))).toEqual([429]);
      }));
  });
});

describe('health', () => {
  let shop: Shop;

  beforeAll(async () => {
    shop = await startShop({ IDENTITY_EMULATOR_URL: undefined, PAYMENTS_SANDBOX_URL: undefined });
  });
  afterAll(() => shop.close());

  it('lives at once, and is ready when the demo data is there', async () => {
    expect((await shop.call('GET', '/health/live')).body).toEqual({ status: 'ok' });
    const waiting = await shop.call('GET', '/health/ready');
    expect([waiting.status, waiting.body.type]).toEqual([503, 'urn:rapid:problem:not-seeded']);
    const meta = shop.db.collection<{ _id: string; doneAt?: Date }>('meta');
    await meta.insertOne({ _id: 'seed' });
    expect((await shop.call('GET', '/health/ready')).status).toBe(503);
    await meta.updateOne({ _id: 'seed' }, { $set: { doneAt: new Date() } });
    expect(await shop.call('GET', '/health/ready')).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it('is not alive when the driver has stopped to check the database', async () => {
    const client = shop.db.getClient();
    const live = async () => (await shop.call('GET', '/health/live')).status;
    const connectionId = '127.0.0.1:1';
    client.emit('serverHeartbeatStarted', { connectionId } as mongo.ServerHeartbeatStartedEvent);
    expect(await live()).toBe(200);
    const later = Date.now() + 31_000;
    const now = vi.spyOn(Date, 'now').mockReturnValue(later);
    try {
      expect(await live()).toBe(503);
      client.emit('serverHeartbeatFailed', { connectionId } as mongo.ServerHeartbeatFailedEvent);
      // the real one, which has just begun
      const [address] = shop.db.getClient().options.hosts;
      client.emit('serverHeartbeatStarted', {
        connectionId: String(address),
      } as mongo.ServerHeartbeatStartedEvent);
      expect(await live()).toBe(200);
    } finally {
      now.mockRestore();
    }
  });

  it('is not ready while a local service is down', () =>
    withShop({ PAYMENTS_SANDBOX_URL: undefined }, async (cutOff) => {
      await cutOff.db
        .collection<{ _id: string; doneAt: Date }>('meta')
        .insertOne({ _id: 'seed', doneAt: new Date() });
      const { status, body } = await cutOff.call('GET', '/health/ready');
      expect([status, body.detail]).toEqual([503, expect.stringContaining('sign-in')]);
    }));

  it('needs no demo data in production', () =>
    withShop(
      {
        ...PRODUCTION,
      },
      async (production) => {
        expect((await production.call('GET', '/health/ready')).status).toBe(200);
      },
    ));
});
