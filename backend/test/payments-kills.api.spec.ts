import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '../src/products/product.schema.js';
import { findViolations } from '../src/reports/invariants.js';
import { PaymentsJob } from '../src/payments/payments.job.js';
import { callAt } from './call.js';
import { eventually, type Sandbox, startSandbox } from './commerce.js';
import { databaseUri } from './database-uri.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { Invariants } from './invariants.js';
import { freePort, MAIN, settingsOf, TargetProcess } from './processes.js';

const isLong = process.env['TEST_LONG'] === '1';
const KILLS = isLong ? 20 : 3;
const ORDERS = isLong ? 1_000 : 12;
const CLIENTS = 4;
/** A real MongoDB is not the suite's to kill. */
const realStore = process.env['TEST_MONGODB_URI'];

let folder: string;
let sandbox: Sandbox;
let targets: TargetProcess[];
let apis: string[];
/** Looks at the same store from outside; never killed. */
let observer: Shop;
let invariants: Invariants;

beforeAll(async () => {
  expect(existsSync(MAIN) || 'npm run build comes first').toBe(true);
  folder = mkdtempSync(join(tmpdir(), 'rapid-kills-'));
  sandbox = await startSandbox();
  const storePort = await freePort();
  const server = realStore ?? `mongodb://127.0.0.1:${storePort}/?replicaSet=rs0`;
  const uri = databaseUri(server, `test_kills_${randomUUID().slice(0, 8)}`);
  const storeArgs = [
    '--import',
    'tsx',
    'devstack/mongo/main.ts',
    '--port',
    String(storePort),
    '--data',
    folder,
  ];
  const store = new TargetProcess(storeArgs);
  if (!realStore) await store.start();
  const ports = [await freePort(), await freePort()];
  const processes = ports.map((port) => new TargetProcess([MAIN], settingsOf(uri, port, sandbox.url)));
  await Promise.all(processes.map((target) => target.start()));
  apis = ports.map((port) => `http://127.0.0.1:${port}/api`);
  targets = realStore ? processes : [...processes, store];
  observer = await startShop({ ...settingsOf(uri, 0, sandbox.url), SWEEP_SECONDS: '3600' });
  invariants = new Invariants(observer);
});

afterAll(async () => {
  if (realStore) await observer.db.dropDatabase();
  await observer.close();
  for (const target of targets) await target.kill();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

const ADDRESS = { name: 'Casey', line1: '12 Foundry Lane', city: 'Here', postalCode: '1', country: 'US' };

/**
 * One customer's life: orders one part or all of them, pays, and now and then says nothing of it. Returns the ids that the shop
 * acknowledged.
 */
async function shopAround(
  customer: TestUser,
  products: Product[],
  goOn: (acknowledged: number) => boolean,
): Promise<string[]> {
  const acknowledged: string[] = [];
  for (let n = 0; goOn(acknowledged.length); n += 1) {
    const call = callAt(apis[n % apis.length]!);
    const ask = async (method: string, path: string, body: object, headers = {}) =>
      call(method, path, { as: customer, body, headers }).catch(() => ({
        status: 0,
        body: {} as Record<string, string>,
      }));
    const key = { 'idempotency-key': randomUUID() };
    const one = { productId: String(products[0]!._id), address: 'Here', phone: '5550100', orderQuantity: 1 };
    const lines = products.map(({ _id }) => ({ productId: String(_id), orderQuantity: 2, price: 20 }));
    const made =
      n % 2 === 0
        ? await ask('POST', '/purchase', one, key)
        : await ask('POST', '/checkout', { lines, address: ADDRESS, phone: '5550100' }, key);
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
      const fields = { minimumOQ: 1, availableQ: 1_000_000 };
      const products: Product[] = [];
      for (let n = 0; n < 3; n += 1) products.push(await invariants.product(fields));
      const customers = await Promise.all(Array.from({ length: CLIENTS }, () => observer.user()));
      let isKilling = true;
      const killing = (async () => {
        for (let n = 0; n < KILLS; n += 1) {
          await sleep(200 + Math.random() * 800);
          const target = targets[n % targets.length]!;
          await target.kill();
          await target.start();
        }
        isKilling = false;
      })();
      const goOn = (orders: number): boolean => isKilling || orders < ORDERS / CLIENTS;
      const acknowledged = (
        await Promise.all(customers.map((who) => shopAround(who, products, goOn)))
      ).flat();
      await killing;

      const job = observer.app.get(PaymentsJob, { strict: false });
      await eventually(
        async () =>
          job.run().then(
            () => true,
            () => false,
          ),
        'a run of the job',
      );
      const orders = (await observer.db.collection('purchases').find().toArray()).map(({ _id }) =>
        String(_id),
      );
      expect(acknowledged.length).toBeGreaterThanOrEqual(ORDERS);
      expect(acknowledged.filter((id) => !orders.includes(id))).toEqual([]);
      // none is half made
      expect(await findViolations(observer.db.db!)).toEqual([]);
      await invariants.expectStockConserved();
      await invariants.expectPaymentsConfirmed(sandbox);
    },
    isLong ? 900_000 : 180_000,
  );

  it('responds with 5xx to a webhook while the database is away, so that it comes again', async () => {
    const store = targets[2];
    // With a real MongoDB there is nothing to stop.
    if (!store) return;
    const customer = await observer.user();
    const product = await invariants.product({ minimumOQ: 1 });
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
  });
});
