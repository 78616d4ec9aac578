import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Product } from '../src/products/product.schema.js';
import { PaymentsJob } from '../src/payments/payments.job.js';
import { type Buying, buying } from './buying.js';
import { type Commerce, type Delivery, eventually, startCommerce } from './commerce.js';
import { PRODUCTION, type Shop, startShop, type TestUser } from './harness.js';
import { Invariants } from './invariants.js';

const OFF = {
  nextConfirm: null,
  webhooks: { mode: 'deliver', delayMs: 0, times: null },
  loseConfirmResponse: 0,
  failApi: { times: 0, status: 500 },
};

let shop: Commerce;
let invariants: Invariants;
let steps: Buying;
let admin: TestUser;
let customer: TestUser;
let product: Product;

beforeAll(async () => {
  shop = await startCommerce();
  invariants = new Invariants(shop);
  steps = buying(shop);
  admin = await shop.user({ role: 'admin' });
  customer = await shop.user();
  product = await invariants.product({ minimumOQ: 1 });
});
afterAll(async () => {
  await invariants.expectStockConserved();
  await invariants.expectPaymentsConfirmed(shop.sandbox);
  await shop.close();
});
afterEach(() => put({}));

const read = async () => (await shop.call('GET', '/payment-lab', { as: admin })).body;
const put = (body: unknown, as: TestUser | undefined = admin) =>
  shop.call('PUT', '/payment-lab', { as, body });

