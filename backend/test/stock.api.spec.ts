import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Product } from '../src/products/product.schema.js';
import { ExpiryJob } from '../src/purchases/orders/expiry.job.js';
import { PaymentsJob } from '../src/payments/payments.job.js';
import { type Call, callAt } from './call.js';
import { type Commerce, type Delivery, startCommerce } from './commerce.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { Invariants } from './invariants.js';
import { freePort, MAIN, settingsOf, TargetProcess } from './processes.js';

const isLong = process.env['TEST_LONG'] === '1';
const BUYERS = isLong ? 500 : 40;
const BUYER_RUNS = isLong ? 20 : 1;
const TELLINGS = isLong ? 200 : 20;
const TELLING_RUNS = isLong ? 20 : 1;
const RACES = isLong ? 1_000 : 30;

let shop: Commerce;
/** Two server processes on the same store and provider: what is called at once is called there. */
let processes: TargetProcess[];
let calls: Call[];
/** Another replica, for what no call starts: the jobs. */
let replica: Shop;
let invariants: Invariants;
let admin: TestUser;

beforeAll(async () => {
  shop = await startCommerce({ MAX_UNPAID_ORDERS: '5000' });
  replica = await startShop({
    MONGODB_URI: shop.config.mongodbUri,
    PAYMENTS_SANDBOX_URL: shop.sandbox.url,
    MAX_UNPAID_ORDERS: '5000',
  });
  const ports = [await freePort(), await freePort()];
  processes = ports.map((port) => {
    const settings = settingsOf(shop.config.mongodbUri, port, shop.sandbox.url);
    return new TargetProcess([MAIN], { ...settings, SWEEP_SECONDS: '3600' });
  });
  await Promise.all(processes.map((it) => it.start()));
  calls = ports.map((port) => callAt(`http://127.0.0.1:${port}/api`));
  invariants = new Invariants(shop);
  admin = await shop.user({ role: 'admin' });
});
afterAll(async () => {
  await Promise.all(processes.map((it) => it.kill()));
  await replica.close();
  await shop.close();
});
afterEach(async () => {
  await shop.app.get(PaymentsJob, { strict: false }).run();
  await invariants.expectStockConserved();
  await invariants.expectPaymentsConfirmed(shop.sandbox);
});

const eitherShop = (n: number) => ({ call: calls[n % calls.length]! });
const form = (product: Product, orderQuantity: number) => ({
  productId: String(product._id),
  address: 'Here',
  phone: '5550100',
  orderQuantity,
});
const statusesOf = (responses: { status: number }[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const shuffled = <T>(items: T[]): T[] =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

/** An order with an open intent. */
const toPay = async (customer: TestUser, product: Product): Promise<{ orderId: string; secret: string }> => {
  const orderId = (await shop.call('POST', '/purchase', { as: customer, body: form(product, 1) })).body
    ._id as string;
  const { body } = await shop.call('POST', '/create-payment-intent', { as: customer, body: { orderId } });
  return { orderId, secret: body.clientSecret as string };
};

describe('many buyers at once', () => {
  it.each(Array.from({ length: BUYER_RUNS }, (_, n) => n + 1))(
    `of the last 10 units: exactly 10 orders of ${BUYERS}, over two processes (run %s)`,
    async () => {
      const product = await invariants.product({ availableQ: 10, minimumOQ: 1 });
      const buyers = await Promise.all(Array.from({ length: BUYERS }, () => shop.user()));
      const responses = await Promise.all(
        buyers.map((buyer, n) =>
          eitherShop(n).call('POST', '/purchase', { as: buyer, body: form(product, 1) }),
        ),
      );
      expect(statusesOf(responses)).toEqual({ 201: 10, 409: BUYERS - 10 });
      for (const { status, body } of responses)
        if (status === 409) expect(body.available).toEqual(expect.any(Number));
      expect((await shop.call('GET', `/item/${String(product._id)}`)).body).toMatchObject({
        availableQ: 0,
        availability: 'sold-out',
      });
    },
  );

  it('of uneven quantities never sell more than there is', async () => {
    const product = await invariants.product({ availableQ: 50, minimumOQ: 1 });
    const buyer = await shop.user();
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        eitherShop(n).call('POST', '/purchase', { as: buyer, body: form(product, 1 + (n % 7)) }),
      ),
    );
    const sold = responses
      .filter(({ status }) => status === 201)
      .reduce((sum, { body }) => sum + Number(body.orderQuantity), 0);
    expect(sold).toBeLessThanOrEqual(50);
    expect((await shop.call('GET', `/item/${String(product._id)}`)).body.availableQ).toBe(50 - sold);
    expect(Object.keys(statusesOf(responses)).sort()).toEqual(['201', '409']);
  });
});

