import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import type { Product } from '../src/products/product.schema.js';
import { ExpiryJob } from '../src/purchases/orders/expiry.job.js';
import { type Buying, buying } from './buying.js';
import { type Commerce, startCommerce } from './commerce.js';
import { ADDRESS, EXPRESS, line, type Method, setDelivery, STANDARD, TEXT } from './checkouts.js';
import type { TestUser } from './harness.js';
import { Invariants } from './invariants.js';

/** Many parts, one order, one payment. */

let shop: Commerce;
let invariants: Invariants;
let steps: Buying;
let admin: TestUser;
let customer: TestUser;
/** At $20.00, from one. */
let fan: Product;
/** At $5.00, in packs of 8. */
let screws: Product;
/** At $33.33, $30.01 from ten on. */
let board: Product;

beforeAll(async () => {
  shop = await startCommerce({
    MAX_UNPAID_ORDERS: '2',
    NEW_CUSTOMER_STOCK_SHARE: '0.5',
    NEW_CUSTOMERS_JOINT_SHARE: '1',
  });
  invariants = new Invariants(shop);
  steps = buying(shop);
  admin = await shop.user({ role: 'admin' });
});
afterAll(() => shop.close());
beforeEach(async () => {
  await setDelivery(shop, admin, { methods: [], taxRates: [] });
  customer = await shop.user();
  fan = await invariants.product({ minimumOQ: 1 });
  screws = await invariants.product({ priceCents: 500, minimumOQ: 8, orderStep: 8 });
  board = await invariants.product({
    priceCents: 3_333,
    minimumOQ: 1,
    breaks: [{ from: 10, priceCents: 3_001 }],
  });
});
afterEach(async () => {
  await invariants.expectStockConserved();
  await invariants.expectPaymentsConfirmed(shop.sandbox);
});

