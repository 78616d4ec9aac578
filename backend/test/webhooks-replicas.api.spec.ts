import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { existsSync } from 'node:fs';
import { type Buying, buying } from './buying.js';
import { callAt } from './call.js';
import { type Commerce, type Delivery, startCommerce } from './commerce.js';
import { Invariants } from './invariants.js';
import { freePort, MAIN, settingsOf, TargetProcess } from './processes.js';

/** Three processes on one database, each of which is told the same by the provider at the same time. */

const ORDERS = process.env['TEST_LONG'] ? 40 : 3;

let shop: Commerce;
let steps: Buying;
let invariants: Invariants;
let others: TargetProcess[];
let urls: string[];

beforeAll(async () => {
  expect(existsSync(MAIN) || 'npm run build comes first').toBe(true);
  shop = await startCommerce();
  steps = buying(shop);
  invariants = new Invariants(shop);
  const ports = [await freePort(), await freePort()];
  others = ports.map(
    (port) =>
      new TargetProcess([MAIN], {
        ...settingsOf(shop.config.mongodbUri, port, shop.sandbox.url),
        SWEEP_SECONDS: '3600',
      }),
  );
  await Promise.all(others.map((other) => other.start()));
  urls = [shop.url, ...ports.map((port) => `http://127.0.0.1:${port}`)];
});

afterEach(async () => {
  await invariants.expectStockConserved();
  await invariants.expectPaymentsConfirmed(shop.sandbox);
});

afterAll(async () => {
  for (const other of others) await other.kill();
  await shop.close();
});

/** Delivers each of these to every process, several times, all at once. */
const deliverEverywhere = async (deliveries: Delivery[], times = 3): Promise<void> => {
  const asked = Array.from({ length: times }, () => deliveries)
    .flat()
    .flatMap(({ body, signature }) =>
      urls.map((url) =>
        callAt(`${url}/api`)('POST', '/webhooks/stripe', {
          body,
          headers: { 'stripe-signature': signature },
        }),
      ),
    );
  for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
};

const about = (intentId: string) => (delivery: Delivery) => delivery.body.includes(`"${intentId}"`);
const told = async (type: string, intentId: string): Promise<Delivery> =>
  (await shop.sandbox.delivered(type, 1)).find(about(intentId)) ??
  // others of the type came before
  (await new Promise((next) => setTimeout(next, 50)).then(() => told(type, intentId)));

const whatOf = ({ timeline }: Record<string, unknown>): string[] =>
  (timeline as { what: string }[]).map(({ what }) => what);

it('pays an order once, though every process and the browser say so at the same time', async () => {
  const product = await invariants.product({ availableQ: 10_000 });
  for (let n = 0; n < ORDERS; n += 1) {
    const customer = await shop.user();
    const { _id } = await steps.order(customer, product);
    const { id: intentId } = await shop.sandbox.pay(await steps.secretOf(customer, _id));
    const delivery = await told('payment_intent.succeeded', intentId);
    const [confirmed] = await Promise.all([
      steps.confirm(customer, _id, intentId),
      deliverEverywhere([delivery]),
    ]);
    expect(confirmed.status).toBe(200);
    const order = await steps.stored(_id);
    expect(order).toMatchObject({ status: 'paid', transactionId: intentId });
    expect(whatOf(order)).toEqual(['unpaid', 'paid']);
    const { id } = JSON.parse(delivery.body) as { id: string };
    const handled = shop.db.collection<{ _id: string }>('payment_events');
    expect(await handled.countDocuments({ _id: id })).toBe(1);
  }
});

it('gives a late payment back once, and its stock too', async () => {
  const product = await invariants.product({ availableQ: 10_000 });
  const customer = await shop.user();
  for (let n = 0; n < ORDERS; n += 1) {
    const { _id } = await steps.order(customer, product);
    const { id: intentId } = await shop.sandbox.pay(await steps.secretOf(customer, _id));
    const paid = await told('payment_intent.succeeded', intentId);
    // as if it had expired while nobody told of the payment: the stock is back
    await shop.db
      .collection('purchases')
      .updateOne(
        { transactionId: { $exists: false }, intentId },
        { $set: { status: 'cancelled', 'lines.0.restocked': 10 } },
      );
    await shop.db.collection('products').updateOne({ _id: product._id }, { $inc: { availableQ: 10 } });
    await deliverEverywhere([paid]);
    const refunded = await told('charge.refunded', intentId);
    await deliverEverywhere([refunded, paid]);
    const order = await steps.stored(_id);
    expect(order).toMatchObject({ status: 'refunded', refundStatus: 'succeeded' });
    const what = whatOf(order);
    expect(what).toEqual([...new Set(what)]);
    const { data } = await shop.sandbox.stripe.refunds.list({ payment_intent: intentId });
    expect(data.map(({ amount }) => amount)).toEqual([20_000]);
  }
});
