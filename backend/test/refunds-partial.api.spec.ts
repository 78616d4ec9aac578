import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { randomUUID } from 'node:crypto';
import { PaymentProvider } from '../src/payment-provider/payment-provider.js';
import { PaymentsJob } from '../src/payments/payments.job.js';
import type { Product } from '../src/products/product.schema.js';
import { type Buying, buying } from './buying.js';
import { type Commerce, startCommerce } from './commerce.js';
import type { TestUser } from './harness.js';
import { Invariants } from './invariants.js';

let shop: Commerce;
let invariants: Invariants;
let admin: TestUser;
let other: TestUser;
let customer: TestUser;
let product: Product;
let steps: Buying;

beforeAll(async () => {
  shop = await startCommerce();
  invariants = new Invariants(shop);
  steps = buying(shop);
  admin = await shop.user({ role: 'admin' });
  other = await shop.user({ role: 'admin' });
});
afterAll(() => shop.close());
beforeEach(async () => {
  customer = await shop.user();
  product = await invariants.product();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await invariants.expectStockConserved();
  await invariants.expectPaymentsConfirmed(shop.sandbox);
});

/** $200.00 are paid for ten units. */
const paid = () => steps.paid(customer, product);
type Sent = { as?: TestUser; key?: string; ifMatch?: string };
const refund = (orderId: string, body: object, { as = admin, key, ifMatch }: Sent = {}) =>
  shop.call('POST', `/refund/${orderId}`, {
    as,
    body,
    headers: { ...(key && { 'idempotency-key': key }), ...(ifMatch && { 'if-match': ifMatch }) },
  });
const ship = (orderId: string) => shop.call('PATCH', `/purchase/${orderId}`, { as: admin });
const detail = async (orderId: string) =>
  (await shop.call('GET', `/purchases/${orderId}`, { as: admin })).body;
const atProvider = async (intentId: string) =>
  (await shop.sandbox.stripe.refunds.list({ payment_intent: intentId })).data.map(({ amount }) => amount);
const provider = () => shop.app.get(PaymentProvider, { strict: false });
const runJob = async () => {
  // as if what waits for its next attempt had come to it
  await shop.db.model('Order').updateMany({}, { $unset: { nextAttemptAt: 1 } });
  await shop.app.get(PaymentsJob, { strict: false }).run();
};

