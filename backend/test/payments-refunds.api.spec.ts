import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import type { Product } from '../src/products/product.schema.js';
import { PaymentsJob } from '../src/payments/payments.job.js';
import { type Buying, buying } from './buying.js';
import { type Commerce, eventually, startCommerce } from './commerce.js';
import type { TestUser } from './harness.js';
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

const refund = (orderId: string, who = admin) => shop.call('POST', `/refund/${orderId}`, { as: who });
const stored = (orderId: string) => steps.stored(orderId);

describe('POST /refund/{id}', () => {
  it('gives the whole payment back once, and the stock', async () => {
    const { _id: orderId, intentId } = await steps.paid(customer, product);
    expect(await steps.stockOf(product)).toBe(90);
    const responses = await Promise.all([refund(orderId), refund(orderId), refund(orderId)]);
    for (const response of responses) expect(response.status).toBe(200);
    expect(await refund(orderId)).toMatchObject({
      status: 200,
      body: { status: 'refunded', refundStatus: 'succeeded', paid: true, nextSteps: [] },
    });
    expect(await steps.stockOf(product)).toBe(100);
    const { data } = await shop.sandbox.stripe.refunds.list({ payment_intent: intentId });
    expect(data).toMatchObject([{ amount: 20_000 }]);
  });

  it('does not return the stock of what was shipped', async () => {
    const { _id: orderId } = await steps.paid(customer, product);
    await shop.call('PATCH', `/purchase/${orderId}`, { as: admin });
    expect(await refund(orderId)).toMatchObject({ status: 200, body: { status: 'refunded', shipped: true } });
    expect(await steps.stockOf(product)).toBe(90);
  });

  it('shows a refund that is under way, and does not ship meanwhile', async () => {
    const { _id: orderId } = await steps.paid(customer, product, '4000000000007726');
    expect(await refund(orderId)).toMatchObject({
      status: 200,
      body: { status: 'paid', refundStatus: 'pending', nextSteps: [] },
    });
    expect(await shop.call('PATCH', `/purchase/${orderId}`, { as: admin })).toMatchObject({ status: 409 });
    const job = shop.app.get(PaymentsJob, { strict: false });
    await eventually(async () => {
      // as if it had waited for the next attempt
      await shop.db.model('Order').updateOne({ _id: orderId }, { $unset: { nextAttemptAt: 1 } });
      await job.run();
      return (await stored(orderId)).status === 'refunded';
    }, 'the refund is done');
    expect(await steps.stockOf(product)).toBe(100);
  });

  it('shows a refund that failed after it seemed done', async () => {
    const { _id: orderId } = await steps.paid(customer, product, '4000000000005126');
    expect(await refund(orderId)).toMatchObject({ body: { status: 'refunded' } });
    const [told] = await shop.sandbox.delivered('refund.failed');
    expect(await shop.deliver(told!)).toBe(200);
    expect(await stored(orderId)).toMatchObject({ status: 'refunded', refundStatus: 'failed' });
    expect(await steps.stockOf(product)).toBe(100);
    expect(await refund(orderId)).toMatchObject({ body: { status: 'refunded', refundStatus: 'succeeded' } });
    expect(await steps.stockOf(product)).toBe(100);
    expect(await shop.deliver((await shop.sandbox.delivered('refund.failed', 2))[1]!)).toBe(200);
    expect(await stored(orderId)).toMatchObject({ status: 'refunded', refundStatus: 'failed' });
  });

  it('notes a refund that the provider refuses, which can be asked for again', async () => {
    const { _id: orderId } = await steps.paid(customer, product, '4000000000000259');
    expect(await refund(orderId)).toMatchObject({
      status: 200,
      body: { status: 'paid', refundStatus: 'failed', nextSteps: ['ship', 'refund'] },
    });
    expect((await stored(orderId)).timeline).toMatchObject([
      {},
      {},
      { what: 'refund-requested' },
      { what: 'refund-failed', note: expect.stringMatching(/charged back/) },
    ]);
    expect(await refund(orderId)).toMatchObject({ status: 200, body: { refundStatus: 'failed' } });
  });

  it('is for admins, and for what was paid', async () => {
    const { _id: orderId } = await steps.order(customer, product);
    expect(await refund(orderId, customer)).toMatchObject({ status: 403 });
    expect(await refund(orderId)).toMatchObject({ status: 409 });
    expect(await refund(String(new Types.ObjectId()))).toMatchObject({ status: 404 });
  });
});
