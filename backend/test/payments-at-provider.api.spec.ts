import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Types } from 'mongoose';
import { PaymentProvider } from '../src/payment-provider/payment-provider.js';
import { PaymentsJob } from '../src/payments/payments.job.js';
import type { Product } from '../src/products/product.schema.js';
import { type Buying, buying } from './buying.js';
import { type Commerce, signed, startCommerce } from './commerce.js';
import type { TestUser } from './harness.js';
import { Invariants } from './invariants.js';

/** Payments of others on the same account, and refunds that are made in the payment provider's own dashboard. */

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
  shop.sandbox.deliveries.length = 0;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await invariants.expectStockConserved();
  await invariants.expectPaymentsConfirmed(shop.sandbox);
});

const runJob = () => shop.app.get(PaymentsJob, { strict: false }).run();
const stripe = () => shop.sandbox.stripe;
/** What reconciliation says of a payment. */
const findingOf = async (intentId: string) => {
  const { body } = await shop.call('GET', '/payments/reconciliation?days=1', { as: admin });
  return (body.items as { intentId: string }[]).find((row) => row.intentId === intentId);
};
/** An order that was paid at the provider without the shop learning of it. */
const charged = async (): Promise<{ orderId: string; intentId: string }> => {
  const { _id: orderId } = await steps.order(customer, product);
  const { id: intentId } = await shop.sandbox.pay(await steps.secretOf(customer, orderId));
  return { orderId, intentId };
};
const deliverSucceeded = async (): Promise<number> =>
  shop.deliver((await shop.sandbox.delivered('payment_intent.succeeded'))[0]!);
const ship = (orderId: string) => shop.call('PATCH', `/purchase/${orderId}`, { as: admin });

describe('a payment that was not made for an order of this shop', () => {
  it.each<[string, Record<string, string>]>([
    ['another application', { orderId: 'booking-7' }],
    ['an id of twelve characters', { orderId: 'abcdefghijkl' }],
    ['an empty id', { orderId: '' }],
    ['an operator', { orderId: '{"$ne":null}' }],
    ['an unknown order', { orderId: '0123456789abcdef01234567' }],
    ['nothing', {}],
  ])('confirms nothing and stops nothing: %s', async (_, metadata) => {
    const { id } = await stripe().paymentIntents.create({
      amount: 20_000,
      currency: 'usd',
      metadata,
      payment_method: 'pm_card_visa',
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    });
    const { orderId } = await charged();
    await shop.sandbox.delivered('payment_intent.succeeded', 2);
    for (const delivery of shop.sandbox.deliveries) expect(await shop.deliver(delivery)).toBe(200);

    const begun = new Date();
    await shop.db.collection('payment_events').deleteMany({});
    await runJob();
    const mark = await shop.db.collection<{ upTo: Date }>('payment_event_cursors').findOne();
    expect(mark!.upTo.getTime()).toBeGreaterThanOrEqual(begun.getTime());
    expect(await steps.stored(orderId)).toMatchObject({ status: 'paid' });
    expect(await findingOf(id)).toMatchObject({ finding: 'paid-without-order', action: 'refund' });
    await stripe().refunds.create({ payment_intent: id });
  });

  it.each<[string, object]>([
    ['no metadata', { id: 'pi_none', object: 'payment_intent' }],
    ['metadata that is an array', { id: 'pi_none', object: 'payment_intent', metadata: [1] }],
    ['an intent whose id is an object', { id: { $ne: null }, object: 'payment_intent' }],
    ['an intent whose id is a number', { id: 5, object: 'payment_intent' }],
    ['a charge of a number', { id: 'ch_1', object: 'charge', payment_intent: 5 }],
    ['a charge of an array', { id: 'ch_1', object: 'charge', payment_intent: [{ id: 'pi_1' }] }],
    ['a charge without an intent', { id: 'ch_1', object: 'charge', payment_intent: null }],
    ['a dispute of nothing', { id: 7, object: 'dispute' }],
    ['no type of object', {}],
  ])('is taken with 200 as an event: %s', async (_, object) => {
    const id = `evt_${String(new Types.ObjectId())}`;
    for (const type of ['payment_intent.succeeded', 'charge.refunded', 'charge.dispute.created']) {
      const event = { id: id + type, object: 'event', type, created: 1_700_000_000, data: { object } };
      expect(await shop.deliver(signed(event))).toBe(200);
    }
  });

  it.each<[string, object]>([
    ['without an id', { type: 'charge.refunded', created: 1, data: { object: {} } }],
    ['with an id that is an object', { id: { $ne: 1 }, type: 'x', created: 1, data: { object: {} } }],
    ['without a time', { id: 'evt_x', type: 'charge.refunded', data: { object: {} } }],
    ['without data', { id: 'evt_y', type: 'charge.refunded', created: 1 }],
    ['that is an array', []],
  ])('is refused with 400 when it is no event: %s', async (_, event) => {
    expect(await shop.deliver(signed(event))).toBe(400);
  });
});

