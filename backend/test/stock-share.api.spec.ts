import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { trusted } from 'mongoose';
import type { Product } from '../src/products/product.schema.js';
import { ExpiryJob } from '../src/purchases/orders/expiry.job.js';
import { type Buying, buying } from './buying.js';
import { type Commerce, startCommerce } from './commerce.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { Invariants } from './invariants.js';

/** What keeps customers who never paid from holding a product's whole stock, alone or together. */

const SHARES = { NEW_CUSTOMER_STOCK_SHARE: '0.5', NEW_CUSTOMERS_JOINT_SHARE: '0.5' };

let shop: Commerce;
let replica: Shop;
let invariants: Invariants;
let steps: Buying;
let customer: TestUser;
let product: Product;

beforeAll(async () => {
  shop = await startCommerce(SHARES);
  replica = await startShop({
    ...SHARES,
    MONGODB_URI: shop.config.mongodbUri,
    PAYMENTS_SANDBOX_URL: shop.sandbox.url,
  });
  invariants = new Invariants(shop);
  steps = buying(shop);
});
afterAll(async () => {
  await replica.close();
  await shop.close();
});
beforeEach(async () => {
  customer = await shop.user();
  product = await invariants.product({ availableQ: 100, minimumOQ: 5 });
});
afterEach(() => invariants.expectStockConserved());

const order = (orderQuantity: number, who = customer, at: Shop = shop) =>
  at.call('POST', '/purchase', { as: who, body: steps.form(product, { orderQuantity }) });
const refused = (available: number) => ({
  status: 409,
  body: {
    type: 'urn:rapid:problem:new-customer-stock-share',
    detail: expect.stringMatching(/first payment.* 50 %/),
    available,
  },
});

