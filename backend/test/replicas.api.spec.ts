import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Call, callAt } from './call.js';
import { eventually } from './commerce.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { freePort, MAIN, productionOf, TargetProcess } from './processes.js';

const isLong = process.env['TEST_LONG'] === '1';
const RESTARTS = isLong ? 20 : 1;
const CLIENTS = isLong ? 6 : 2;
/** How the database goes away. */
const ENDS = isLong ? (['stop', 'kill'] as const) : (['kill'] as const);

let folder: string;
let store: TargetProcess;
let servers: TargetProcess[];
let calls: Call[];
/** Looks at the same store from outside. */
let observer: Shop;

beforeAll(async () => {
  expect(existsSync(MAIN) || 'npm run build comes first').toBe(true);
  folder = mkdtempSync(join(tmpdir(), 'rapid-replicas-'));
  const storePort = await freePort();
  const args = ['devstack/mongo/main.ts', '--port', String(storePort), '--data', folder];
  store = new TargetProcess(['--import', 'tsx', ...args]);
  await store.start();
  const uri = `mongodb://127.0.0.1:${storePort}/replicas?replicaSet=rs0`;
  const settings = {
    SHUTDOWN_DELAY_SECONDS: '2',
    TRUST_PROXY: '1',
    RATE_ADDRESS_PER_MINUTE: '200',
    RATE_NEWSLETTER_PER_MINUTE: '10',
    RATE_ORDERS_PER_MINUTE: '100000',
  };
  const ports = [await freePort(), await freePort()];
  servers = ports.map((port) => new TargetProcess([MAIN], { ...productionOf(uri, port), ...settings }));
  await Promise.all(servers.map((server) => server.start()));
  calls = ports.map((port) => callAt(`http://127.0.0.1:${port}/api`));
  observer = await startShop({ ...productionOf(uri, 0), SWEEP_SECONDS: '3600' });
});

afterAll(async () => {
  await observer.close();
  for (const target of [...servers, store]) await target.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** An address that nobody else calls from, as a proxy would add it. */
const somewhere = () => ({
  'x-forwarded-for': `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 256)).join('.')}`,
});

const order = (call: Call, as: TestUser, productId: unknown, key: string = randomUUID()) =>
  call('POST', '/purchase', {
    as,
    body: { productId: String(productId), address: 'Here', phone: '5550100', orderQuantity: 1 },
    headers: { 'idempotency-key': key, ...somewhere() },
  });

const ready = (call: Call): Promise<boolean> =>
  call('GET', '/health/ready').then(
    ({ status }) => status === 200,
    () => false,
  );

describe('two processes on one store', () => {
  it('count a tight limit together, and the general one each by itself', async () => {
    // many at a time, though not so many that a busy machine's store is too late: the limits would be counted apart
    const both = async <T>(times: number, ask: (call: Call) => Promise<T>): Promise<T[]> => {
      const responses: T[] = [];
      while (responses.length < times) {
        const wave = Array.from({ length: Math.min(20, times - responses.length) }, (_, n) =>
          ask(calls[n % 2]!),
        );
        responses.push(...(await Promise.all(wave)));
      }
      return responses;
    };
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const letters = await both(30, (call) =>
      call('POST', '/newsletter', { body: { email: 'a@example.com' }, headers }),
    );
    expect(letters.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 10 }, () => 201),
      ...Array.from({ length: 20 }, () => 429),
    ]);
    const elsewhere = { 'x-forwarded-for': '203.0.113.10' };
    const pages = await both(500, (call) => call('GET', '/items?limit=1', { headers: elsewhere }));
    const accepted = pages.filter(({ status }) => status === 200);
    const rejected = pages.filter(({ status }) => status === 429);
    expect(accepted.length + rejected.length).toBe(pages.length);
    expect(accepted.length).toBe(2 * 200);
    const refused = rejected[0]!;
    expect(refused.body).toMatchObject({ type: 'urn:rapid:problem:too-many-requests', status: 429 });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('take one idempotency key sent to both at once for one order', async () => {
    const [user, product] = [
      await observer.user(),
      await observer.product({ minimumOQ: 1, availableQ: 100 }),
    ];
    for (let n = 0; n < 5; n += 1) {
      const key = randomUUID();
      const responses = await Promise.all(calls.map((call) => order(call, user, product._id, key)));
      for (const response of responses) expect(response.status).toBe(201);
      expect(responses[0]!.body).toEqual(responses[1]!.body);
    }
    expect(await observer.db.collection('purchases').countDocuments({ 'lines.productId': product._id })).toBe(
      5,
    );
  });

  it('see a change of role at once, and a removal of a product within a second', async () => {
    const [admin, user] = [await observer.user({ role: 'admin' }), await observer.user()];
    const product = await observer.product({ availableQ: 100 });
    const headers = somewhere();
    const search = (call: Call) => call('GET', '/purchases?limit=1', { as: user, headers });
    for (const call of calls) expect((await search(call)).status).toBe(403);
    expect((await calls[0]!('PUT', `/user/admin/${user.email}`, { as: admin, headers })).status).toBe(200);
    expect((await search(calls[1]!)).status).toBe(200);
    const path = `/item/${String(product._id)}`;
    const read = async (call: Call) => (await call('GET', path, { headers })).status;
    for (const call of calls) expect(await read(call)).toBe(200);
    expect((await calls[0]!('DELETE', path, { as: admin, headers })).status).toBe(200);
    expect(await read(calls[0]!)).toBe(404);
    // public reads of the other are cached
    const removedAt = performance.now();
    while ((await read(calls[1]!)) !== 404) {
      expect(performance.now() - removedAt).toBeLessThan(1_000);
      // an address has 200 requests a minute
      await sleep(25);
    }
    await observer.db.collection('users').updateOne({ email: user.email }, { $set: { role: 'customer' } });
    for (const call of calls) expect((await search(call)).status).toBe(403);
  });

  it('return the stock of an expired order once', async () => {
    const [user, product] = [await observer.user(), await observer.product({ minimumOQ: 1, availableQ: 50 })];
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, n) => order(calls[n % 2]!, user, product._id)),
    );
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
    const orders = observer.db.collection('purchases');
    const mine = { 'lines.productId': product._id };
    await orders.updateMany(mine, { $set: { holdUntil: new Date(0) } });
    await eventually(
      async () => (await orders.countDocuments({ ...mine, status: 'cancelled' })) === 10,
      'all expire',
    );
    const left = await observer.db.collection('products').findOne({ _id: product._id });
    expect(left).toMatchObject({ availableQ: 50 });
  });
});

