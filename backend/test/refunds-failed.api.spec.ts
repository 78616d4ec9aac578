import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Types } from 'mongoose';
import { PaymentProvider } from '../src/payment-provider/payment-provider.js';
import type { Product } from '../src/products/product.schema.js';
import type { Order } from '../src/purchases/orders/order.schema.js';
import { type Buying, buying } from './buying.js';
import { type Commerce, signed, startCommerce } from './commerce.js';
import type { TestUser } from './harness.js';
import { Invariants } from './invariants.js';

/** Refunds that the bank sends back after they seemed done: what they owe is found until it is given back, and given back once. */

let shop: Commerce;
let invariants: Invariants;
let admin: TestUser;
let customer: TestUser;
let steps: Buying;
/** At $20.00. */
let product: Product;
/** Ten units, with a delivery at $14.90: $214.90. */
let orderId: string;
let intentId: string;

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
  ({ _id: orderId } = await steps.order(customer, product));
  const delivery = { name: 'Express', priceCents: 1_490, taxCents: 0 };
  await shop.db
    .collection('purchases')
    .updateOne({ _id: new Types.ObjectId(orderId) }, { $set: { delivery, totalCents: 21_490 } });
  ({ id: intentId } = await shop.sandbox.pay(await steps.secretOf(customer, orderId)));
  expect(await steps.confirm(customer, orderId, intentId)).toMatchObject({ status: 200 });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await invariants.expectStockConserved();
  await invariants.expectPaymentsConfirmed(shop.sandbox);
});

const units = (quantity: number) => [{ productId: String(product._id), quantity }];
const refund = (body: object) => shop.call('POST', `/refund/${orderId}`, { as: admin, body });
const refundAgain = () => shop.call('POST', `/payments/reconciliation/${intentId}/refund`, { as: admin });
const stored = async () => (await steps.stored(orderId)) as unknown as Order;
const rowOf = async () => {
  const { body } = await shop.call('GET', '/payments/reconciliation?days=1', { as: admin });
  return (body.items as { intentId: string; finding: string }[]).find((row) => row.intentId === intentId);
};
/** The provider tells that something about the payment's refunds is new. */
const told = async () => {
  const object = { id: `ch_${intentId}`, object: 'charge', payment_intent: intentId };
  const created = Math.floor(Date.now() / 1_000);
  const id = `evt_${String(new Types.ObjectId())}`;
  const event = { id, object: 'event', type: 'charge.refunded', created, data: { object } };
  expect(await shop.deliver(signed(event))).toBe(200);
};
/** The bank sends the order's refund with that place in the list back. */
const sentBack = async (n: number) => {
  await shop.sandbox.failRefund((await stored()).refunds[n]!.refundId!);
  await told();
};
const atProvider = async () => {
  const { data } = await shop.sandbox.stripe.refunds.list({ payment_intent: intentId });
  return data.filter(({ status }) => status === 'succeeded').map(({ amount }) => amount);
};

describe('a refund of units that the bank sends back', () => {
  it('is owed whatever is refunded afterwards, until it is made again', async () => {
    await refund({ lines: units(2) });
    await sentBack(0);
    expect(await rowOf()).toMatchObject({
      finding: 'refund-failed',
      action: 'refund',
      detail: 'A refund of $40.00 failed.',
      amount: 214.9,
      refundAmount: 40,
    });
    expect(await refund({ lines: units(1) })).toMatchObject({ status: 200, body: { refunded: 20 } });
    expect(await stored()).toMatchObject({ refundStatus: 'failed', lines: [{ refunded: 3 }] });
    expect(await rowOf()).toMatchObject({ finding: 'refund-failed' });
    expect(await refundAgain()).toMatchObject({ status: 200, body: { result: 'refunded' } });
    expect(await stored()).toMatchObject({ refundStatus: 'partial', lines: [{ refunded: 3, restocked: 3 }] });
    expect(await atProvider()).toEqual([4_000, 2_000]);
    expect(await rowOf()).toBeUndefined();
  });

  it('is found also when a later one has succeeded before', async () => {
    await refund({ lines: units(2) });
    await refund({ lines: units(1) });
    await sentBack(0);
    expect(await stored()).toMatchObject({ refundStatus: 'failed' });
    expect(await rowOf()).toMatchObject({ finding: 'refund-failed' });
    await refundAgain();
    expect(await atProvider()).toEqual([4_000, 2_000]);
    // the money that was made again comes back as well
    await sentBack(2);
    expect(await rowOf()).toMatchObject({ finding: 'refund-failed' });
    await refundAgain();
    expect(await atProvider()).toEqual([4_000, 2_000]);
    expect(await rowOf()).toBeUndefined();
  });

  it('is made again once by two admins at once', async () => {
    await refund({ lines: units(2) });
    await sentBack(0);
    const responses = await Promise.all([refundAgain(), refundAgain()]);
    for (const { status } of responses) expect([200, 409]).toContain(status);
    expect(await atProvider()).toEqual([4_000]);
  });

  it('is made again once by two admins, one after the other', async () => {
    await refund({ lines: units(2) });
    await sentBack(0);
    expect(await refundAgain()).toMatchObject({ status: 200 });
    expect(await refundAgain()).toMatchObject({
      status: 409,
      body: { type: 'urn:rapid:problem:wrong-state' },
    });
    expect(await atProvider()).toEqual([4_000]);
  });

  it('is made again by its amount, typed here or given back at the provider', async () => {
    await refund({ lines: units(2) });
    await refund({ lines: units(3) });
    await sentBack(0);
    await sentBack(1);
    await refund({ amount: 60 });
    expect(await stored()).toMatchObject({ refundStatus: 'failed' });
    await shop.sandbox.stripe.refunds.create({ payment_intent: intentId, amount: 4_000 });
    await told();
    expect(await stored()).toMatchObject({ refundStatus: 'partial' });
    expect(await rowOf()).toBeUndefined();
  });

  it('is owed of an order all of whose units were refunded, and no more than it', async () => {
    await refund({ lines: units(2) });
    expect(await refund({ lines: units(8) })).toMatchObject({ body: { status: 'refunded' } });
    await sentBack(0);
    expect(await refundAgain()).toMatchObject({ status: 200 });
    expect((await atProvider()).toSorted((a, b) => a - b)).toEqual([4_000, 16_000]);
    expect(await stored()).toMatchObject({ status: 'refunded', refundStatus: 'partial' });
    expect(await rowOf()).toBeUndefined();
  });
});

