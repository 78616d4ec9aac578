import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import type { Product } from '../src/products/product.schema.js';
import { PaymentsJob } from '../src/payments/payments.job.js';
import { type Buying, buying } from './buying.js';
import { type Commerce, eventually, startCommerce } from './commerce.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { Invariants } from './invariants.js';

let shop: Commerce;
let invariants: Invariants;
let admin: TestUser;
let customer: TestUser;
let product: Product;
let steps: Buying;

beforeAll(async () => {
  shop = await startCommerce();
  invariants = new Invariants(shop);
  steps = buying(shop);
  admin = await shop.user({ role: 'admin' });
});
afterAll(() => shop.close());
beforeEach(async () => {
  customer = await shop.user();
  product = await invariants.product();
});
afterEach(async () => {
  await invariants.expectStockConserved();
  await invariants.expectPaymentsConfirmed(shop.sandbox);
});

const order = async (who = customer): Promise<string> => (await steps.order(who, product))._id;
const intend = (body: object, who = customer) => steps.intend(who, body);
const secretOf = (orderId: string): Promise<string> => steps.secretOf(customer, orderId);
const confirm = (orderId: string, transactionId: string, who = customer) =>
  steps.confirm(who, orderId, transactionId);
const stored = (orderId: string) => steps.stored(orderId);

describe('POST /create-payment-intent', () => {
  it('takes the amount from the order alone', async () => {
    const orderId = await order();
    const secret = await secretOf(orderId);
    const intent = await shop.sandbox.stripe.paymentIntents.retrieve(secret.split('_secret_')[0]!);
    expect(intent).toMatchObject({
      amount: 20_000,
      currency: 'usd',
      metadata: { orderId },
      allowed_payment_method_types: ['card'],
      automatic_payment_methods: null,
    });
  });

  it('gives the same intent each time, even to many at once', async () => {
    const orderId = await order();
    const secrets = await Promise.all(Array.from({ length: 8 }, () => secretOf(orderId)));
    expect(new Set([...secrets, await secretOf(orderId)]).size).toBe(1);
    expect(secrets[0]).toMatch(/^pi_\w+_secret_\w+$/);
  });

  it('refuses another price than the amount due, and says which that is', async () => {
    const orderId = await order();
    expect(await intend({ orderId, price: 1 })).toMatchObject({ status: 409, body: { price: 200 } });
    expect(await intend({ orderId, price: 20 })).toMatchObject({ status: 409 });
    expect(await intend({ orderId, price: 200 })).toMatchObject({ status: 200 });
    expect(await intend({ orderId, price: '200.00' })).toMatchObject({ status: 200 });
    expect(await intend({ orderId, price: 'much' })).toMatchObject({ status: 400 });
  });

  it("without an order takes the caller's only unpaid one", async () => {
    expect(await intend({ price: 200 })).toMatchObject({
      status: 400,
      body: { errors: { orderId: expect.any(String) } },
    });
    const orderId = await order();
    expect((await intend({ price: 200 })).body.clientSecret).toBe(await secretOf(orderId));
    await order();
    expect(await intend({ price: 200 })).toMatchObject({ status: 400 });
  });

  it("is 404 for someone else's order and for none", async () => {
    const orderId = await order();
    expect(await intend({ orderId }, await shop.user())).toMatchObject({ status: 404 });
    expect(await intend({ orderId }, admin)).toMatchObject({ status: 404 });
    expect(await intend({ orderId: String(new Types.ObjectId()) })).toMatchObject({ status: 404 });
    expect(await intend({ orderId: 'x' })).toMatchObject({ status: 400 });
  });

  it('opens another intent when the one before was cancelled at the provider', async () => {
    const orderId = await order();
    const first = await secretOf(orderId);
    await shop.sandbox.stripe.paymentIntents.cancel(first.split('_secret_')[0]!);
    const second = await secretOf(orderId);
    expect(second).not.toBe(first);
    expect(await secretOf(orderId)).toBe(second);
  });

  it('opens one for an order that was written without a count of its intents', async () => {
    const orderId = await order();
    await shop.db
      .collection('purchases')
      .updateOne({ _id: new Types.ObjectId(orderId) }, { $unset: { intentAttempt: 1 } });
    const secret = await secretOf(orderId);
    expect(await secretOf(orderId)).toBe(secret);
  });

  it('confirms the order when its intent is through, and responds with 409', async () => {
    const orderId = await order();
    await shop.sandbox.pay(await secretOf(orderId));
    expect(await intend({ orderId })).toMatchObject({ status: 409 });
    expect(await stored(orderId)).toMatchObject({ status: 'paid' });
    expect(await intend({ orderId })).toMatchObject({ status: 409 });
  });

  it('responds with 409 while the payment is being processed', async () => {
    const orderId = await order();
    const secret = await secretOf(orderId);
    await shop.sandbox.lab({ nextConfirm: 'processing' });
    const { id, status } = await shop.sandbox.pay(secret);
    expect(status).toBe('processing');
    expect(await intend({ orderId })).toMatchObject({ status: 409 });
    expect(await shop.call('DELETE', `/purchase/${orderId}`, { as: customer })).toMatchObject({
      status: 409,
    });
    await eventually(async () => (await confirm(orderId, id)).status === 200, 'the payment goes through');
  });
});