describe('a customer who never paid', () => {
  it('holds at most half of a stock, in one order or several, and hears how many are left for them', async () => {
    expect(await order(51)).toMatchObject(refused(50));
    expect(await order(30)).toMatchObject({ status: 201 });
    expect(await order(21)).toMatchObject(refused(20));
    expect(await order(20)).toMatchObject({ status: 201 });
    expect(await order(5)).toMatchObject(refused(0));
    expect(await steps.stockOf(product)).toBe(50);
  });

  it('does not exceed it with orders at once, on two replicas', async () => {
    const responses = await Promise.all(
      Array.from({ length: 16 }, (_, n) => order(10, customer, n % 2 ? replica : shop)),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(11);
    expect(await steps.stockOf(product)).toBe(50);
  });

  it('may order again what they gave back, and hold half of another product', async () => {
    const { body } = await order(50);
    expect(await order(5)).toMatchObject({ status: 409 });
    await shop.call('DELETE', `/purchase/${String(body._id)}`, { as: customer });
    expect(await order(50)).toMatchObject({ status: 201 });
    product = await invariants.product();
    expect(await order(50)).toMatchObject({ status: 201 });
  });

  it('may always order the minimum of what is there', async () => {
    product = await invariants.product({ availableQ: 9, minimumOQ: 5 });
    expect(await order(6)).toMatchObject(refused(5));
    expect(await order(5)).toMatchObject({ status: 201 });
  });

  it('leaves the other half to those who have paid', async () => {
    const payer = await shop.user();
    await steps.paid(payer, await invariants.product());
    expect(await order(50)).toMatchObject({ status: 201 });
    expect(await order(50, payer)).toMatchObject({ status: 201 });
  });

  it('is no longer held to it after a payment', async () => {
    await steps.paid(customer, product);
    expect(await order(90)).toMatchObject({ status: 201 });
  });
});

describe('customers who never paid', () => {
  const together = (available: number) => ({
    status: 409,
    body: {
      type: 'urn:rapid:problem:new-customers-joint-share',
      detail: expect.stringMatching(/not paid an order yet.* 50 % .*together/),
      available,
    },
  });
  const counted = async (): Promise<unknown> =>
    (await shop.db.model<Product>('Product').findById(product._id).lean<Product>())!.heldByNewCustomers;
  const placed = async (units: number, who: TestUser, at = shop as Shop): Promise<string> => {
    const { status, body } = await order(units, who, at);
    expect(status).toBe(201);
    return body._id as string;
  };
  const pay = async (who: TestUser, orderId: string): Promise<void> => {
    shop.sandbox.deliveries.length = 0;
    const { id } = await shop.sandbox.pay(await steps.secretOf(who, orderId));
    await shop.sandbox.delivered('payment_intent.succeeded');
    const webhooks = shop.sandbox.deliveries.map((delivery) => shop.deliver(delivery));
    const [confirmed] = await Promise.all([steps.confirm(who, orderId, id), ...webhooks]);
    expect(confirmed.status).toBe(200);
  };
  const cancel = (who: TestUser, orderId: string) => shop.call('DELETE', `/purchase/${orderId}`, { as: who });
  const expire = async (orderIds: string[]): Promise<void> => {
    const due = { _id: trusted({ $in: orderIds }) };
    await shop.db.model('Order').updateMany(due, { holdUntil: new Date(0) });
    await Promise.all([shop, replica].map(({ app }) => app.get(ExpiryJob, { strict: false }).run()));
  };

  it('hold at most half of a stock together, but for a minimum of each who holds none', async () => {
    const [second, third] = [await shop.user(), await shop.user()];
    await placed(30, customer);
    expect(await order(21, second)).toMatchObject(together(20));
    await placed(20, second);
    expect(await order(6, third)).toMatchObject(together(5));
    await placed(5, third);
    expect(await order(5, third)).toMatchObject(together(0));
    expect(await steps.stockOf(product)).toBe(45);
    const { body } = await shop.call('GET', `/item/${String(product._id)}`);
    expect(body).not.toHaveProperty('heldByNewCustomers');
  });

  it('no longer count with what is paid, cancelled or expired, each once', async () => {
    const [second, third] = [await shop.user(), await shop.user()];
    const paid = await placed(20, customer);
    const cancelled = await placed(15, second);
    const expired = await placed(15, third);
    expect(await counted()).toBe(50);
    await pay(customer, paid);
    expect(await counted()).toBe(30);
    await Promise.all([cancel(second, cancelled), cancel(second, cancelled)]);
    expect(await counted()).toBe(15);
    await expire([expired]);
    expect(await counted()).toBe(0);
    // a refund returns units that count no more
    const admin = await shop.user({ role: 'admin' });
    expect((await shop.call('POST', `/refund/${paid}`, { as: admin })).status).toBe(200);
    expect(await counted()).toBe(0);
    expect(await steps.stockOf(product)).toBe(100);
  });

  it('never exceed it with orders at once on two replicas, and end at none', async () => {
    const customers = await Promise.all(Array.from({ length: 24 }, () => shop.user()));
    const responses = await Promise.all(
      customers.map(async (who, n) => ({ who, ...(await order(10, who, n % 2 ? replica : shop)) })),
    );
    const made = responses.filter(({ status }) => status === 201);
    expect(made).toHaveLength(5);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await counted()).toBe(50);
    const ids = made.map(({ body }) => body._id as string);
    await Promise.all([
      ...[0, 1].map((n) => pay(made[n]!.who, ids[n]!)),
      cancel(made[2]!.who, ids[2]!),
      expire(ids.slice(3)),
    ]);
    expect(await counted()).toBe(0);
  });
});

describe('the hold of an order', () => {
  const hoursOf = async (emailVerified: boolean | undefined, at: Shop = shop): Promise<number> => {
    const { body } = await order(5, await shop.user({ emailVerified }), at);
    const { holdUntil, createdAt } = body as { holdUntil: string; createdAt: string };
    return Math.round((Date.parse(holdUntil) - Date.parse(createdAt)) / 36_000) / 100;
  };

  it('is two hours for a customer whose address is not verified', async () => {
    expect(await hoursOf(true)).toBe(48);
    expect(await hoursOf(false)).toBe(2);
    expect(await hoursOf(undefined)).toBe(2);
  });

  it('is never longer than that of others', async () => {
    const short = await startShop({ MONGODB_URI: shop.config.mongodbUri, ORDER_HOLD_HOURS: '1' });
    expect(await hoursOf(false, short)).toBe(1);
    await short.close();
  });
});