describe('a payment that was refunded before the shop learned of it', () => {
  /** The payment as both sides have it in the end. */
  const expectRefunded = async (orderId: string, intentId: string): Promise<void> => {
    expect(await steps.stored(orderId)).toMatchObject({
      status: 'refunded',
      refundStatus: 'succeeded',
      transactionId: intentId,
    });
    expect(await steps.stockOf(product)).toBe(100);
    expect(await findingOf(intentId)).toBeUndefined();
    expect((await stripe().refunds.list({ payment_intent: intentId })).data).toHaveLength(1);
  };

  it.each<[string, (orderId: string, intentId: string) => Promise<unknown>]>([
    ['the webhook of the payment', deliverSucceeded],
    ['the browser', (orderId, intentId) => steps.confirm(customer, orderId, intentId)],
    ['the job', runJob],
    ['the cancellation', (orderId) => shop.call('DELETE', `/purchase/${orderId}`, { as: customer })],
    ['another try to pay', (orderId) => steps.intend(customer, { orderId })],
    ['reconciliation', (_, id) => shop.call('POST', `/payments/reconciliation/${id}/confirm`, { as: admin })],
  ])('makes its order refunded, never paid: %s', async (_, learn) => {
    const { orderId, intentId } = await charged();
    await stripe().refunds.create({ payment_intent: intentId });
    await learn(orderId, intentId);
    await expectRefunded(orderId, intentId);
    expect(await ship(orderId)).toMatchObject({ status: 409 });
  });

  it('cannot be shipped in the moment between', async () => {
    const { orderId, intentId } = await charged();
    await stripe().refunds.create({ payment_intent: intentId });
    const provider = shop.app.get(PaymentProvider, { strict: false });
    const list = provider.listRefunds.bind(provider);
    const shipped: number[] = [];
    vi.spyOn(provider, 'listRefunds').mockImplementation(async (id) => {
      shipped.push((await ship(orderId)).status);
      return list(id);
    });
    expect(await deliverSucceeded()).toBe(200);
    expect(shipped).toEqual([409]);
    await expectRefunded(orderId, intentId);
  });

  it('in part confirms nothing until it is given back as a whole', async () => {
    const { orderId, intentId } = await charged();
    await stripe().refunds.create({ payment_intent: intentId, amount: 5_000 });
    expect(await deliverSucceeded()).toBe(200);
    await runJob();
    expect(await steps.confirm(customer, orderId, intentId)).toMatchObject({
      status: 409,
      body: { type: 'urn:rapid:problem:payment-mismatch' },
    });
    expect(await shop.call('DELETE', `/purchase/${orderId}`, { as: customer })).toMatchObject({
      status: 409,
    });
    expect(await steps.stored(orderId)).toMatchObject({ status: 'unpaid', version: 0 });
    expect(await findingOf(intentId)).toMatchObject({ finding: 'amount-mismatch', action: 'refund' });

    const resolved = await shop.call('POST', `/payments/reconciliation/${intentId}/refund`, { as: admin });
    expect(resolved).toMatchObject({ status: 200, body: { result: 'refunded' } });
    await runJob();
    expect(await steps.stored(orderId)).toMatchObject({ status: 'refunded', refundStatus: 'succeeded' });
    expect(await steps.stockOf(product)).toBe(100);
    expect(await findingOf(intentId)).toBeUndefined();
  });
});

describe('a refund made at the provider while the order is shipped', () => {
  /** The webhook of a refund, with something done after the order was read and before the refund is recorded. */
  const refundedWhile = async (intentId: string, act: () => Promise<unknown>): Promise<void> => {
    const provider = shop.app.get(PaymentProvider, { strict: false });
    const list = provider.listRefunds.bind(provider);
    vi.spyOn(provider, 'listRefunds').mockImplementationOnce(async (id) => {
      const refunds = await list(id);
      await act();
      return refunds;
    });
    await stripe().refunds.create({ payment_intent: intentId });
    expect(await shop.deliver((await shop.sandbox.delivered('charge.refunded'))[0]!)).toBe(200);
  };

  it('is recorded though the order was shipped first; its stock does not return', async () => {
    const { _id: orderId, intentId } = await steps.paid(customer, product);
    await refundedWhile(intentId, async () => expect(await ship(orderId)).toMatchObject({ status: 200 }));
    expect(await steps.stored(orderId)).toMatchObject({
      status: 'refunded',
      refundStatus: 'succeeded',
      shippedAt: expect.any(Date),
    });
    expect(await steps.stockOf(product)).toBe(90);
  });

  it('keeps the order from being shipped when it was recorded first; its stock returns', async () => {
    const { _id: orderId, intentId } = await steps.paid(customer, product);
    await refundedWhile(intentId, async () => undefined);
    expect(await ship(orderId)).toMatchObject({ status: 409 });
    expect(await steps.stored(orderId)).toMatchObject({ status: 'refunded', refundStatus: 'succeeded' });
    expect(await steps.stored(orderId)).not.toHaveProperty('shippedAt');
    expect(await steps.stockOf(product)).toBe(100);
  });

  it('is recorded whichever wins, when both happen at once', async () => {
    for (let n = 0; n < 5; n += 1) {
      const { _id: orderId, intentId } = await steps.paid(customer, product);
      shop.sandbox.deliveries.length = 0;
      await stripe().refunds.create({ payment_intent: intentId });
      const [told] = await shop.sandbox.delivered('charge.refunded');
      await Promise.all([shop.deliver(told!), ship(orderId), shop.deliver(told!)]);
      expect(await steps.stored(orderId)).toMatchObject({ status: 'refunded', refundStatus: 'succeeded' });
    }
  });

  it('is a finding as long as the shop has not learned of it', async () => {
    const { _id: orderId, intentId } = await steps.paid(customer, product);
    await stripe().refunds.create({ payment_intent: intentId });
    expect(await findingOf(intentId)).toMatchObject({ finding: 'refunds-differ', action: 'sync-refunds' });
    const resolved = await shop.call('POST', `/payments/reconciliation/${intentId}/refund`, { as: admin });
    expect(resolved).toMatchObject({ status: 200, body: { result: 'refunded' } });
    expect(await steps.stored(orderId)).toMatchObject({ status: 'refunded', refundStatus: 'succeeded' });
    expect(await findingOf(intentId)).toBeUndefined();
  });
});
