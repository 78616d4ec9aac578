import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '../src/products/product.schema.js';
import { PaymentsSweeper } from '../src/payments/payments.sweeper.js';
import { callAt } from './call.js';
import { eventually, readyLine, ROOT, type Sandbox, startSandbox } from './commerce.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { Ledger } from './invariants.js';

const isLong = process.env['TEST_LONG'] === '1';
const KILLS = isLong ? 20 : 4;
const ORDERS = isLong ? 1_000 : 60;
const CLIENTS = 4;
const MAIN = resolve(ROOT, 'backend/dist/main.js');
/** A real MongoDB is not the suite's to kill. */
const realStore = process.env['TEST_MONGODB_URI'];

/** A process that is killed and started again at the same place. */
class Victim {
  private child: ChildProcess | undefined;

  constructor(
    private readonly args: string[],
    private readonly env: NodeJS.ProcessEnv = {},
  ) {}

  async start(): Promise<void> {
    this.child = spawn(process.execPath, this.args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: { ...process.env, ...this.env },
    });
    await readyLine(this.child);
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((end) => child.once('exit', end));
    child.kill('SIGKILL');
    await ended;
  }
}

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
};

let folder: string;
let sandbox: Sandbox;
let victims: Victim[];
let apis: string[];
/** Looks at the same store from outside; never killed. */
let observer: Shop;
let ledger: Ledger;

const settingsOf = (mongodbUri: string, port: number) => ({
  DEMO: '1',
  PORT: String(port),
  MONGODB_URI: mongodbUri,
  JWT_SECRET: 'a-secret-of-the-specs-and-of-nothing-else',
  FIREBASE_PROJECT_ID: 'demo-rapid',
  FIREBASE_API_KEY: 'demo-key',
  STRIPE_SECRET_KEY: 'sk_test_harness',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_demo',
  STRIPE_WEBHOOK_SECRET: 'whsec_harness',
  IDENTITY_EMULATOR_URL: 'http://127.0.0.1:9',
  PAYMENTS_SANDBOX_URL: sandbox.url,
  RATE_USER_PER_MINUTE: '1000000',
  RATE_ADDRESS_PER_MINUTE: '1000000',
  RATE_ORDERS_PER_MINUTE: '1000000',
  RATE_PAYMENTS_PER_MINUTE: '1000000',
  MAX_UNPAID_ORDERS: '100000',
  SWEEP_SECONDS: '1',
  LOG_LEVEL: 'silent',
});

beforeAll(async () => {
  expect(existsSync(MAIN) || 'npm run build comes first').toBe(true);
  folder = mkdtempSync(join(tmpdir(), 'rapid-kills-'));
  sandbox = await startSandbox();
  const storePort = await freePort();
  const uri = new URL(realStore ?? `mongodb://127.0.0.1:${storePort}/?replicaSet=rs0`);
  uri.pathname = `/test_kills_${randomUUID().slice(0, 8)}`;
  const storeArgs = [
    '--import',
    'tsx',
    'devstack/mongo/main.ts',
    '--port',
    String(storePort),
    '--data',
    folder,
  ];
  const store = new Victim(storeArgs);
  if (!realStore) await store.start();
  const ports = [await freePort(), await freePort()];
  const processes = ports.map((port) => new Victim([MAIN], settingsOf(uri.href, port)));
  await Promise.all(processes.map((victim) => victim.start()));
  apis = ports.map((port) => `http://127.0.0.1:${port}/api`);
  victims = realStore ? processes : [...processes, store];
  observer = await startShop({ ...settingsOf(uri.href, 0), SWEEP_SECONDS: '3600' });
  ledger = new Ledger(observer);
}, 120_000);

