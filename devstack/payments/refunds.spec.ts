import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type Stripe from 'stripe';
import { SECRET, startSandbox, until, type RunningSandbox } from './sandbox.fixture.js';

let sandbox: RunningSandbox;
let stripe: Stripe;
beforeAll(async () => {
  sandbox = await startSandbox();
  ({ stripe } = sandbox);
});
afterAll(() => sandbox.remove());

const pay = (payment_method = 'pm_card_visa'): Promise<Stripe.PaymentIntent> =>
  stripe.paymentIntents.create({ amount: 5000, currency: 'usd', confirm: true, payment_method });
const chargeOf = async (intent: Stripe.PaymentIntent): Promise<Stripe.Charge> =>
  stripe.charges.retrieve(intent.latest_charge as string);
const eventTypes = async (objectId: string): Promise<string[]> => {
  const { data } = await stripe.events.list({ limit: 100 });
  return data
    .filter((event) => (event.data.object as { id: string }).id === objectId)
    .map(({ type }) => type);
};

describe('refunds', () => {
  it('give the whole amount back once', async () => {
    const paid = await pay();
    const refund = await stripe.refunds.create({
      payment_intent: paid.id,
      reason: 'requested_by_customer',
      metadata: { orderId: 'o-1' },
    });
    expect(refund).toMatchObject({
      object: 'refund',
      amount: 5000,
      status: 'succeeded',
      charge: paid.latest_charge,
      payment_intent: paid.id,
      reason: 'requested_by_customer',
      metadata: { orderId: 'o-1' },
    });
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ id: refund.id, status: 'succeeded' });
    expect(await chargeOf(paid)).toMatchObject({ refunded: true, amount_refunded: 5000 });
    await expect(stripe.refunds.create({ payment_intent: paid.id })).rejects.toMatchObject({
      statusCode: 400,
      code: 'charge_already_refunded',
    });
    const listed = await stripe.refunds.list({ payment_intent: paid.id });
    expect(listed.data.map(({ id }) => id)).toEqual([refund.id]);
    expect(await eventTypes(refund.id)).toEqual(['refund.created']);
    expect(await eventTypes(refund.charge as string)).toEqual(['charge.refunded', 'charge.succeeded']);
  });

  it('may be parts, never more than is left', async () => {
    const paid = await pay();
    const payment_intent = paid.id;
    await stripe.refunds.create({ payment_intent, amount: 2000 });
    expect(await chargeOf(paid)).toMatchObject({ refunded: false, amount_refunded: 2000 });
    await expect(stripe.refunds.create({ payment_intent, amount: 3001 })).rejects.toMatchObject({
      statusCode: 400,
      message: 'Refund amount ($30.01) is greater than unrefunded amount on charge ($30.00)',
    });
    await stripe.refunds.create({ payment_intent });
    expect(await chargeOf(paid)).toMatchObject({ refunded: true, amount_refunded: 5000 });
    const listed = await stripe.refunds.list({ payment_intent });
    expect(listed.data.map(({ amount }) => amount)).toEqual([3000, 2000]);
  });

  it('are refused for what was never paid', async () => {
    const open = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd' });
    await expect(stripe.refunds.create({ payment_intent: open.id })).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('does not have a successful charge to refund'),
    });
    await expect(stripe.refunds.create({ payment_intent: 'pi_none' })).rejects.toMatchObject({
      statusCode: 404,
    });
    await expect(stripe.refunds.create({})).rejects.toMatchObject({ statusCode: 400 });
  });

  it('are pending first with card …7726, and succeed later', async () => {
    const paid = await pay('pm_card_pendingRefund');
    const refund = await stripe.refunds.create({ payment_intent: paid.id });
    expect(refund.status).toBe('pending');
    const completed = await until(async () => {
      const now = await stripe.refunds.retrieve(refund.id);
      return now.status === 'pending' ? null : now;
    }, 'the refund to complete');
    expect(completed.status).toBe('succeeded');
    expect(await eventTypes(refund.id)).toEqual([
      'charge.refund.updated',
      'refund.updated',
      'refund.created',
    ]);
  });

  it('fail later with card …5126, which makes the charge refundable again', async () => {
    const paid = await pay('pm_card_refundFail');
    const refund = await stripe.refunds.create({ payment_intent: paid.id });
    expect(refund.status).toBe('succeeded');
    const failed = await until(async () => {
      const now = await stripe.refunds.retrieve(refund.id);
      return now.status === 'succeeded' ? null : now;
    }, 'the refund to fail');
    expect(failed).toMatchObject({ status: 'failed', failure_reason: 'expired_or_canceled_card' });
    expect(await chargeOf(paid)).toMatchObject({ refunded: false, amount_refunded: 0 });
    expect(await eventTypes(refund.id)).toContain('refund.failed');
  });

  it('are sent back by the bank when a test says so, once', async () => {
    const paid = await pay('pm_card_visa');
    const [first, other] = [
      await stripe.refunds.create({ payment_intent: paid.id, amount: 1_000 }),
      await stripe.refunds.create({ payment_intent: paid.id, amount: 500 }),
    ];
    const failing = `${sandbox.url}/sandbox/refunds/${first.id}/fail`;
    const headers = { ...SECRET, 'content-type': 'application/json' };
    for (const _ of [1, 2])
      expect(await fetch(failing, { method: 'POST', headers, body: '{}' })).toMatchObject({ status: 200 });
    expect(await stripe.refunds.retrieve(first.id)).toMatchObject({ status: 'failed' });
    expect(await stripe.refunds.retrieve(other.id)).toMatchObject({ status: 'succeeded' });
    expect(await chargeOf(paid)).toMatchObject({ refunded: false, amount_refunded: 500 });
    expect((await eventTypes(first.id)).filter((type) => type === 'refund.failed')).toHaveLength(1);
  });

  it('that are pending go on after kill -9', async () => {
    const paid = await pay('pm_card_pendingRefund');
    const refund = await stripe.refunds.create({ payment_intent: paid.id });
    await sandbox.restart();
    ({ stripe } = sandbox);
    await until(
      async () => (await stripe.refunds.retrieve(refund.id)).status === 'succeeded',
      'the refund to complete',
    );
  });
});

describe('disputes', () => {
  it('follow a payment with card …0259', async () => {
    const paid = await pay('pm_card_createDispute');
    const { data } = await stripe.events.list({ type: 'charge.dispute.created' });
    expect(data.map((event) => event.data.object)).toMatchObject([
      {
        amount: 5000,
        charge: paid.latest_charge,
        payment_intent: paid.id,
        reason: 'fraudulent',
        status: 'needs_response',
      },
    ]);
    expect((await chargeOf(paid)).disputed).toBe(true);
    await expect(stripe.refunds.create({ payment_intent: paid.id })).rejects.toMatchObject({
      code: 'charge_disputed',
    });
  });
});