describe('POST /refund/{id} of a part', () => {
  it('gives parts back until nothing is left; the order is refunded with the last, and its stock returns', async () => {
    const { _id: orderId, intentId } = await paid();
    expect(await refund(orderId, { amount: 50.5, reason: 'Two units arrived broken' })).toMatchObject({
      status: 200,
      body: { status: 'paid', refundStatus: 'partial', refunded: 50.5, nextSteps: ['ship', 'refund'] },
    });
    expect(await steps.stockOf(product)).toBe(90);
    expect(await refund(orderId, { amount: '100' })).toMatchObject({
      status: 200,
      body: { refunded: 150.5 },
    });
    expect(await refund(orderId, { amount: 49.51 })).toMatchObject({
      status: 422,
      body: {
        type: 'urn:rapid:problem:refund-too-large',
        errors: { amount: 'At most $49.50 is left to refund.' },
      },
    });
    expect(await detail(orderId)).toMatchObject({ refundable: 49.5 });
    expect(await refund(orderId, {})).toMatchObject({
      status: 200,
      body: { status: 'refunded', refundStatus: 'succeeded', refunded: 200, nextSteps: [] },
    });
    expect(await steps.stockOf(product)).toBe(100);
    expect(await atProvider(intentId)).toEqual([4_950, 10_000, 5_050]);
    expect(await refund(orderId, {})).toMatchObject({ status: 200, body: { status: 'refunded' } });
    expect(await refund(orderId, { amount: 1 })).toMatchObject({ status: 409 });
    expect(await detail(orderId)).toMatchObject({
      refundable: 0,
      refunds: [
        { amount: 50.5, status: 'succeeded', reason: 'Two units arrived broken', by: 'admin' },
        { amount: 100, status: 'succeeded' },
        { amount: 49.5, status: 'succeeded' },
      ],
      timeline: [
        { what: 'unpaid' },
        { what: 'paid' },
        { what: 'refund-requested', note: '$50.50' },
        { what: 'partly-refunded', note: '$50.50' },
        { what: 'refund-requested', note: '$100.00' },
        { what: 'partly-refunded', note: '$100.00' },
        { what: 'refund-requested', note: '$49.50' },
        { what: 'refunded' },
      ],
    });
  });

  it('keeps a partly refunded order to be shipped; its units never return then', async () => {
    const { _id: orderId } = await paid();
    await refund(orderId, { amount: 20 });
    expect(await ship(orderId)).toMatchObject({ status: 200, body: { status: 'shipped', refunded: 20 } });
    expect(await refund(orderId, { amount: 180 })).toMatchObject({
      body: { status: 'refunded', refunded: 200 },
    });
    expect(await steps.stockOf(product)).toBe(90);
  });

  it('is not repeated by a repeated request', async () => {
    const { _id: orderId, intentId } = await paid();
    const key = randomUUID();
    const bodies = [
      await refund(orderId, { amount: 30 }, { key }),
      await refund(orderId, { amount: 30 }, { key }),
    ];
    expect(bodies.map(({ body }) => body.refunded)).toEqual([30, 30]);
    expect(await refund(orderId, { amount: 31 }, { key })).toMatchObject({ status: 422 });
    expect(await atProvider(intentId)).toEqual([3_000]);
  });

  it('never gives back more than was paid, whoever asks at once', async () => {
    const { _id: orderId, intentId } = await paid();
    const wanted = [{ amount: 150 }, { amount: 120 }, { amount: 90 }, {}, { amount: 200 }, {}];
    const responses = await Promise.all(
      wanted.map((body, n) => refund(orderId, body, { as: n % 2 ? other : admin })),
    );
    for (const { status } of responses) expect([200, 409, 422]).toContain(status);
    expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    const sum = (await atProvider(intentId)).reduce((total, amount) => total + amount, 0);
    expect(sum).toBeLessThanOrEqual(20_000);
    expect((await detail(orderId)).refunded).toBe(sum / 100);
  });

  it('asks for a decision while another one is under way', async () => {
    const { _id: orderId } = await steps.paid(customer, product, '4000000000007726');
    expect(await refund(orderId, { amount: 50 })).toMatchObject({
      body: { refundStatus: 'pending', refunded: 0 },
    });
    for (const body of [{ amount: 10 }, {}])
      expect(await refund(orderId, body)).toMatchObject({
        status: 409,
        body: { detail: 'A refund of this order is pending; wait until it is done.' },
      });
    expect(await ship(orderId)).toMatchObject({ status: 409 });
    await new Promise((after) => setTimeout(after, 600));
    await runJob();
    expect(await detail(orderId)).toMatchObject({ status: 'paid', refundStatus: 'partial', refunded: 50 });
  });

  it('is made once when the provider makes it and nobody learns of that, also when its key is forgotten', async () => {
    const { _id: orderId, intentId } = await paid();
    const { refund: original } = provider();
    const key = randomUUID();
    const read = await shop.call('GET', `/purchases/${orderId}`, { as: admin });
    const ifMatch = read.headers.get('etag')!;
    const asked = vi.spyOn(provider(), 'refund').mockImplementationOnce(async function (
      this: PaymentProvider,
      wanted,
    ) {
      await original.call(this, wanted);
      throw new Error('the process ended here');
    });
    expect(await refund(orderId, { amount: 40 }, { key, ifMatch })).toMatchObject({ status: 500 });
    expect(await detail(orderId)).toMatchObject({
      refundStatus: 'pending',
      refunds: [{ status: 'pending' }],
    });
    // a day later
    await shop.db
      .collection('purchases')
      .updateOne({ intentId }, { $set: { 'refunds.0.at': new Date(Date.now() - 86_400_000) } });
    await runJob();
    expect(asked).toHaveBeenCalledTimes(1);
    expect(await detail(orderId)).toMatchObject({ refundStatus: 'partial', refunded: 40 });
    // the repeat of the request finds its refund, whatever version it names; another request of that version is refused
    expect(await refund(orderId, { amount: 40 }, { ifMatch })).toMatchObject({ status: 412 });
    expect(await refund(orderId, { amount: 40 }, { key, ifMatch })).toMatchObject({
      status: 200,
      body: { refunded: 40 },
    });
    expect(await atProvider(intentId)).toEqual([4_000]);
  });

  it('records one that the provider refuses, which leaves the rest as it was', async () => {
    const { _id: orderId, intentId } = await paid();
    // made at the provider's own pages meanwhile
    await shop.sandbox.stripe.refunds.create({ payment_intent: intentId, amount: 15_000 });
    expect(await refund(orderId, { amount: 60 })).toMatchObject({
      status: 200,
      body: { status: 'paid', refundStatus: 'failed', refunded: 150 },
    });
    expect(await detail(orderId)).toMatchObject({
      refundable: 50,
      refunds: [
        { amount: 150, status: 'succeeded' },
        { amount: 60, status: 'failed', failure: expect.stringContaining('greater') },
      ],
    });
    expect(await refund(orderId, { amount: 50 })).toMatchObject({
      body: { status: 'refunded', refunded: 200 },
    });
  });

  it('follows a part that the bank sends back after it seemed done', async () => {
    const { _id: orderId } = await steps.paid(customer, product, '4000000000005126');
    expect(await refund(orderId, { amount: 50 })).toMatchObject({ body: { refunded: 50 } });
    expect(await shop.deliver((await shop.sandbox.delivered('refund.failed'))[0]!)).toBe(200);
    expect(await detail(orderId)).toMatchObject({ status: 'paid', refundStatus: 'failed', refunded: 0 });
  });

  it('shows no reason to the customer', async () => {
    const { _id: orderId } = await paid();
    await refund(orderId, { amount: 5, reason: 'Complained loudly' });
    const own = await shop.call('GET', `/purchase/${customer.email}`, { as: customer });
    expect(own.body[0]).toMatchObject({ refunded: 5, refundStatus: 'partial' });
    expect(JSON.stringify(own.body)).not.toContain('loudly');
  });

  it.each([
    [{ amount: 0 }, 'amount'],
    [{ amount: -5 }, 'amount'],
    [{ amount: 1.005 }, 'amount'],
    [{ amount: null }, 'amount'],
    [{ amount: 'all' }, 'amount'],
    [{ amount: 1, reason: '' }, 'reason'],
    [{ amount: 1, reason: 'x'.repeat(301) }, 'reason'],
  ])('refuses %j with a message at the field', async (body, field) => {
    const { _id: orderId } = await paid();
    const { status, body: problem } = await refund(orderId, body);
    expect([status, Object.keys(problem.errors as object)]).toEqual([400, [field]]);
    expect(await detail(orderId)).toMatchObject({ refunds: [] });
  });

  it('is in the audit log with every change that an admin makes', async () => {
    const { _id: orderId } = await paid();
    await refund(orderId, { amount: 20, reason: 'Said nothing of it' });
    await ship(orderId);
    const entries = await shop.db
      .collection('audit_entries')
      .find({ entityId: orderId })
      .sort({ _id: 1 })
      .toArray();
    expect(entries).toMatchObject([
      {
        action: 'order.refund-requested',
        actor: { id: admin.id },
        before: { refundStatus: null },
        after: { refundStatus: 'pending', amount: 20 },
      },
      {
        action: 'order.partly-refunded',
        before: { refunded: 0 },
        after: { refunded: 20, refundStatus: 'partial' },
      },
      { action: 'order.shipped', before: { status: 'paid' }, after: { status: 'shipped' } },
    ]);
    // what is typed may name the customer, and goes with their account; the log stays
    expect(JSON.stringify(entries)).not.toContain('nothing of it');
  });
});

describe('reconciliation of a part', () => {
  const findingOf = async (intentId: string) => {
    const { body } = await shop.call('GET', '/payments/reconciliation', { as: admin });
    return (body.items as { intentId: string; finding: string }[]).find((row) => row.intentId === intentId);
  };

  it('finds nothing wrong with what the order knows, and tries a failed part again as that part', async () => {
    const { _id: orderId, intentId } = await paid();
    await refund(orderId, { amount: 50 });
    expect(await findingOf(intentId)).toBeUndefined();
    vi.spyOn(provider(), 'refund').mockImplementationOnce(async () => ({
      id: 're_failing',
      status: 'failed',
      amount: 3_000,
      failure: 'declined',
      attempt: 2,
    }));
    await refund(orderId, { amount: 30 });
    expect(await findingOf(intentId)).toMatchObject({ finding: 'refund-failed' });
    const resolved = await shop.call('POST', `/payments/reconciliation/${intentId}/refund`, { as: admin });
    expect(resolved).toMatchObject({ status: 200, body: { result: 'refunded' } });
    expect(await atProvider(intentId)).toEqual([3_000, 5_000]);
    expect(await findingOf(intentId)).toBeUndefined();
  });
});