afterAll(async () => {
  if (realStore) await observer.db.dropDatabase();
  await observer.close();
  for (const victim of victims) await victim.kill();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** One customer's life: orders, pays, and now and then says nothing of it. Answers the ids that the shop acknowledged. */
async function shopAround(
  customer: TestUser,
  product: Product,
  goOn: (n: number) => boolean,
): Promise<string[]> {
  const acknowledged: string[] = [];
  for (let n = 0; goOn(n); n += 1) {
    const call = callAt(apis[n % apis.length]!);
    const ask = async (method: string, path: string, body: object, headers = {}) =>
      call(method, path, { as: customer, body, headers }).catch(() => ({
        status: 0,
        body: {} as Record<string, string>,
      }));
    const form = { productId: String(product._id), address: 'Here', phone: '5550100', orderQuantity: 1 };
    const made = await ask('POST', '/purchase', form, { 'idempotency-key': randomUUID() });
    if (made.status !== 201) {
      await sleep(50);
      continue;
    }
    const orderId = made.body['_id'] as string;
    acknowledged.push(orderId);
    const intent = await ask('POST', '/create-payment-intent', { orderId });
    if (intent.status !== 200) continue;
    const { id } = await sandbox.pay(intent.body['clientSecret'] as string);
    if (n % 3 !== 0) await ask('PATCH', `/payment/${orderId}`, { transactionId: id });
    if (n % 7 === 0) await ask('DELETE', `/purchase/${orderId}`, {});
  }
  return acknowledged;
}

describe('killed at random moments', () => {
  it(
    `${KILLS} times, the shop loses no acknowledged order, and no charge stays without its order`,
    async () => {
      const product = await ledger.product({ minimumOQ: 1, availableQ: 1_000_000 });
      const customers = await Promise.all(Array.from({ length: CLIENTS }, () => observer.user()));
      let isKilling = true;
      const killing = (async () => {
        for (let n = 0; n < KILLS; n += 1) {
          await sleep(200 + Math.random() * 800);
          const victim = victims[n % victims.length]!;
          await victim.kill();
          await victim.start();
        }
        isKilling = false;
      })();
      const goOn = (n: number): boolean => isKilling || n < ORDERS / CLIENTS;
      const acknowledged = (await Promise.all(customers.map((who) => shopAround(who, product, goOn)))).flat();
      await killing;

      const sweeper = observer.app.get(PaymentsSweeper, { strict: false });
      await eventually(
        async () =>
          sweeper.sweep().then(
            () => true,
            () => false,
          ),
        'a sweep',
      );
      const orders = (await observer.db.collection('purchases').find().toArray()).map(({ _id }) =>
        String(_id),
      );
      expect(acknowledged.length).toBeGreaterThan(ORDERS / 3);
      expect(acknowledged.filter((id) => !orders.includes(id))).toEqual([]);
      await ledger.expectStockConserved();
      await ledger.expectPaymentsSettled(sandbox);
    },
    isLong ? 900_000 : 180_000,
  );

  it('answers 5xx to a webhook while the database is away, so that it comes again', async () => {
    const store = victims[2];
    // With a real MongoDB there is nothing to stop.
    if (!store) return;
    const customer = await observer.user();
    const product = await ledger.product({ minimumOQ: 1 });
    const call = callAt(apis[0]!);
    const form = { productId: String(product._id), address: 'Here', phone: '5550100', orderQuantity: 1 };
    const { body: order } = await call('POST', '/purchase', { as: customer, body: form });
    const { body: intent } = await call('POST', '/create-payment-intent', {
      as: customer,
      body: { orderId: order._id },
    });
    const before = sandbox.deliveries.length;
    await store.kill();
    const { id } = await sandbox.pay(intent.clientSecret as string);
    const told = () =>
      sandbox.deliveries
        .slice(before)
        .find(({ type, body }) => type.endsWith('intent.succeeded') && body.includes(id));
    await eventually(() => told() !== undefined, 'the webhook');
    const { body, signature } = told()!;
    const deliver = async () =>
      (await call('POST', '/webhooks/stripe', { body, headers: { 'stripe-signature': signature } })).status;
    expect(await deliver()).toBe(503);
    await store.start();
    await eventually(async () => (await deliver()) === 200, 'the webhook is taken');
    const buy = await call('GET', `/buy/${order._id as string}`, { as: customer });
    expect(buy.body).toMatchObject({ status: 'paid', transactionId: id, price: 0 });
  }, 60_000);
});