describe('PATCH /payment/{id}', () => {
  it('pays the order once, however often it is said', async () => {
    const orderId = await order();
    const { id } = await shop.sandbox.pay(await secretOf(orderId));
    const responses = await Promise.all(Array.from({ length: 6 }, () => confirm(orderId, id)));
    for (const response of responses) {
      expect(response).toMatchObject({
        status: 200,
        body: { status: 'paid', transactionId: id, nextSteps: ['remove'] },
      });
    }
    const { version, timeline } = await stored(orderId);
    expect(timeline).toMatchObject([{ what: 'unpaid' }, { what: 'paid', by: 'customer' }]);
    expect(await confirm(orderId, id)).toMatchObject({ status: 200 });
    expect((await stored(orderId)).version).toBe(version);
  });

  it('stays 200 when the order has gone on', async () => {
    const { _id: orderId, intentId } = await steps.paid(customer, product);
    await shop.call('PATCH', `/purchase/${orderId}`, { as: admin });
    expect(await confirm(orderId, intentId)).toMatchObject({
      status: 200,
      body: { status: 'shipped', paid: true },
    });
  });

  it('believes nobody: not before the intent has succeeded', async () => {
    const orderId = await order();
    const secret = await secretOf(orderId);
    const id = secret.split('_secret_')[0]!;
    expect(await confirm(orderId, id)).toMatchObject({ status: 409 });
    expect((await shop.sandbox.pay(secret, '4000000000000002')).error).toMatchObject({
      code: 'card_declined',
    });
    expect(await confirm(orderId, id)).toMatchObject({ status: 409 });
    expect(await confirm(orderId, 'pi_nosuchintent')).toMatchObject({ status: 409 });
    expect(await confirm(orderId, '../charges/ch_1')).toMatchObject({ status: 409 });
    expect(await confirm(orderId, '')).toMatchObject({ status: 400 });
    expect(await stored(orderId)).toMatchObject({ status: 'unpaid', version: 0 });
  });

  it("does not take another order's payment, nor confirms that one in passing", async () => {
    const [mine, other] = [await order(), await order()];
    const { id } = await shop.sandbox.pay(await secretOf(other));
    expect(await confirm(mine, id)).toMatchObject({ status: 409 });
    expect(await stored(other)).toMatchObject({ status: 'unpaid' });
    expect(await confirm(other, id)).toMatchObject({ status: 200 });
    expect(await confirm(mine, id)).toMatchObject({ status: 409 });
    expect(await stored(mine)).toMatchObject({ status: 'unpaid' });
  });

  it("is 404 for someone else's order", async () => {
    const orderId = await order();
    const { id } = await shop.sandbox.pay(await secretOf(orderId));
    expect(await confirm(orderId, id, await shop.user())).toMatchObject({ status: 404 });
    expect(await confirm(orderId, id, admin)).toMatchObject({ status: 404 });
    expect(await confirm(orderId, id)).toMatchObject({ status: 200 });
  });

  it.each([
    ['less money', { amount: 19_999 }],
    ['more money', { amount: 20_001 }],
    ['another currency', { currency: 'jpy' }],
    ['live money', { livemode: true }],
    ['another order', { metadata: { orderId: '0123456789abcdef01234567' } }],
    ['no order', { metadata: {} }],
  ])('refuses a payment of %s, changing nothing', async (_, fields) => {
    const orderId = await order();
    const id = `pi_tampered${String(new Types.ObjectId())}`;
    const created = Math.floor(Date.now() / 1_000);
    await shop.sandbox.import([
      { id, amount: 20_000, currency: 'usd', created, metadata: { orderId }, ...fields },
    ]);
    expect(await confirm(orderId, id)).toMatchObject({
      status: 409,
      body: { type: 'urn:rapid:problem:payment-mismatch' },
    });
    expect(await stored(orderId)).toMatchObject({ status: 'unpaid', version: 0 });
    await shop.sandbox.stripe.refunds.create({ payment_intent: id });
  });

  it('gives back what was paid for an order that was cancelled meanwhile', async () => {
    const orderId = await order();
    await shop.call('DELETE', `/purchase/${orderId}`, { as: admin });
    const id = `pi_late${String(new Types.ObjectId())}`;
    const created = Math.floor(Date.now() / 1_000);
    await shop.sandbox.import([{ id, amount: 20_000, currency: 'usd', created, metadata: { orderId } }]);
    expect(await confirm(orderId, id)).toMatchObject({ status: 409 });
    expect(await confirm(orderId, id)).toMatchObject({ status: 409 });
    expect(await stored(orderId)).toMatchObject({
      status: 'refunded',
      refundStatus: 'succeeded',
      transactionId: id,
      timeline: [
        { what: 'unpaid' },
        { what: 'cancelled' },
        { what: 'paid-late', note: expect.any(String) },
        { what: 'refunded' },
      ],
    });
    expect(await steps.stockOf(product)).toBe(100);
  });
});

