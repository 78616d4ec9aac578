import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import mongoose, { type mongo } from 'mongoose';
import { callAt } from '../../backend/test/call.js';
import { DEMO_CASES, searchFaults } from '../../backend/test/search-cases.js';
import { endAll, ROOT, run, service } from './processes.js';

const KEY = 'sk_test_seed';
const ADMIN = 'admin@example.com';
let folder: string;
let client: mongo.MongoClient;
let store: string;
let identity: string;
let payments: string;

const uriOf = (database: string): string => {
  const url = new URL(store);
  url.pathname = `/${database}`;
  return url.toString();
};

/** Seeds a database of its own; killed as soon as `killWhen` is true, if given. */
const seed = async (
  database: string,
  env: NodeJS.ProcessEnv = {},
  killWhen?: () => Promise<boolean>,
  args: string[] = [],
): Promise<{ code: number | null; text: string }> => {
  const child = run('devstack/seed/main.ts', args, {
    MONGODB_URI: uriOf(database),
    IDENTITY_EMULATOR_URL: identity,
    PAYMENTS_SANDBOX_URL: payments,
    STRIPE_SECRET_KEY: KEY,
    FIREBASE_PROJECT_ID: 'demo-rapid',
    ...env,
  });
  let text = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const closed = once(child, 'close');
  if (killWhen) {
    while (child.exitCode === null && !(await killWhen())) await setImmediate();
    child.kill('SIGKILL');
  }
  const [code] = (await closed) as [number | null];
  return { code, text };
};

/** Signs the demo's admin in at the emulator. */
const signIn = async (): Promise<{ idToken: string; localId: string }> => {
  const response = await fetch(
    `${identity}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo-key`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: ADMIN, password: 'rapid-admin', returnSecureToken: true }),
    },
  );
  return (await response.json()) as { idToken: string; localId: string };
};

const all = (database: string, collection: string): Promise<mongo.BSON.Document[]> =>
  client.db(database).collection(collection).find().toArray();

const ORDERS = ['purchases', 'order_numbers', 'payments', 'disputes', 'customer_locks'];
const COMPARED = ['kinds', 'products', 'users', ...ORDERS];
const NAMES = [...COMPARED, 'reviews', 'subscriptions', 'delivery_settings', 'stock_levels', 'meta'];

const counts = async (database: string): Promise<Record<string, number>> => {
  const sizes = await Promise.all(NAMES.map((name) => client.db(database).collection(name).countDocuments()));
  return Object.fromEntries(NAMES.map((name, i) => [name, sizes[i]!]));
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seed-'));
  const secrets = { STRIPE_SECRET_KEY: KEY, STRIPE_WEBHOOK_SECRET: 'whsec_seed' };
  [store, identity, payments] = await Promise.all([
    service('devstack/mongo/main.ts', ['--port', '0', '--data', join(folder, 'store')]),
    service('devstack/identity/main.ts', [
      '--port',
      '0',
      '--data',
      join(folder, 'identity'),
      '--project',
      'demo-rapid',
    ]),
    service(
      'devstack/payments/main.ts',
      ['--port', '0', '--data', join(folder, 'payments'), '--webhook-url', 'http://127.0.0.1:9/'],
      secrets,
    ),
  ]);
  client = await mongoose.mongo.MongoClient.connect(store);
});

afterAll(async () => {
  await client?.close();
  endAll();
  await rm(folder, { recursive: true, force: true });
});