/** Customers who order without pause, through a balancer that asks for readiness. Returns what they were told. */
let stopBuying: () => Promise<unknown> = () => Promise.resolve();
function startBuying(users: TestUser[], productId: unknown) {
  const seen: { status: number; took: number; id: string; why: string }[] = [];
  const load = { isOpen: true };
  let up = calls;
  const balancing = (async () => {
    while (load.isOpen) {
      const states = await Promise.all(calls.map(ready));
      up = calls.filter((_, n) => states[n]);
      await sleep(100);
    }
  })();
  const buying = users.map(async (user, client) => {
    for (let n = client; load.isOpen; n += 1) {
      const call = up[n % up.length];
      if (!call) {
        await sleep(20);
        continue;
      }
      const from = Date.now();
      const response = await order(call, user, productId).catch((error: Error) => ({
        status: 0,
        body: {},
        why: error.message,
      }));
      const { status, body } = response;
      const why = 'why' in response ? response.why : ((body as { detail?: string }).detail ?? '');
      seen.push({ status, why, took: Date.now() - from, id: String(body._id) });
    }
  });
  const stop = async () => {
    load.isOpen = false;
    await Promise.all([balancing, ...buying]);
    return seen;
  };
  stopBuying = stop;
  return { seen, stop };
}

describe('under load', () => {
  // also after a failure: the load would go on for ever
  afterEach(() => stopBuying());

  const prepare = async () => ({
    users: await Promise.all(Array.from({ length: CLIENTS }, () => observer.user())),
    product: await observer.product({ minimumOQ: 1, availableQ: 1_000_000 }),
  });
  const acknowledgedAreKept = async (ids: string[]) => {
    const kept = await observer.db.collection('purchases').distinct('_id', {});
    const known = new Set(kept.map(String));
    expect(ids.filter((id) => !known.has(id))).toEqual([]);
  };

  it(
    `SIGTERM drops no accepted request, ${RESTARTS} times`,
    async () => {
      const { users, product } = await prepare();
      const load = startBuying(users, product._id);
      for (let n = 0; n < RESTARTS; n += 1) {
        await sleep(300);
        const [server, call] = [servers[n % 2]!, calls[n % 2]!];
        const before = load.seen.length;
        const ended = server.stop();
        await eventually(async () => (await call('GET', '/health/ready')).status === 503, 'not ready');
        // it still serves whoever has not noticed
        const [straggler, live] = await Promise.all([
          order(call, users[0]!, product._id),
          call('GET', '/health/live'),
        ]);
        expect([straggler.status, live.status]).toEqual([201, 200]);
        expect(await ended).toBe(0);
        expect(load.seen.length).toBeGreaterThan(before);
        await server.start();
        await eventually(() => ready(call), 'ready again');
      }
      const seen = await load.stop();
      expect(seen.filter(({ status }) => status !== 201)).toEqual([]);
      await acknowledgedAreKept(seen.map(({ id }) => id));
    },
    RESTARTS * 60_000,
  );

  it('a stopped database is a 503 within 5 s, and ready within 10 s of its start, with nothing lost', async () => {
    const { users, product } = await prepare();
    const load = startBuying(users, product._id);
    const toldBy = calls[0]!;
    for (const how of ENDS) {
      await sleep(500);
      await store[how]();
      const probes = [
        () => order(toldBy, users[0]!, product._id),
        () => toldBy('GET', '/items?limit=1', { headers: somewhere() }),
        () => toldBy('GET', '/purchases', { as: users[0]!, headers: somewhere() }),
        () => toldBy('POST', '/newsletter', { body: { email: 'b@example.com' }, headers: somewhere() }),
        () => toldBy('GET', '/health/ready'),
      ];
      for (const probe of probes) {
        const from = Date.now();
        const { status, headers } = await probe();
        expect([status, headers.get('content-type')]).toEqual([
          503,
          'application/problem+json; charset=utf-8',
        ]);
        expect(Date.now() - from).toBeLessThan(5_000);
      }
      expect((await toldBy('GET', '/health/live')).status).toBe(200);
      const started = Date.now();
      await store.start();
      await eventually(async () => (await Promise.all(calls.map(ready))).every(Boolean), 'ready');
      expect(Date.now() - started).toBeLessThan(10_000);
      const before = load.seen.filter(({ status }) => status === 201).length;
      await eventually(
        () => load.seen.filter(({ status }) => status === 201).length > before + 5,
        'orders again',
      );
    }
    const seen = await load.stop();
    expect(seen.filter(({ status, took }) => ![201, 503].includes(status) || took > 5_000)).toEqual([]);
    await acknowledgedAreKept(seen.filter(({ status }) => status === 201).map(({ id }) => id));
  });
});
