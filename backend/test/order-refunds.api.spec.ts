import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import type { Caller } from '../src/common/access.js';
import { inTransaction } from '../src/database/transaction.js';
import type { Product } from '../src/products/product.schema.js';
import { OrderPlacement } from '../src/purchases/orders/order-placement.service.js';
import { type Actor, asAdmin, type Order } from '../src/purchases/orders/order.schema.js';
import { PaymentConfirmation } from '../src/purchases/payments/payment-confirmation.service.js';
import type { RefundOrder } from '../src/purchases/refunds/refund-request.js';
import { Refunds } from '../src/purchases/refunds/refunds.service.js';
import { Shipments, type WantedShipment } from '../src/purchases/shipments/shipments.service.js';
import { type Buying, buying } from './buying.js';
import { type Commerce, startCommerce } from './commerce.js';
import type { TestUser } from './harness.js';
import { Invariants } from './invariants.js';

/** Refunds and shipments of units of an order of several lines: money, stock and state together. */

let shop: Commerce;
let invariants: Invariants;
let steps: Buying;
let customer: TestUser;
let admin: Actor;
/** At $20.00. */
let fan: Product;
/** At $5.00. */
let cable: Product;
/** Of three fans and four cables: $80.00. */
let order: Order;

beforeAll(async () => {
  shop = await startCommerce();
  invariants = new Invariants(shop);
  steps = buying(shop);
  admin = asAdmin((await shop.user({ role: 'admin' })) as unknown as Caller);
});
afterAll(() => shop.close());
beforeEach(async () => {
  customer = await shop.user();
  fan = await invariants.product({ minimumOQ: 1 });
  cable = await invariants.product({ priceCents: 500, minimumOQ: 1 });
  const lines = [
    { productId: fan._id, quantity: 3, seenCents: undefined },
    { productId: cable._id, quantity: 4, seenCents: undefined },
  ];
  const wanted = { id: new Types.ObjectId(), lines, address: '12 Foundry Lane', phone: '5550100' };
  const caller = { ...customer, emailVerified: true } as unknown as Caller;
  order = await shop.app.get(OrderPlacement, { strict: false }).place(wanted, caller);
});
afterEach(async () => {
  await invariants.expectStockConserved();
  await invariants.expectPaymentsConfirmed(shop.sandbox);
});

const id = () => String(order._id);
/** Pays it, confirmed unless it is to be late. */
const pay = async (secret?: string): Promise<string> => {
  const { id: intentId } = await shop.sandbox.pay(secret ?? (await steps.secretOf(customer, id())));
  if (!secret) expect((await steps.confirm(customer, id(), intentId)).status).toBe(200);
  return intentId;
};
const refund = (wanted: Omit<RefundOrder, 'requestId'>): Promise<Order> => {
  const requestId = String(new Types.ObjectId());
  return shop.app.get(Refunds, { strict: false }).refund(id(), admin, { ...wanted, requestId });
};
const units = (of: Product, quantity: number) => ({ productId: of._id, quantity });
const ship = (wanted: WantedShipment = {}) =>
  inTransaction(shop.db, (session) =>
    shop.app.get(Shipments, { strict: false }).ship(session, id(), wanted, admin),
  );
const undo = ({ shipments }: Order, n: number) =>
  inTransaction(shop.db, (session) =>
    shop.app.get(Shipments, { strict: false }).undo(session, id(), shipments[n]!._id, 'It came back', admin),
  );
const stocks = () => Promise.all([steps.stockOf(fan), steps.stockOf(cable)]);
const refundedAt = async (intentId: string) => {
  const { data } = await shop.sandbox.stripe.refunds.list({ payment_intent: intentId });
  return data.reduce((sum, { amount }) => sum + amount, 0);
};