describe('one order told of in many ways', () => {
  it.each(Array.from({ length: TELLING_RUNS }, (_, n) => n + 1))(
    `is paid once by ${TELLINGS} confirmations and webhooks, shuffled, over two processes (run %s)`,
    async () => {
      const customer = await shop.user();
      const { orderId, secret } = await toPay(customer, await invariants.product({ minimumOQ: 1 }));
      shop.sandbox.deliveries.length = 0;
      const { id } = await shop.sandbox.pay(secret);
      const [told] = (await shop.sandbox.delivered('payment_intent.succeeded')) as [Delivery];
      const body = { transactionId: id };
      const confirm = (n: number) =>
        eitherShop(n).call('PATCH', `/payment/${orderId}`, { as: customer, body });
      const hook = (n: number) =>
        eitherShop(n).call('POST', '/webhooks/stripe', {
          body: told.body,
          headers: { 'stripe-signature': told.signature },
        });
      const ways = Array.from({ length: TELLINGS }, (_, n) => (n % 4 < 2 ? () => confirm(n) : () => hook(n)));
      expect(statusesOf(await Promise.all(shuffled(ways).map((tell) => tell())))).toEqual({ 200: TELLINGS });
      const stored = (await shop.db.model('Order').findById(orderId).lean()) as unknown as {
        timeline: { what: string }[];
      };
      expect(stored.timeline.map(({ what }) => what)).toEqual(['unpaid', 'paid']);
    },
  );
});

describe('pay, cancel, remove and expire, racing', () => {
  it(
    `leave none of ${RACES} orders both paid and cancelled, and the stock as it was`,
    async () => {
      const product = await invariants.product({ minimumOQ: 1, availableQ: RACES + 5 });
      const customer = await shop.user();
      const expiryJobs = [shop, replica].map(({ app }) => app.get(ExpiryJob, { strict: false }));
      const race = async (n: number): Promise<number[]> => {
        const { orderId, secret } = await toPay(customer, product);
        const pay = async (): Promise<number> => {
          const { id } = await shop.sandbox.pay(secret);
          return (
            await eitherShop(n).call('PATCH', `/payment/${orderId}`, {
              as: customer,
              body: { transactionId: id },
            })
          ).status;
        };
        const remove = async (who: TestUser): Promise<number> =>
          (await eitherShop(n + 1).call('DELETE', `/purchase/${orderId}`, { as: who })).status;
        const expire = async (): Promise<number> => {
          await shop.db.model('Order').updateOne({ _id: orderId }, { holdUntil: new Date(0) });
          await expiryJobs[n % 2]!.run();
          return 200;
        };
        const racers = [pay, () => remove(n % 3 === 0 ? admin : customer), ...(n % 5 === 0 ? [expire] : [])];
        return Promise.all(shuffled(racers).map((run) => run()));
      };
      for (let from = 0; from < RACES; from += 10) {
        const statuses = (await Promise.all(Array.from({ length: 10 }, (_, n) => race(from + n)))).flat();
        expect(statuses.filter((status) => ![200, 404, 409].includes(status))).toEqual([]);
      }
      const orders = (await shop.db
        .model('Order')
        .find({ 'lines.productId': product._id })
        .lean()) as unknown as {
        status: string;
        timeline: { what: string }[];
      }[];
      expect(orders).toHaveLength(RACES);
      for (const { status, timeline } of orders) {
        const happened = timeline.map(({ what }) => what);
        expect(['paid', 'cancelled', 'refunded']).toContain(status);
        if (happened.includes('paid')) expect(happened).not.toContain('cancelled');
      }
    },
    isLong ? 600_000 : 120_000,
  );
});
