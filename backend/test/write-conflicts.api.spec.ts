import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { ClientSession } from 'mongoose';
import type { Product } from '../src/products/product.schema.js';
import { CustomerLocks } from '../src/purchases/orders/customer-locks.service.js';
import { RefundTransitions } from '../src/purchases/refunds/refund-transitions.service.js';
import { type Shop, startShop, type TestUser } from './harness.js';

/** What a call gets that writes what another transaction has written and does not end. */

let shop: Shop;
let customer: TestUser;
let session: ClientSession;

beforeAll(async () => {
  shop = await startShop();
  customer = await shop.user();
  session = await shop.db.startSession();
});
afterEach(async () => {
  vi.restoreAllMocks();
  if (session.inTransaction()) await session.abortTransaction();
});
afterAll(async () => {
  await session.endSession();
  await shop.close();
});

/** Writes a product in a transaction that stays open. */
async function hold({ _id }: Product): Promise<void> {
  session.startTransaction();
  const held = { $set: { description: 'Held.' } };
  await shop.db.collection('products').updateOne({ _id }, held, { session });
}

/** Does something when an attempt begins, and counts them. */
function before(attempt: number, act: () => unknown): { count: number } {
  const attempts = { count: 0 };
  const locks = shop.app.get(CustomerLocks, { strict: false });
  const lock = locks.lock.bind(locks);
  vi.spyOn(locks, 'lock').mockImplementation(async (...of) => {
    attempts.count += 1;
    if (attempts.count === attempt) await act();
    return lock(...of);
  });
  return attempts;
}

const order = ({ _id }: Product, key: string) =>
  shop.call('POST', '/purchase', {
    as: customer,
    body: { productId: String(_id), orderQuantity: 10, address: '12 Foundry Lane', phone: '5550100' },
    headers: { 'idempotency-key': key },
  });

it('is 409 with Retry-After when the conflict lasts, and the same call succeeds once it is over', async () => {
  const product = await shop.product({ availableQ: 100 });
  const now = Date.now.bind(Date);
  // the time that all attempts may take has passed
  const attempts = before(3, () => vi.spyOn(Date, 'now').mockImplementation(() => now() + 16_000));
  await hold(product);
  const refused = await order(product, 'lasting');
  expect(refused).toMatchObject({ status: 409, body: { type: 'urn:rapid:problem:write-conflict' } });
  expect(refused.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(attempts.count).toBe(3);
  expect(await shop.db.collection('purchases').countDocuments()).toBe(0);

  vi.restoreAllMocks();
  await session.abortTransaction();
  expect(await order(product, 'lasting')).toMatchObject({ status: 201, body: { orderQuantity: 10 } });
  expect(await shop.db.collection('purchases').countDocuments()).toBe(1);
  const { availableQ } = (await shop.db.collection<Product>('products').findOne({ _id: product._id }))!;
  expect(availableQ).toBe(90);
});

it('waits for a conflict that ends', async () => {
  const product = await shop.product({ availableQ: 100 });
  const attempts = before(3, () => session.abortTransaction());
  await hold(product);
  expect(await order(product, 'short')).toMatchObject({ status: 201 });
  expect(attempts.count).toBe(3);
});

it('is 409 with Retry-After when an order changes before each attempt to refund it', async () => {
  const admin = await shop.user({ role: 'admin' });
  const { _id } = await shop.order(customer, { status: 'paid' });
  const transitions = shop.app.get(RefundTransitions, { strict: false });
  const request = transitions.request.bind(transitions);
  vi.spyOn(transitions, 'request').mockImplementation(async (...of) => {
    await shop.db.collection('purchases').updateOne({ _id }, { $inc: { version: 1 } });
    return request(...of);
  });
  const refused = await shop.call('POST', `/refund/${String(_id)}`, { as: admin, body: { amount: 10 } });
  expect(refused).toMatchObject({ status: 409, body: { type: 'urn:rapid:problem:write-conflict' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await shop.db.collection('purchases').findOne({ _id })).toMatchObject({ refunds: [] });
});