describe('a refund that fails at once', () => {
  const failing = () =>
    vi.spyOn(shop.app.get(PaymentProvider, { strict: false }), 'refund').mockImplementationOnce(async () => ({
      id: `re_${String(new Types.ObjectId())}`,
      status: 'failed',
      amount: 1,
      failure: 'declined',
      attempt: 1,
    }));

  it.each([
    [{ restock: false }, false],
    [{ restock: true }, true],
    [{}, undefined],
  ])('is made again with what becomes of its units: %j', async (body, restock) => {
    failing();
    await refund({ lines: units(2), ...body });
    expect(await refundAgain()).toMatchObject({ status: 200 });
    const { refunds } = await stored();
    expect(refunds.map((one) => [one.status, one.restock])).toEqual([
      ['failed', restock],
      ['succeeded', restock],
    ]);
    expect(await steps.stockOf(product)).toBe(restock === false ? 90 : 92);
  });

  it('is so also of all that is left', async () => {
    failing();
    await refund({ restock: false });
    expect(await refundAgain()).toMatchObject({ status: 200 });
    expect(await stored()).toMatchObject({ status: 'refunded', lines: [{ restocked: 0, discarded: 10 }] });
    expect(await steps.stockOf(product)).toBe(90);
  });

  it('is of the delivery when it is made again, which then is refunded once', async () => {
    failing();
    await refund({ delivery: true });
    expect(await refundAgain()).toMatchObject({ status: 200 });
    expect(await stored()).toMatchObject({ refunds: [{ ofDelivery: true }, { ofDelivery: true }] });
    expect(await refund({ delivery: true })).toMatchObject({ status: 422 });
    expect(await atProvider()).toEqual([1_490]);
  });
});

/** The order's refunds as an admin reads them. */
const refundsRead = async () =>
  (await shop.call('GET', `/purchases/${orderId}`, { as: admin })).body.refunds as object[];

describe('what a refund that the bank has sent back owes', () => {
  it('is what admins read of it, until its amount is refunded', async () => {
    await refund({ lines: units(2) });
    await refund({ delivery: true });
    expect(await refundsRead()).toMatchObject([{ isApplied: true }, { isApplied: true }]);
    await sentBack(1);
    const [first, second] = await refundsRead();
    expect(first).not.toHaveProperty('isOwed');
    expect(second).toMatchObject({ status: 'failed', amount: 14.9, isApplied: true, isOwed: true });
    const { number } = await stored();
    const own = await shop.call('GET', `/orders/${number}`, { as: customer });
    for (const one of own.body.refunds as object[]) {
      expect(one).not.toHaveProperty('isApplied');
      expect(one).not.toHaveProperty('isOwed');
    }
    expect(await refund({ amount: 14.9 })).toMatchObject({ status: 200 });
    for (const one of await refundsRead()) expect(one).not.toHaveProperty('isOwed');
    expect((await refundsRead())[1]).toMatchObject({ isApplied: true });
    expect(await atProvider()).toEqual([1_490, 4_000]);
  });

  it('is nothing of one that failed at once', async () => {
    const failed = {
      id: `re_${String(new Types.ObjectId())}`,
      status: 'failed',
      amount: 1,
      attempt: 1,
    } as const;
    vi.spyOn(shop.app.get(PaymentProvider, { strict: false }), 'refund').mockImplementationOnce(async () => ({
      ...failed,
      failure: 'declined',
    }));
    await refund({ delivery: true });
    const [read] = await refundsRead();
    expect(read).toMatchObject({ status: 'failed' });
    expect(read).not.toHaveProperty('isApplied');
    expect(read).not.toHaveProperty('isOwed');
  });
});

describe('a refund of the delivery that the bank sends back', () => {
  it('is made again as that, and not refunded as delivery a second time', async () => {
    await refund({ delivery: true });
    await sentBack(0);
    expect(await refund({ delivery: true })).toMatchObject({
      status: 422,
      body: { errors: { delivery: 'No delivery is left to refund.' } },
    });
    expect(await refundAgain()).toMatchObject({ status: 200 });
    expect(await refund({ delivery: true })).toMatchObject({ status: 422 });
    expect(await atProvider()).toEqual([1_490]);
    expect(await stored()).toMatchObject({ refundStatus: 'partial' });
  });
});
