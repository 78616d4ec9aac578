import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Product } from '../src/products/product.schema.js';
import { type Buying, buying } from './buying.js';
import { type Commerce, startCommerce } from './commerce.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { Invariants } from './invariants.js';

/** What keeps a customer who never paid from holding a product's whole stock. */

let shop: Commerce;
let replica: Shop;
let invariants: Invariants;
let steps: Buying;
let customer: TestUser;
let product: Product;

beforeAll(async () => {
  shop = await startCommerce({ NEW_CUSTOMER_STOCK_SHARE: '0.5' });
  replica = await startShop({
    NEW_CUSTOMER_STOCK_SHARE: '0.5',
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

  it('leaves the other half to others', async () => {
    expect(await order(50)).toMatchObject({ status: 201 });
    expect(await order(25, await shop.user())).toMatchObject({ status: 201 });
  });

  it('is no longer held to it after a payment', async () => {
    await steps.paid(customer, product);
    expect(await order(90)).toMatchObject({ status: 201 });
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
