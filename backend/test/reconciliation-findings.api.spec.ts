import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import { PaymentsJob } from '../src/payments/payments.job.js';
import { type Commerce, startSandbox } from './commerce.js';
import { Reconciling } from './reconciling.js';

/** What is found of payments and paid orders of any age, and how each finding is resolved. */

let on: Reconciling;
let shop: Commerce;

beforeAll(async () => {
  on = await Reconciling.start();
  shop = on.shop;
});
afterAll(() => shop.close());

describe('an order that was paid long ago', () => {
  it('is compared with its payment, and each payment with its order', async () => {
    const { intentId } = await on.oldOrder();
    await on.compareAll();
    expect(await on.rowsOf(intentId)).toEqual([]);
    const { payments, orders } = (await on.list()).passes;
    for (const pass of [payments, orders])
      expect(pass).toMatchObject({ endedAt: expect.any(String), compared: expect.any(Number) });
    expect(orders.compared).toBeGreaterThanOrEqual(1);
    expect(orders).not.toHaveProperty('inProgress');
  });

  it('takes over what was refunded at the provider, with an entry in the audit log', async () => {
    const { orderId, intentId } = await on.oldOrder();
    await shop.sandbox.stripe.refunds.create({ payment_intent: intentId, amount: 5_000 });
    expect(await on.rowsOf(intentId)).toEqual([]);
    await on.compareAll();
    expect(await on.rowsOf(intentId)).toMatchObject([
      {
        finding: 'refunds-differ',
        action: 'sync-refunds',
        orderId,
        orderStatus: 'paid',
        detail: '$50.00 of the payment was refunded at the payment provider, $0.00 according to its order.',
        foundAt: expect.any(String),
      },
    ]);
    expect(await on.resolve(intentId, 'sync-refunds')).toMatchObject({
      status: 200,
      body: { intentId, result: 'refunds-synced' },
    });
    expect(await on.rowsOf(intentId)).toEqual([]);
    expect(await on.steps.stored(orderId)).toMatchObject({ refundStatus: 'partial', status: 'paid' });
    const { body } = await shop.call('GET', `/audit?entity=order&entityId=${orderId}`, { as: on.admin });
    expect(body.items[0]).toMatchObject({
      action: 'order.partly-refunded',
      actor: { email: on.admin.email },
    });
  });

  it('cannot take over refunds that the provider does not have', async () => {
    const { orderId, intentId } = await on.oldOrder();
    const refunds = [
      {
        attempt: 1,
        amountCents: 100,
        isRemainder: false,
        status: 'succeeded',
        isApplied: true,
        refundId: 're_gone',
        at: new Date(),
        by: 'admin',
      },
    ];
    const orders = shop.db.collection('purchases');
    const _id = new Types.ObjectId(orderId);
    await orders.updateOne({ _id }, { $set: { refunds, refundStatus: 'partial' } });
    await on.compareAll();
    expect((await on.rowsOf(intentId)).map(({ finding }) => finding)).toEqual(
      expect.arrayContaining(['refunds-differ', 'order-does-not-add-up']),
    );
    expect(await on.resolve(intentId, 'sync-refunds')).toMatchObject({
      status: 409,
      body: { type: 'urn:rapid:problem:refunds-differ' },
    });
    await orders.updateOne({ _id }, { $set: { refunds: [] }, $unset: { refundStatus: 1 } });
    await on.compareAll();
    expect(await on.rowsOf(intentId)).toEqual([]);
  });

  it('is listed when its money does not add up, until it does', async () => {
    const { orderId, intentId } = await on.oldOrder();
    const orders = shop.db.collection('purchases');
    const _id = new Types.ObjectId(orderId);
    await orders.updateOne({ _id }, { $inc: { 'lines.0.quantity': 1 } });
    await on.compareAll();
    expect(await on.rowsOf(intentId)).toMatchObject([
      {
        finding: 'order-does-not-add-up',
        action: 'look-at-order',
        detail: expect.stringMatching(
          /\$200\.00 was taken .* leaves \$200\.00; \$220\.00 of the order stands/,
        ),
      },
    ]);
    await orders.updateOne({ _id }, { $inc: { 'lines.0.quantity': -1 } });
    await on.compareAll();
    expect(await on.rowsOf(intentId)).toEqual([]);
  });

  it('is listed when its cardholder disputes it and no event has told so, until one does', async () => {
    const { orderId, intentId } = await on.steps
      .paid(on.customer, on.product, '4000000000000259')
      .then(({ _id, ...paid }) => ({ orderId: _id, ...paid }));
    await on.compareAll();
    expect(await on.rowsOf(intentId)).toMatchObject([
      { finding: 'dispute-unknown', action: 'respond-at-provider' },
    ]);
    await shop.app.get(PaymentsJob, { strict: false }).run();
    expect(await on.steps.stored(orderId)).toMatchObject({ dispute: 'open' });
    await on.compareAll();
    expect(await on.rowsOf(intentId)).toMatchObject([{ finding: 'dispute' }]);
  });

  it('is listed when the provider does not know its payment, or knows another amount', async () => {
    const { orderId, intentId } = await on.oldOrder();
    const other = await on.oldOrder();
    const sandbox = await startSandbox();
    const elsewhere = await on.again({ PAYMENTS_SANDBOX_URL: sandbox.url });
    try {
      await on.imported(other.orderId, sandbox, { id: other.intentId, amount: 19_999 });
      await on.compareAll(elsewhere);
      expect(await on.rowsOf(intentId, elsewhere)).toMatchObject([
        { finding: 'paid-without-payment', action: 'look-at-order', orderId, amount: 200 },
      ]);
      expect(await on.rowsOf(other.intentId, elsewhere)).toMatchObject([
        { finding: 'amount-mismatch', action: 'look-at-order', amount: 199.99, amountDue: 200 },
      ]);
    } finally {
      await elsewhere.close();
      await sandbox.close();
    }
    await on.compareAll();
    expect((await on.list()).items.filter(({ finding }) => finding !== 'dispute')).toEqual([]);
    expect(await on.kept.countDocuments()).toBe(0);
  });
});