describe('refunds of units and of amounts', () => {
  it('give back no more than was taken together, and what is left is left', async () => {
    const intentId = await pay();
    expect(await refund({ amountCents: 3_000 })).toMatchObject({ status: 'paid', refundStatus: 'partial' });
    expect(await refund({ lines: [units(fan, 2)] })).toMatchObject({
      status: 'paid',
      refunds: [{ amountCents: 3_000 }, { amountCents: 4_000 }],
    });
    expect(await stocks()).toEqual([99, 96]);
    await expect(refund({ lines: [units(fan, 2)] })).rejects.toMatchObject({ code: 'not-to-be-refunded' });
    await expect(refund({ amountCents: 1_001 })).rejects.toMatchObject({ code: 'refund-too-large' });
    // a fan and four cables at $40.00, of which $10.00 are left
    const last = await refund({ lines: [units(fan, 1), units(cable, 4)] });
    expect(last).toMatchObject({ status: 'refunded', refundStatus: 'succeeded' });
    expect(last.refunds.at(-1)).toMatchObject({ amountCents: 1_000 });
    expect(await refundedAt(intentId)).toBe(8_000);
    expect(await stocks()).toEqual([100, 100]);
  });

  it('are followed by the one of all that is left, once however often it is repeated', async () => {
    const intentId = await pay();
    await refund({ lines: [units(cable, 1)] });
    await Promise.allSettled([refund({}), refund({}), refund({})]);
    const refunded = await refund({});
    expect(refunded.refunds.map(({ amountCents }) => amountCents)).toEqual([500, 7_500]);
    expect(refunded).toMatchObject({ status: 'refunded' });
    expect(await refundedAt(intentId)).toBe(8_000);
    expect(await stocks()).toEqual([100, 100]);
  });

  it('are of one or the other', async () => {
    await pay();
    const both = { amountCents: 100, lines: [units(fan, 1)] };
    await expect(refund(both)).rejects.toMatchObject({ code: 'not-to-be-refunded' });
    expect(await steps.stored(id())).toMatchObject({ status: 'paid', refunds: [] });
  });

  it('of what has not shipped make an order shipped; of the rest they leave the stock', async () => {
    await pay();
    await ship({ lines: [units(fan, 3)] });
    const shipped = await refund({ lines: [units(cable, 4)] });
    expect(shipped).toMatchObject({ status: 'shipped', shippedAt: expect.any(Date) });
    expect(await stocks()).toEqual([97, 100]);
    expect(await refund({ lines: [units(fan, 1)] })).toMatchObject({ status: 'shipped' });
    expect(await stocks()).toEqual([97, 100]);
  });
});

describe('an undone shipment', () => {
  it('is to be shipped again; what of it was refunded returns to the stock', async () => {
    await pay();
    const shipped = (await ship())!;
    expect(shipped.status).toBe('shipped');
    await refund({ lines: [units(fan, 2)] });
    expect(await stocks()).toEqual([97, 96]);
    const undone = (await undo(shipped, 0))!;
    expect(undone).toMatchObject({ status: 'paid' });
    expect(undone).not.toHaveProperty('shippedAt');
    expect(await stocks()).toEqual([99, 96]);
    expect(await undo(shipped, 0)).toBeNull();
    const body = { status: 'paid', shipped: false, fulfilment: 'none', nextSteps: ['ship', 'refund'] };
    const detail = await shop.call('GET', `/purchases/${id()}`, {
      as: { token: await shop.tokenOf(admin.userId!) },
    });
    expect(detail.body).toMatchObject(body);
    const again = (await ship())!;
    expect(again.shipments.at(-1)).toMatchObject({ lines: [units(fan, 1), units(cable, 4)] });
    expect(again.status).toBe('shipped');
  });
});

describe('an undone shipment of broken units', () => {
  it('returns none of them to the stock', async () => {
    await pay();
    const shipped = (await ship({ lines: [units(fan, 3)] }))!;
    await refund({ lines: [units(fan, 2)], restock: false });
    const undone = (await undo(shipped, 0))!;
    expect(undone.lines).toMatchObject([{ refunded: 2, shipped: 0, restocked: 0, discarded: 2 }, {}]);
    expect(await stocks()).toEqual([97, 96]);
  });
});

describe('a late payment of a cancelled order', () => {
  it('is given back as a whole, and moves no stock', async () => {
    const secret = await steps.secretOf(customer, id());
    const { status } = await shop.call('DELETE', `/purchase/${id()}`, { as: customer });
    expect(status).toBe(200);
    expect(await stocks()).toEqual([100, 100]);
    // the intent was cancelled with the order
    expect(await shop.sandbox.pay(secret)).toHaveProperty('error');
    expect(await steps.stored(id())).toMatchObject({ status: 'cancelled', refunds: [] });
  });

  it('of which an intent was paid that its order never kept', async () => {
    const intent = await shop.sandbox.stripe.paymentIntents.create({
      amount: 8_000,
      currency: 'usd',
      metadata: { orderId: id() },
    });
    await shop.call('DELETE', `/purchase/${id()}`, { as: customer });
    const intentId = await pay(intent.client_secret!);
    const confirmation = shop.app.get(PaymentConfirmation, { strict: false });
    for (let n = 0; n < 3; n += 1) await confirmation.confirmOnce(intentId, { by: 'webhook' });
    expect(await steps.stored(id())).toMatchObject({ status: 'refunded', transactionId: intentId });
    expect(await refundedAt(intentId)).toBe(8_000);
    expect(await stocks()).toEqual([100, 100]);
  });
});