describe('when the provider fails', () => {
  let cut: Shop;
  beforeAll(async () => {
    cut = await startShop({
      MONGODB_URI: shop.config.mongodbUri,
      PAYMENTS_SANDBOX_URL: 'http://127.0.0.1:9',
    });
  });
  afterAll(() => cut.close());

  it('responds with 503 and changes nothing, and goes on when it is back', async () => {
    const orderId = await order();
    const asked = { as: customer, body: { orderId } };
    expect(await cut.call('POST', '/create-payment-intent', asked)).toMatchObject({ status: 503 });
    const { id } = await shop.sandbox.pay(await secretOf(orderId));
    const said = { as: customer, body: { transactionId: id } };
    expect(await cut.call('PATCH', `/payment/${orderId}`, said)).toMatchObject({ status: 503 });
    expect(await cut.call('DELETE', `/purchase/${orderId}`, { as: customer })).toMatchObject({ status: 503 });
    expect(await stored(orderId)).toMatchObject({ status: 'unpaid' });
    expect(await confirm(orderId, id)).toMatchObject({ status: 200 });
    expect(await cut.call('POST', `/refund/${orderId}`, { as: admin })).toMatchObject({ status: 503 });
    expect(await stored(orderId)).toMatchObject({ status: 'paid', refundStatus: 'pending' });
    await shop.app.get(PaymentsJob, { strict: false }).run();
    expect(await stored(orderId)).toMatchObject({ status: 'refunded' });
  });

  it('survives an error of the provider', async () => {
    const orderId = await order();
    await shop.sandbox.lab({ failApi: { times: 1, status: 500 } });
    expect(await intend({ orderId })).toMatchObject({ status: 200 });
    await shop.sandbox.lab({ failApi: { times: 9, status: 500 } });
    expect(await intend({ orderId })).toMatchObject({ status: 503 });
    await shop.sandbox.lab({});
    expect(await intend({ orderId })).toMatchObject({ status: 200 });
  });
});