describe('the payment failure lab', () => {
  it('is off at first, and again after an empty PUT', async () => {
    expect(await read()).toEqual(OFF);
    await put({ nextConfirm: 'decline', loseConfirmResponse: 2 });
    expect(await read()).toEqual({ ...OFF, nextConfirm: 'decline', loseConfirmResponse: 2 });
    expect(await put({})).toMatchObject({ status: 200, body: OFF });
    expect(await read()).toEqual(OFF);
  });

  it('keeps every setting, and only those that it knows', async () => {
    const settings = {
      nextConfirm: 'processing',
      webhooks: { mode: 'reorder', delayMs: 250, times: 7 },
      loseConfirmResponse: 1,
      failApi: { times: 0, status: 503 },
    };
    const more = { ...settings, surprise: 1, webhooks: { ...settings.webhooks, more: true } };
    const refused = await put(more);
    expect([refused.status, Object.keys(refused.body.errors as object)]).toEqual([
      400,
      ['surprise', 'webhooks.more'],
    ]);
    const response = await put(settings);
    expect(response).toMatchObject({ status: 200, body: settings });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await read()).toEqual(settings);
  });

  it('is for admins', async () => {
    for (const method of ['GET', 'PUT']) {
      const body = method === 'PUT' ? {} : undefined;
      expect(await shop.call(method, '/payment-lab', { body })).toMatchObject({ status: 401 });
      expect(await shop.call(method, '/payment-lab', { as: customer, body })).toMatchObject({ status: 403 });
    }
  });

  it.each([
    [{ nextConfirm: 'explode' }, 'nextConfirm', 'Enter one of: decline, challenge, processing.'],
    [{ nextConfirm: { $ne: null } }, 'nextConfirm', 'Enter one of: decline, challenge, processing.'],
    [{ webhooks: 'drop' }, 'webhooks', 'Give an object.'],
    [{ webhooks: [] }, 'webhooks', 'Give an object.'],
    [
      { webhooks: { mode: 'lose' } },
      'webhooks.mode',
      'Enter one of: deliver, delay, drop, duplicate, reorder.',
    ],
    [{ webhooks: { delayMs: -1 } }, 'webhooks.delayMs', 'Enter at least 0.'],
    [{ webhooks: { delayMs: 3_600_001 } }, 'webhooks.delayMs', 'Enter at most 3600000.'],
    [{ webhooks: { delayMs: '5' } }, 'webhooks.delayMs', 'Enter a whole number.'],
    [{ webhooks: { times: 0 } }, 'webhooks.times', 'Enter at least 1.'],
    [{ webhooks: { times: 1.5 } }, 'webhooks.times', 'Enter a whole number.'],
    [{ loseConfirmResponse: 1_001 }, 'loseConfirmResponse', 'Enter at most 1000.'],
    [{ loseConfirmResponse: -1 }, 'loseConfirmResponse', 'Enter at least 0.'],
    [{ failApi: { times: 1_001 } }, 'failApi.times', 'Enter at most 1000.'],
    [{ failApi: { times: 1, status: 200 } }, 'failApi.status', 'Enter at least 400.'],
    [{ failApi: { times: 1, status: 600 } }, 'failApi.status', 'Enter at most 599.'],
  ])('refuses %j and changes nothing', async (body, field, message) => {
    await put({ loseConfirmResponse: 1 });
    expect(await put(body)).toMatchObject({ status: 400, body: { errors: { [field]: message } } });
    expect(await read()).toEqual({ ...OFF, loseConfirmResponse: 1 });
  });

  it('declines the next card, and no other', async () => {
    const { _id } = await steps.order(customer, product);
    const secret = await steps.secretOf(customer, _id);
    await put({ nextConfirm: 'decline' });
    expect(await shop.sandbox.pay(secret)).toMatchObject({ error: { code: 'card_declined' } });
    expect(await read()).toEqual(OFF);
    const { id, status } = await shop.sandbox.pay(secret);
    expect(status).toBe('succeeded');
    expect(await steps.confirm(customer, _id, id)).toMatchObject({ body: { status: 'paid' } });
  });

  it("fails the shop's calls to the provider for as often as told", async () => {
    const { _id } = await steps.order(customer, product);
    // The client repeats a failed call once.
    await put({ failApi: { times: 2, status: 503 } });
    expect(await steps.intend(customer, { orderId: _id })).toMatchObject({ status: 503 });
    expect(await read()).toEqual({ ...OFF, failApi: { times: 0, status: 503 } });
    expect(await steps.intend(customer, { orderId: _id })).toMatchObject({ status: 200 });
  });

  it('fails the refund of a line, which is pending until it is made once', async () => {
    const { _id } = await steps.paid(customer, product);
    const stock = await steps.stockOf(product);
    const lines = [{ productId: String(product._id), quantity: 4 }];
    await put({ failApi: { times: 2, status: 503 } });
    const failed = await shop.call('POST', `/refund/${_id}`, { as: admin, body: { lines } });
    expect(failed.status).toBe(503);
    const pending = await shop.call('GET', `/purchases/${_id}`, { as: admin });
    expect(pending.body).toMatchObject({ refundStatus: 'pending', refunded: 0, lines: [{ refunded: 0 }] });
    expect(pending.body.nextSteps).toEqual([]);
    expect(await steps.stockOf(product)).toBe(stock);

    await shop.app.get(PaymentsJob, { strict: false }).run();
    const made = await shop.call('GET', `/purchases/${_id}`, { as: admin });
    expect(made.body).toMatchObject({ status: 'paid', refundStatus: 'partial', lines: [{ refunded: 4 }] });
    expect(made.body.refunds).toMatchObject([{ status: 'succeeded', lines }]);
    expect(await steps.stockOf(product)).toBe(stock + 4);
  });

  it('duplicates an event, which the shop counts once', async () => {
    const { _id } = await steps.order(customer, product);
    const secret = await steps.secretOf(customer, _id);
    expect(await put({ webhooks: { mode: 'duplicate', times: 20 } })).toMatchObject({ status: 200 });
    await shop.sandbox.pay(secret);
    // an earlier case has an event of this type, too
    const twins = () =>
      shop.sandbox.deliveries.filter(
        ({ type, body }) => type === 'payment_intent.succeeded' && body.includes(_id),
      );
    await eventually(() => twins().length >= 2, 'both events');
    expect(new Set(twins().map(({ body }) => (JSON.parse(body) as { id: string }).id)).size).toBe(1);
    // as the sandbox does: on a busy machine it may take longer than the shop waits for it, which is 503
    const take = (event: Delivery) => eventually(async () => (await shop.deliver(event)) === 200, 'a 200');
    await Promise.all(twins().map(take));
    const { timeline } = (await steps.stored(_id)) as { timeline: { what: string }[] };
    expect(timeline.filter(({ what }) => what === 'paid')).toHaveLength(1);
  });

  it('is described in a document of its own, not in that of the shop', async () => {
    const own = await shop.call('GET', '/docs/payment-lab.json');
    expect(Object.keys(own.body.paths)).toEqual([
      '/payment-lab',
      '/payments-sandbox/v1/payment_intents/{intentId}/confirm',
    ]);
    expect(own.body.components.schemas).toHaveProperty('SetPaymentLabDto');
    const { body } = await shop.call('GET', '/openapi.json');
    expect(body.paths).toHaveProperty('/purchase');
    expect(JSON.stringify(body)).not.toMatch(/payment-?lab/i);
  });

  it('is 503 when the sandbox is gone', async () => {
    const cut = await startShop({
      MONGODB_URI: shop.config.mongodbUri,
      PAYMENTS_SANDBOX_URL: 'http://127.0.0.1:9',
    });
    expect(await cut.call('GET', '/payment-lab', { as: admin })).toMatchObject({ status: 503 });
    await cut.close();
  });
});

describe('where there is no demo, or no sandbox', () => {
  it.each([
    ['a production', PRODUCTION],
    ['a demo on the real provider', { PAYMENTS_SANDBOX_URL: '', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }],
  ])('%s has no lab', async (_, settings) => {
    const other: Shop = await startShop({ MONGODB_URI: shop.config.mongodbUri, ...settings });
    for (const path of ['/payment-lab', '/docs/payment-lab.json', '/docs/payment-lab']) {
      expect(await other.call('GET', path, { as: admin })).toMatchObject({ status: 404 });
    }
    expect(await other.call('PUT', '/payment-lab', { as: admin, body: {} })).toMatchObject({ status: 404 });
    await other.close();
  });
});
