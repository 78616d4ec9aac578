import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Types } from 'mongoose';
import type { Product } from '../src/products/product.schema.js';
import { PaymentProvider } from '../src/payment-provider/payment-provider.js';
import { PaymentsJob } from '../src/payments/payments.job.js';
import { type Commerce, signed, startCommerce } from './commerce.js';
import type { TestUser } from './harness.js';
import { Invariants } from './invariants.js';

let shop: Commerce;
let invariants: Invariants;
let customer: TestUser;
let product: Product;

beforeAll(async () => {
  shop = await startCommerce();
  invariants = new Invariants(shop);
});
afterAll(() => shop.close());
beforeEach(async () => {
  customer = await shop.user();
  product = await invariants.product();
  shop.sandbox.deliveries.length = 0;
});
afterEach(async () => {
  await invariants.expectStockConserved();
  await invariants.expectPaymentsConfirmed(shop.sandbox);
});

/** An order that is paid at the provider, while the shop was not told. */
const charged = async (card?: string): Promise<{ orderId: string; intentId: string }> => {
  const body = { productId: String(product._id), address: 'Here', phone: '5550100', orderQuantity: 10 };
  const orderId = (await shop.call('POST', '/purchase', { as: customer, body })).body._id as string;
  const intent = await shop.call('POST', '/create-payment-intent', { as: customer, body: { orderId } });
  const { id, status } = await shop.sandbox.pay(intent.body.clientSecret, card);
  expect(status).toBe('succeeded');
  return { orderId, intentId: id };
};
const stored = async (orderId: string) =>
  (await shop.db.model('Order').findById(orderId).lean()) as unknown as Record<string, unknown>;
const runJob = () => shop.app.get(PaymentsJob, { strict: false }).run();

