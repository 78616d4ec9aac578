import { afterAll, beforeAll, expect, it } from 'vitest';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiResponse, type Call, callAt } from './call.js';
import { eventually } from './commerce.js';
import { type Shop, startShop } from './harness.js';
import { freePort, MAIN, productionOf, TargetProcess } from './processes.js';
import { RedisServer } from './redis-server.js';

/** Two server processes that count their limits in one Redis, which goes away under load and comes back. */
let redis: RedisServer;
let peer: Shop;
let servers: TargetProcess[];
let calls: Call[];

beforeAll(async () => {
  expect(existsSync(MAIN) || 'npm run build comes first').toBe(true);
  redis = await RedisServer.start();
  peer = await startShop();
  const settings = {
    LIMITS_STORE: 'redis',
    REDIS_URL: redis.url,
    TRUST_PROXY: '1',
    RATE_ADDRESS_PER_MINUTE: '200',
    RATE_USER_PER_MINUTE: '30',
    RATE_NEWSLETTER_PER_MINUTE: '10',
    RATE_FAILED_SIGN_IN_PER_MINUTE: '5',
  };
  const ports = [await freePort(), await freePort()];
  servers = ports.map(
    (port) => new TargetProcess([MAIN], { ...productionOf(peer.config.mongodbUri, port), ...settings }),
  );
  await Promise.all(servers.map((server) => server.start()));
  calls = ports.map((port) => callAt(`http://127.0.0.1:${port}/api`));
});

afterAll(async () => {
  redis.wake();
  for (const server of servers) await server.kill();
  await peer.close();
  await redis.stop();
});

/** Calls both processes in turn, all at once. */
const both = (times: number, ask: (call: Call) => Promise<ApiResponse>): Promise<ApiResponse[]> =>
  Promise.all(Array.from({ length: times }, (_, n) => ask(calls[n % 2]!)));
const passed = (responses: ApiResponse[]): number => responses.filter(({ status }) => status !== 429).length;

let serial = 0;
const somewhere = () => ({ 'x-forwarded-for': `203.0.113.${(serial += 1)}` });

const letter = (headers: Record<string, string>) => (call: Call) =>
  call('POST', '/newsletter', { body: { email: 'a@example.com' }, headers });

it('counts for both processes together, and keeps nothing longer than its minute', async () => {
  expect(passed(await both(30, letter(somewhere())))).toBe(10);

  const elsewhere = somewhere();
  const pages = await both(500, (call) => call('GET', '/items?limit=1', { headers: elsewhere }));
  expect(passed(pages)).toBeLessThanOrEqual(200);
  expect(passed(pages)).toBeGreaterThanOrEqual(180);
  const refused = pages.find(({ status }) => status === 429)!;
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);

  const user = await peer.user();
  const own = await both(60, (call) =>
    call('GET', `/user/${user.email}`, { as: user, headers: somewhere() }),
  );
  expect(passed(own)).toBe(30);

  const guesser = somewhere();
  const guesses = await both(12, (call) =>
    call('PUT', '/user/a@example.com', { as: 'a.b.c', headers: guesser, body: { email: 'a@example.com' } }),
  );
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(passed(guesses)).toBe(5);

  const client = redis.client();
  const keys = await client.keys('*');
  expect(keys.length).toBeGreaterThan(4);
  for (const key of keys) {
    const left = await client.pttl(key);
    expect([key, left > 0 && left <= 60_000]).toEqual([key, true]);
  }
  client.disconnect();
});

it.each([
  ['stops', () => redis.stop(), () => redis.start()],
  ['hangs', () => redis.hang(), () => redis.wake()],
] as const)(
  'goes on when Redis %s under load: each process counts by itself, until it is back',
  async (_how, lose, regain) => {
    const load = { isOpen: true };
    const seen: { status: number; took: number }[] = [];
    const loading = calls.map(async (call) => {
      while (load.isOpen) {
        const from = Date.now();
        const { status } = await call('GET', '/items?limit=1', { headers: somewhere() });
        seen.push({ status, took: Date.now() - from });
        await sleep(10);
      }
    });
    try {
      await sleep(300);
      await lose();
      // the limits are not gone with their store: each process holds them by itself
      await sleep(1_800);
      const alone = passed(await both(60, letter(somewhere())));
      expect([alone >= 10, alone <= 20, alone]).toEqual([true, true, alone]);
      await regain();
      await eventually(async () => {
        await sleep(500);
        return passed(await both(30, letter(somewhere()))) === 10;
      }, 'counted together again');
    } finally {
      load.isOpen = false;
      await Promise.all(loading);
    }
    expect(seen.filter(({ status, took }) => status !== 200 || took > 2_500)).toEqual([]);
    expect(seen.length).toBeGreaterThan(20);
  },
);