const three = () => [line(fan, 3), line(screws, 16), line(board, 10)];
const checkOut = (lines: unknown, fields: object = {}, key?: string, as: TestUser = customer) =>
  shop.call('POST', '/checkout', {
    as,
    body: { lines, address: ADDRESS, phone: '5550100', ...fields },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
const stocks = () => Promise.all([fan, screws, board].map((product) => steps.stockOf(product)));
const ordersOf = ({ id }: TestUser) =>
  shop.db.collection('purchases').countDocuments({ userId: new Types.ObjectId(id) });
const basketOf = async (who: TestUser) =>
  ((await shop.call('GET', '/basket', { as: who })).body.lines as { productId: string }[]).map(
    ({ productId }) => productId,
  );

describe('a checkout', () => {
  it('makes one order of many parts, charged once, and takes them out of the basket', async () => {
    const { Express } = await setDelivery(shop, admin, { methods: [STANDARD, EXPRESS], taxRates: [] });
    const other = await invariants.product();
    const kept = [...three(), line(other, 5)].map(({ price: _price, ...rest }) => rest);
    await shop.call('PUT', '/basket', { as: customer, body: { lines: kept } });

    const placed = await checkOut(three(), {
      deliveryMethodId: Express,
      vatId: 'DE123456789',
      poNumber: 'PO-7',
      note: 'Before noon.',
    });
    expect(placed.status).toBe(201);
    expect(placed.body).toMatchObject({
      status: 'unpaid',
      lines: [
        { productId: String(fan._id), quantity: 3, price: 20, total: 60 },
        { productId: String(screws._id), quantity: 16, price: 5, total: 80 },
        { productId: String(board._id), quantity: 10, price: 30.01, total: 300.1 },
      ],
      subtotal: 440.1,
      delivery: {
        name: 'Express',
        price: 14.9,
        tax: 0,
        expected: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
      tax: 0,
      pricesIncludeTax: true,
      total: 455,
      address: TEXT,
      shippingAddress: ADDRESS,
      company: ADDRESS.company,
      vatId: 'DE123456789',
      poNumber: 'PO-7',
      note: 'Before noon.',
    });
    expect(await stocks()).toEqual([97, 84, 90]);
    expect(await basketOf(customer)).toEqual([String(other._id)]);

    const { id } = await shop.sandbox.pay(await steps.secretOf(customer, placed.body._id));
    expect(await shop.sandbox.stripe.paymentIntents.retrieve(id)).toMatchObject({ amount: 45_500 });
    expect(await steps.confirm(customer, placed.body._id, id)).toMatchObject({
      status: 200,
      body: { status: 'paid', lines: [{}, {}, {}] },
    });
  });

  it('needs no basket, no delivery method and no optional field', async () => {
    const { status, body } = await checkOut([line(fan, 1)]);
    expect(status).toBe(201);
    expect(body).toMatchObject({ total: 20, subtotal: 20, tax: 0 });
    expect(body).not.toHaveProperty('delivery');
  });

  it('returns the same order for the same key, also to both of two at once', async () => {
    const key = String(new Types.ObjectId());
    const [one, two] = await Promise.all([checkOut(three(), {}, key), checkOut(three(), {}, key)]);
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(two.body._id).toBe(one.body._id);
    expect((await checkOut(three(), {}, key)).body._id).toBe(one.body._id);
    expect((await checkOut([line(fan, 1)], {}, key)).status).toBe(422);
    expect(await ordersOf(customer)).toBe(1);
    expect(await stocks()).toEqual([97, 84, 90]);
  });

  it('counts once among the unpaid orders, and expires as a whole', async () => {
    const { body } = await checkOut(three());
    expect((await checkOut(three())).status).toBe(201);
    const refused = await checkOut([line(fan, 1)]);
    expect([refused.status, refused.body.type]).toEqual([409, 'urn:rapid:problem:too-many-unpaid-orders']);
    await shop.db
      .collection('purchases')
      .updateOne({ _id: new Types.ObjectId(body._id as string) }, { $set: { holdUntil: new Date(0) } });
    await shop.app.get(ExpiryJob, { strict: false }).run();
    expect(await stocks()).toEqual([97, 84, 90]);
    expect(await steps.stored(body._id)).toMatchObject({ status: 'cancelled' });
  });
});

describe('delivery and tax as charged', () => {
  const refundTwoFans = async (orderId: string) => {
    const etag = (await shop.call('GET', `/purchases/${orderId}`, { as: admin })).headers.get('etag');
    const { status, body } = await shop.call('POST', `/refund/${orderId}`, {
      as: admin,
      body: { amount: 10 },
      headers: { 'idempotency-key': String(new Types.ObjectId()), ...(etag && { 'if-match': etag }) },
    });
    expect([status, body]).toEqual([200, expect.anything()]);
    return body;
  };

  it('takes 19 % out of the prices where they include it, through to a partial refund', async () => {
    await setDelivery(shop, admin, {
      methods: [STANDARD, EXPRESS],
      taxRates: [{ country: 'DE', rate: 19, isIncluded: true }],
    });
    const { Express } = Object.fromEntries(
      ((await shop.call('GET', '/delivery/methods')).body.methods as Method[]).map(({ name, _id }) => [
        name,
        _id,
      ]),
    );
    const { body } = await checkOut([line(fan, 3), line(board, 1)], {
      address: { ...ADDRESS, country: 'DE' },
      deliveryMethodId: Express,
    });
    expect(body).toMatchObject({
      lines: [
        { taxRate: 19, tax: 9.58, total: 60 },
        { taxRate: 19, tax: 5.32, total: 33.33 },
      ],
      delivery: { price: 14.9, tax: 2.38 },
      subtotal: 93.33,
      tax: 17.28,
      pricesIncludeTax: true,
      total: 108.23,
    });
    const { id } = await shop.sandbox.pay(await steps.secretOf(customer, body._id));
    await steps.confirm(customer, body._id, id);
    expect(await refundTwoFans(body._id)).toMatchObject({ refunded: 10 });
    expect((await shop.call('GET', `/orders/${body.number}`, { as: customer })).body).toMatchObject({
      refunds: [{ amount: 10, status: 'succeeded' }],
      kept: 98.23,
    });
  });

  it('adds 8.25 % to prices that exclude it, the rate of the region before that of the country', async () => {
    await setDelivery(shop, admin, {
      methods: [EXPRESS],
      taxRates: [
        { country: 'US', rate: 1, isIncluded: false },
        { country: 'US', region: 'il', rate: 8.25, isIncluded: false },
      ],
    });
    const { body } = await checkOut([line(fan, 3), line(board, 1)]);
    expect(body).toMatchObject({
      lines: [
        { taxRate: 8.25, tax: 4.95, total: 64.95 },
        { taxRate: 8.25, tax: 2.75, total: 36.08 },
      ],
      delivery: { name: 'Express', price: 14.9, tax: 1.23 },
      subtotal: 93.33,
      tax: 8.93,
      pricesIncludeTax: false,
      total: 117.16,
    });
    const secret = await steps.secretOf(customer, body._id);
    expect((await steps.intend(customer, { orderId: body._id, price: 117.16 })).status).toBe(200);
    const { id } = await shop.sandbox.pay(secret);
    await steps.confirm(customer, body._id, id);
    expect(await refundTwoFans(body._id)).toMatchObject({ refunded: 10 });
  });

  it('keeps what an order was charged when the settings change', async () => {
    await setDelivery(shop, admin, { methods: [EXPRESS], taxRates: [] });
    const { body } = await checkOut(three());
    await setDelivery(shop, admin, {
      methods: [{ ...EXPRESS, price: 99 }],
      taxRates: [{ country: 'US', rate: 50, isIncluded: false }],
    });
    expect((await shop.call('GET', `/buy/${body._id}`, { as: customer })).body).toMatchObject({
      price: 455,
      delivery: { price: 14.9 },
      tax: 0,
    });
  });

  it("charges the specification's call the cheapest method of the shop's country", async () => {
    await setDelivery(shop, admin, { methods: [EXPRESS, STANDARD], taxRates: [] });
    const small = await steps.order(customer, fan, { orderQuantity: 1 });
    expect(small).toMatchObject({ total: 24.9, delivery: { name: 'Standard', price: 4.9 } });
    const large = await steps.order(customer, fan, { orderQuantity: 5 });
    expect(large).toMatchObject({ total: 100, delivery: { name: 'Standard', price: 0 } });
  });
});