describe('seeding', () => {
  let first: Record<string, number>;
  test('fills an empty database and leaves its marker', async () => {
    expect(await seed('fresh')).toMatchObject({ code: 0 });
    first = await counts('fresh');
    const sizes = [first.kinds! >= 12, first.products! >= 48, first.purchases! >= 300];
    expect([...sizes, first.stock_levels]).toEqual([true, true, true, first.products]);
    expect(await all('fresh', 'delivery_settings')).toMatchObject([{ methods: [{ priceCents: 0 }, {}] }]);
    expect(await all('fresh', 'meta')).toEqual([{ _id: 'seed', doneAt: expect.any(Date), standIns: true }]);
  });

  test('binds the demo accounts to the provider’s uids', async () => {
    const users = await all('fresh', 'users');
    const admin = users.find((u) => u.email === ADMIN);
    expect(admin).toMatchObject({ role: 'admin', version: 0 });
    expect(await signIn()).toMatchObject({ localId: admin!.uid });
    expect(users.filter((u) => u.role === 'admin')).toHaveLength(1);
  });

  test('every order that was paid has its intent and refunds in the sandbox', async () => {
    const headers = { authorization: `Bearer ${KEY}` };
    const ask = async (path: string): Promise<any> => (await fetch(payments + path, { headers })).json();
    const orders = (await all('fresh', 'purchases')).filter((o) => o.transactionId !== undefined);
    expect(orders.length).toBeGreaterThan(200);
    for (const order of orders.filter((o, i) => i % 9 === 0 || o.refundStatus !== undefined || o.dispute)) {
      const intent = await ask(`/v1/payment_intents/${order.transactionId}?expand[]=latest_charge`);
      expect(intent).toMatchObject({
        status: 'succeeded',
        amount_received: order.totalCents,
        currency: 'usd',
        metadata: { orderId: String(order._id) },
        latest_charge: { disputed: order.dispute === 'open' },
      });
      const { data } = await ask(`/v1/refunds?payment_intent=${order.transactionId}`);
      expect(data.map(({ id, amount }: any) => [id, amount])).toEqual(
        order.refunds.map(({ refundId, amountCents }: any) => [refundId, amountCents]),
      );
    }
  });

  /** A server on a seeded database. @returns its URL */
  const serve = (database: string, env: NodeJS.ProcessEnv = {}): Promise<string> =>
    service('backend/dist/main.js', [], {
      DEMO: '1',
      PORT: '0',
      HOST: '127.0.0.1',
      MONGODB_URI: uriOf(database),
      JWT_SECRET: 'a-secret-of-this-spec-and-of-nothing-else',
      FIREBASE_PROJECT_ID: 'demo-rapid',
      FIREBASE_API_KEY: 'demo-key',
      IDENTITY_EMULATOR_URL: identity,
      STRIPE_SECRET_KEY: KEY,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_demo',
      STRIPE_WEBHOOK_SECRET: 'whsec_seed',
      PAYMENTS_SANDBOX_URL: payments,
      ...env,
    });

  test('shows the admin the figures at the first look', async () => {
    const url = await serve('fresh');
    const call = async (method: string, path: string, token: string, body?: object): Promise<any> => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      return (await fetch(`${url}/api${path}`, { method, headers, body: JSON.stringify(body) })).json();
    };
    const { token } = await call('PUT', `/user/${ADMIN}`, (await signIn()).idToken, { email: ADMIN });
    const { asOf, totals } = await call('GET', '/reports/overview', token);
    expect([asOf, totals.orders > 0, totals.revenue > 0]).toEqual([expect.any(String), true, true]);
  });

  test('has payments and orders that agree in both directions', async () => {
    await serve('fresh', { SWEEP_SECONDS: '1', RECONCILIATION_CALLS: '1000' });
    const passes = client.db('fresh').collection('reconciliation_passes');
    await expect.poll(() => passes.countDocuments({ endedAt: { $ne: null } }), { timeout: 60_000 }).toBe(4);
    expect(await all('fresh', 'reconciliation_findings')).toEqual([]);
  });

  test('is found by what people type', async () => {
    const env = { OPENSEARCH_URL: process.env['TEST_OPENSEARCH_URL'] };
    const call = callAt(`${await serve('fresh', env)}/api`);
    await expect
      .poll(async () => (await call('GET', '/items/facets')).body.isCounted, { timeout: 30_000 })
      .toBe(true);
    expect(await searchFaults(call, DEMO_CASES)).toEqual([]);
  });

  test('does nothing the second time', async () => {
    const before = await all('fresh', 'purchases');
    expect(await seed('fresh')).toMatchObject({ code: 0, text: expect.stringContaining('already') });
    expect(await all('fresh', 'purchases')).toEqual(before);
  });

  test('refuses a database that others filled', async () => {
    await client.db('foreign').collection('users').insertOne({ email: 'someone@example.com' });
    const refused = await seed('foreign');
    expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('not empty') });
    expect(await counts('foreign')).toMatchObject({ users: 1, products: 0, purchases: 0, meta: 0 });
  });

  test('starts again after it was killed while it wrote, and keeps what is not its own', async () => {
    for (const [i, seen] of (process.env.TEST_LONG ? ['meta', 'products'] : ['products']).entries()) {
      const database = `torn${i}`;
      await seed(database, {}, async () => (await client.db(database).collection(seen).findOne()) !== null);
      expect(await all(database, 'meta')).toMatchObject([{ _id: 'seed-started' }]);
      await client.db(database).collection('subscriptions').insertOne({ email: 'a-visitor@example.com' });
      expect(await seed(database)).toMatchObject({ code: 0 });
      expect(await counts(database)).toEqual({ ...first, subscriptions: first.subscriptions! + 1 });
    }
  });

  describe('with many rows more', () => {
    const MORE = ['--products', '70', '--orders', '2500'];
    const bulk = { _id: { $gte: new mongoose.Types.ObjectId('b'.padEnd(24, '0')) } };
    const indexesOf = async (database: string, name: string) =>
      (await client.db(database).collection(name).listIndexes().toArray()).map(
        (index) => index['name'] as string,
      );
    /** The fields of a row and their types, those of its lists' rows included. */
    const shapeOf = (row: object): string[] =>
      Object.entries(row).flatMap(([field, value]: [string, unknown]) => [
        `${field} ${Object.prototype.toString.call(value)} ${(value as object | null)?.constructor.name}`,
        ...(Array.isArray(value) ? value : [])
          .filter((each) => typeof each === 'object')
          .flatMap((each: object) => shapeOf(each).map((inner) => `${field}.${inner}`)),
      ]);

    test('writes them as the shop itself would, with their indexes', async () => {
      const { code, text } = await seed('bulk', {}, undefined, MORE);
      const said = '70 products and 2500 orders more, of 125 customers';
      expect([code, text]).toEqual([0, expect.stringContaining(said)]);
      const more = await counts('bulk');
      expect(more).toMatchObject({
        products: first.products! + 70,
        purchases: first.purchases! + 2_500,
        order_numbers: first.order_numbers! + 2_500,
        users: first.users! + 125,
      });
      for (const name of COMPARED) {
        const rows = await all('bulk', name);
        const known = new Set((await all('fresh', name)).flatMap(shapeOf));
        const others = rows.flatMap(shapeOf).filter((field) => !known.has(field));
        expect([name, others]).toEqual([name, []]);
        expect(await indexesOf('bulk', name)).toEqual(await indexesOf('fresh', name));
      }
    });

    test('spreads the orders over the last year, in all states, most of them of few products', async () => {
      const orders = (await all('bulk', 'purchases')).filter(({ _id }) => String(_id).startsWith('b'));
      const oldest = Math.min(...orders.map(({ createdAt }) => Number(createdAt)));
      const days = (Date.now() - oldest) / 86_400_000;
      expect(days).toBeGreaterThan(355);
      expect(days).toBeLessThan(366);
      expect(new Set(orders.map((order) => order['status'] as string)).size).toBe(5);
      const byProduct = new Map<string, number>();
      for (const { lines } of orders)
        for (const { productId } of lines as { productId: unknown }[])
          byProduct.set(String(productId), (byProduct.get(String(productId)) ?? 0) + 1);
      const lines = [...byProduct.values()].reduce((sum, count) => sum + count);
      const best = [...byProduct.values()].toSorted((a, b) => b - a);
      expect(best.slice(0, 7).reduce((sum, count) => sum + count)).toBeGreaterThan(lines / 4);
    });

    test('passes npm run cli -- check', async () => {
      const child = spawn(process.execPath, ['backend/dist/cli/check.js'], {
        cwd: ROOT,
        env: { ...process.env, NODE_OPTIONS: '', MONGODB_URI: uriOf('bulk') },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let text = '';
      child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
      await once(child, 'close');
      expect([child.exitCode, text]).toEqual([0, 'Stock and payments are consistent.\n']);
    });

    test('takes them back when it was killed, and refuses to add to what is done', async () => {
      const hasSome = async () => (await client.db('half').collection('purchases').findOne(bulk)) !== null;
      await seed('half', {}, hasSome, ['--orders', '20000']);
      expect(await seed('half')).toMatchObject({ code: 0 });
      expect(await counts('half')).toEqual(first);
      expect(await seed('half', {}, undefined, MORE)).toMatchObject({
        code: 1,
        text: expect.stringContaining('empty database'),
      });
    });
  });

  test('claims no payment without the sandbox', async () => {
    expect(await seed('bare', { PAYMENTS_SANDBOX_URL: '', IDENTITY_EMULATOR_URL: '' })).toMatchObject({
      code: 0,
    });
    const statuses = new Set((await all('bare', 'purchases')).map((o) => o.status));
    expect(statuses).toEqual(new Set(['cancelled', 'unpaid']));
    expect((await all('bare', 'users')).filter((u) => u.role === 'admin')).toHaveLength(0);
  });
});
