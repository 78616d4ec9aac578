import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import type { Product } from '../src/products/product.schema.js';
import { type Commerce, startCommerce } from './commerce.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { Invariants } from './invariants.js';

let shop: Commerce;
let invariants: Invariants;
let admin: TestUser;
let customer: TestUser;
let product: Product;

beforeAll(async () => {
  shop = await startCommerce();
  invariants = new Invariants(shop);
  admin = await shop.user({ role: 'admin' });
  customer = await shop.user();
  product = await invariants.product({ minimumOQ: 1 });
});
afterAll(async () => {
  await invariants.expectStockConserved();
  await invariants.expectPaymentsConfirmed(shop.sandbox);
  await shop.close();
});

interface Row {
  finding: string;
  action: string;
  intentId: string;
  amount: number;
}
const rows = async (): Promise<Row[]> => {
  const response = await shop.call('GET', '/payments/reconciliation?days=1', { as: admin });
  expect(response).toMatchObject({ status: 200, body: { isComplete: true } });
  return response.body.items as Row[];
};
const rowOf = async (intentId: string): Promise<Row | undefined> =>
  (await rows()).find((row) => row.intentId === intentId);
const mend = (intentId: string, action: string, who = admin) =>
  shop.call('POST', `/payments/reconciliation/${intentId}/${action}`, { as: who });
const order = async (): Promise<string> => {
  const body = { productId: String(product._id), address: 'Here', phone: '5550100', orderQuantity: 1 };
  return (await shop.call('POST', '/purchase', { as: customer, body })).body._id as string;
};
const charged = async (card?: string): Promise<{ orderId: string; intentId: string }> => {
  const orderId = await order();
  const { body } = await shop.call('POST', '/create-payment-intent', { as: customer, body: { orderId } });
  return { orderId, intentId: (await shop.sandbox.pay(body.clientSecret, card)).id };
};
const imported = async (fields: object): Promise<string> => {
  const id = `pi_found${String(new Types.ObjectId())}`;
  const created = Math.floor(Date.now() / 1_000);
  await shop.sandbox.import([{ id, amount: 2_000, currency: 'usd', created, metadata: {}, ...fields }]);
  return id;
};

describe('GET /payments/reconciliation', () => {
  it('is for admins', async () => {
    expect(await shop.call('GET', '/payments/reconciliation', { as: customer })).toMatchObject({
      status: 403,
    });
    expect(await shop.call('GET', '/payments/reconciliation')).toMatchObject({ status: 401 });
    expect(await shop.call('GET', '/payments/reconciliation?days=91', { as: admin })).toMatchObject({
      status: 400,
    });
    expect(await mend('pi_1', 'refund', customer)).toMatchObject({ status: 403 });
  });

  it('compares more payments than the provider lists on one page', async () => {
    const created = Math.floor(Date.now() / 1_000);
    const intents = Array.from({ length: 120 }, (_, n) => ({
      id: `pi_many${n}`,
      amount: 2_000,
      currency: 'usd',
      created,
      metadata: {},
      refunds: [{ amount: 2_000 }],
    }));
    await shop.sandbox.import(intents);
    const { body } = await shop.call('GET', '/payments/reconciliation?days=1', { as: admin });
    expect(body.checked).toBeGreaterThanOrEqual(120);
  });

  it('says nothing of what is in order', async () => {
    const { orderId, intentId } = await charged();
    await shop.call('PATCH', `/payment/${orderId}`, { as: customer, body: { transactionId: intentId } });
    expect(await rowOf(intentId)).toBeUndefined();
  });

  it('lists a payment whose order is unpaid, and confirms it', async () => {
    const { orderId, intentId } = await charged();
    expect(await rowOf(intentId)).toMatchObject({
      finding: 'paid-without-order',
      action: 'confirm',
      orderId,
      orderNumber: expect.stringMatching(/^RM-/),
      orderStatus: 'unpaid',
      amount: 20,
      amountDue: 20,
      currency: 'usd',
    });
    expect(await mend(intentId, 'refund')).toMatchObject({ status: 409 });
    expect(await mend(intentId, 'confirm')).toMatchObject({
      status: 200,
      body: { intentId, result: 'confirmed' },
    });
    expect(await rowOf(intentId)).toBeUndefined();
    expect(await mend(intentId, 'confirm')).toMatchObject({ status: 200 });
  });

  it.each([
    ['names no order', () => ({}), 'paid-without-order'],
    [
      'is not what the order costs',
      (orderId: string) => ({ amount: 1_999, metadata: { orderId } }),
      'amount-mismatch',
    ],
    [
      'is in another currency',
      (orderId: string) => ({ currency: 'jpy', metadata: { orderId } }),
      'amount-mismatch',
    ],
  ])('lists a payment that %s, and gives it back', async (_, fields, finding) => {
    const intentId = await imported(fields(await order()));
    const row = await rowOf(intentId);
    expect(row).toMatchObject({ finding, action: 'refund', refundAmount: row?.amount });
    expect(await mend(intentId, 'confirm')).toMatchObject({ status: 409 });
    expect(await mend(intentId, 'refund')).toMatchObject({ status: 200, body: { result: 'refunded' } });
    expect(await rowOf(intentId)).toBeUndefined();
    expect(await mend(intentId, 'refund')).toMatchObject({ status: 200, body: { result: 'refunded' } });
  });

  it('lists a cancelled order that was paid, and gives the money back', async () => {
    const orderId = await order();
    await shop.call('DELETE', `/purchase/${orderId}`, { as: admin });
    const intentId = await imported({ metadata: { orderId } });
    expect(await rowOf(intentId)).toMatchObject({
      finding: 'cancelled-but-paid',
      action: 'refund',
      orderStatus: 'cancelled',
    });
    expect(await mend(intentId, 'refund')).toMatchObject({ status: 200, body: { result: 'refunded' } });
    expect(await rowOf(intentId)).toBeUndefined();
    // The order's own record follows the money.
    expect(await shop.db.model('Order').findById(orderId).lean()).toMatchObject({ status: 'refunded' });
  });

  it('lists a dispute as it stands, in whatever order it is told', async () => {
    const { orderId, intentId } = await charged('4000000000000259');
    await shop.call('PATCH', `/payment/${orderId}`, { as: customer, body: { transactionId: intentId } });
    const [created] = await shop.sandbox.delivered('charge.dispute.created');
    await shop.deliver(created!);
    expect(await rowOf(intentId)).toMatchObject({
      finding: 'dispute',
      action: 'respond-at-provider',
      disputeStatus: 'needs_response',
      orderId,
      amount: 20,
    });
  });

  it('is 404 for no payment, 400 for no id, 503 without the provider', async () => {
    expect(await mend('pi_none', 'refund')).toMatchObject({ status: 404 });
    expect(await mend('none', 'refund')).toMatchObject({ status: 400 });
    const cut: Shop = await startShop({
      MONGODB_URI: shop.config.mongodbUri,
      PAYMENTS_SANDBOX_URL: 'http://127.0.0.1:9',
    });
    expect(await cut.call('GET', '/payments/reconciliation', { as: admin })).toMatchObject({ status: 503 });
    await cut.close();
  });
});