describe('POST /webhooks/stripe', () => {
  it('confirms the order by itself, once, however often it is told', async () => {
    const { orderId, intentId } = await charged();
    const [told] = await shop.sandbox.delivered('payment_intent.succeeded');
    expect(await Promise.all(Array.from({ length: 5 }, () => shop.deliver(told!)))).toEqual(
      Array(5).fill(200),
    );
    expect(await stored(orderId)).toMatchObject({
      status: 'paid',
      transactionId: intentId,
      timeline: [{ what: 'unpaid' }, { what: 'paid', by: 'webhook' }],
    });
    const confirmed = await shop.call('PATCH', `/payment/${orderId}`, {
      as: customer,
      body: { transactionId: intentId },
    });
    expect(confirmed).toMatchObject({ status: 200, body: { status: 'paid' } });
    expect((await stored(orderId)).timeline).toHaveLength(2);
  });

  it('confirms the order also while a browser that came too early is still waiting', async () => {
    const body = { productId: String(product._id), address: 'Here', phone: '5550100', orderQuantity: 10 };
    const orderId = (await shop.call('POST', '/purchase', { as: customer, body })).body._id as string;
    const intent = await shop.call('POST', '/create-payment-intent', { as: customer, body: { orderId } });
    const secret = intent.body.clientSecret as string;
    const transactionId = secret.slice(0, secret.indexOf('_secret_'));
    const provider = shop.app.get(PaymentProvider, { strict: false });
    const retrieve = provider.retrieveIntent.bind(provider);
    let release = (): void => undefined;
    const early = new Promise<void>((read) => {
      vi.spyOn(provider, 'retrieveIntent').mockImplementationOnce(async (id) => {
        const unpaid = await retrieve(id);
        read();
        await new Promise<void>((resolve) => (release = resolve));
        return unpaid;
      });
    });
    const confirmed = shop.call('PATCH', `/payment/${orderId}`, { as: customer, body: { transactionId } });
    await early;
    await shop.sandbox.pay(secret);
    const [told] = await shop.sandbox.delivered('payment_intent.succeeded');
    const delivered = shop.deliver(told!);
    await new Promise((next) => setTimeout(next, 100));
    release();
    expect((await confirmed).status).toBe(409);
    expect(await delivered).toBe(200);
    expect(await stored(orderId)).toMatchObject({ status: 'paid', transactionId });
  });

  it('refuses what the provider did not sign', async () => {
    const { orderId } = await charged();
    const [told] = await shop.sandbox.delivered('payment_intent.succeeded');
    const { body, signature } = told!;
    const post = async (sent: string, header?: string) =>
      shop.call('POST', '/webhooks/stripe', {
        body: sent,
        ...(header !== undefined && { headers: { 'stripe-signature': header } }),
      });
    expect(await post(body)).toMatchObject({ status: 400 });
    expect(await post(body, '')).toMatchObject({ status: 400 });
    expect(await post(body, 'v1=0')).toMatchObject({ status: 400 });
    expect(await post(body.replace('succeeded', 'succeedeD'), signature)).toMatchObject({ status: 400 });
    expect(await post(`${body} `, signature)).toMatchObject({ status: 400 });
    const event = JSON.parse(body) as object;
    expect(await shop.deliver(signed(event, { secret: 'whsec_other' }))).toBe(400);
    expect(await shop.deliver(signed(event, { timestamp: Math.floor(Date.now() / 1_000) - 301 }))).toBe(400);
    expect(await stored(orderId)).toMatchObject({ status: 'unpaid' });
    expect(await shop.deliver(told!)).toBe(200);
    expect(await stored(orderId)).toMatchObject({ status: 'paid' });
  });

  it('does not believe what an event says of an intent: the provider is asked', async () => {
    const { orderId, intentId } = await charged();
    const [told] = await shop.sandbox.delivered('payment_intent.succeeded');
    const event = JSON.parse(told!.body) as { id: string; data: { object: Record<string, unknown> } };
    const forged = (fields: object, id: string) =>
      signed({ ...event, id, data: { object: { ...event.data.object, ...fields } } });
    const other = String(new Types.ObjectId());
    expect(await shop.deliver(forged({ id: 'pi_nosuch' }, 'evt_a'))).toBe(200);
    expect(await stored(orderId)).toMatchObject({ status: 'unpaid' });
    expect(await shop.deliver(forged({ amount_received: 1, metadata: { orderId: other } }, 'evt_b'))).toBe(
      200,
    );
    expect(await stored(orderId)).toMatchObject({ status: 'paid', transactionId: intentId });
  });

  it('takes unknown events and events of unknown things with 200', async () => {
    const base = { object: 'event', api_version: '2026-10-28.endive', created: 1, livemode: false };
    expect(
      await shop.deliver(
        signed({
          ...base,
          id: 'evt_1',
          type: 'customer.created',
          data: { object: { id: 'cus_1', object: 'customer' } },
        }),
      ),
    ).toBe(200);
    const charge = { id: 'ch_1', object: 'charge', payment_intent: 'pi_unknown' };
    expect(
      await shop.deliver(signed({ ...base, id: 'evt_2', type: 'charge.refunded', data: { object: charge } })),
    ).toBe(200);
  });

  it('takes all events of a life in any order and number', async () => {
    const { orderId, intentId } = await charged();
    await shop.sandbox.stripe.refunds.create({ payment_intent: intentId });
    await shop.sandbox.delivered('charge.refunded');
    const all = [...shop.sandbox.deliveries, ...shop.sandbox.deliveries].toReversed();
    for (const told of all) expect(await shop.deliver(told)).toBe(200);
    // The refund was told before the payment; what came later put it right, or the job does.
    await runJob();
    expect(await stored(orderId)).toMatchObject({
      status: 'refunded',
      refundStatus: 'succeeded',
      transactionId: intentId,
    });
    expect((await shop.call('GET', `/item/${String(product._id)}`)).body.availableQ).toBe(100);
  });

  it('confirms a refund that was begun at the provider, also a part of one', async () => {
    const { orderId, intentId } = await charged();
    await shop.deliver((await shop.sandbox.delivered('payment_intent.succeeded'))[0]!);
    await shop.sandbox.stripe.refunds.create({ payment_intent: intentId, amount: 5_000 });
    await shop.deliver((await shop.sandbox.delivered('charge.refunded'))[0]!);
    expect(await stored(orderId)).toMatchObject({ status: 'paid', refundStatus: 'partial' });
    await shop.sandbox.stripe.refunds.create({ payment_intent: intentId });
    await shop.deliver((await shop.sandbox.delivered('charge.refunded', 2))[1]!);
    expect(await stored(orderId)).toMatchObject({
      status: 'refunded',
      timeline: [{}, {}, { what: 'partly-refunded', note: '$50.00' }, { what: 'refunded', by: 'webhook' }],
    });
  });
});

describe('the payments job', () => {
  it('finds payments that neither the browser nor a webhook told of, with any number of processes at it', async () => {
    const orders = [await charged(), await charged(), await charged()];
    await Promise.all([runJob(), runJob(), runJob()]);
    for (const { orderId, intentId } of orders) {
      const timeline = [{ what: 'unpaid' }, { what: 'paid', by: 'payments-job' }];
      expect(await stored(orderId)).toMatchObject({ status: 'paid', transactionId: intentId, timeline });
    }
    const later = await charged();
    await runJob();
    expect(await stored(later.orderId)).toMatchObject({ status: 'paid' });
  });
});