describe('a payment that was made long ago', () => {
  it('is found without its order, and leaves the list when it is confirmed or refunded', async () => {
    const { _id: orderId } = await on.steps.order(on.customer, on.product);
    const unconfirmed = await on.imported(orderId);
    const unknown = await on.imported('0123456789abcdef01234567');
    await on.compareAll();
    expect(await on.rowsOf(unconfirmed)).toMatchObject([
      { finding: 'paid-without-order', action: 'confirm' },
    ]);
    expect(await on.rowsOf(unknown)).toMatchObject([
      { finding: 'paid-without-order', action: 'refund', orderId: '0123456789abcdef01234567' },
    ]);
    expect(await on.resolve(unconfirmed, 'sync-refunds')).toMatchObject({ status: 404 });
    expect(await on.resolve(unconfirmed, 'confirm')).toMatchObject({ status: 200 });
    expect(await on.rowsOf(unconfirmed)).toEqual([]);
    expect(await on.resolve(unknown, 'refund')).toMatchObject({ status: 200 });
    expect(await on.rowsOf(unknown)).toEqual([]);
  });

  it('leaves the list by itself, soon after it was refunded at the provider', async () => {
    const intentId = await on.imported('0123456789abcdef01234567');
    await on.compareAll();
    expect(await on.rowsOf(intentId)).toHaveLength(1);
    await shop.sandbox.stripe.refunds.create({ payment_intent: intentId });
    // what has findings is looked at every five minutes, long before everything is
    await on.passes.deleteOne({ _id: 'findings' });
    await on.run();
    expect(await on.rowsOf(intentId)).toEqual([]);
  });
});

describe('an order whose refund has failed after all', () => {
  it('takes that over, and is refunded again', async () => {
    const { _id: orderId, intentId } = await on.steps.paid(on.customer, on.product, '4000000000005126');
    expect(await shop.call('POST', `/refund/${orderId}`, { as: on.admin })).toMatchObject({ status: 200 });
    await shop.sandbox.delivered('refund.failed');
    const [before] = await on.rowsOf(intentId);
    expect(before).toMatchObject({ finding: 'refunds-differ', action: 'sync-refunds' });
    expect(before).not.toHaveProperty('foundAt');
    await on.compareAll();
    // compared again with each read, and known since the job has found it
    expect(await on.rowsOf(intentId)).toMatchObject([
      { finding: 'refunds-differ', foundAt: expect.any(String) },
    ]);
    expect(await on.resolve(intentId, 'sync-refunds')).toMatchObject({ status: 200 });
    expect(await on.rowsOf(intentId)).toMatchObject([{ finding: 'refund-failed', action: 'refund' }]);
    expect(await on.resolve(intentId, 'refund')).toMatchObject({ status: 200 });
    await on.compareAll();
    const left = (await on.rowsOf(intentId)).map(({ finding }) => finding);
    // the test card's second refund fails as well, which is told by its event
    expect(['', 'refunds-differ']).toContain(left.join());
  });
});
