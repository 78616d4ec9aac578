import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import type { Product } from '../src/products/product.schema.js';
import { ExpiryJob } from '../src/purchases/orders/expiry.job.js';
import { type Buying, buying } from './buying.js';
import { type Commerce, startCommerce } from './commerce.js';
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

const ADDRESS = {
  name: 'Casey Customer',
  company: 'Springfield Systems Inc.',
  line1: '12 Foundry Lane',
  city: 'Springfield',
  region: 'IL',
  postalCode: '62704',
  country: 'US',
};
const TEXT =
  'Casey Customer\nSpringfield Systems Inc.\n12 Foundry Lane\nSpringfield, IL 62704\nUnited States';

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
  await setDelivery({ methods: [], taxRates: [] });
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

const line = ({ _id, priceCents }: Product, orderQuantity: number, fields: object = {}) => ({
  productId: String(_id),
  orderQuantity,
  price: priceCents / 100,
  ...fields,
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

interface Method {
  _id: string;
  name: string;
}
async function setDelivery(settings: {
  methods: object[];
  taxRates: object[];
}): Promise<Record<string, string>> {
  const { headers } = await shop.call('GET', '/delivery/settings', { as: admin });
  const { status, body } = await shop.call('PUT', '/delivery/settings', {
    as: admin,
    body: settings,
    headers: { 'if-match': headers.get('etag')! },
  });
  expect(status).toBe(200);
  return Object.fromEntries((body.methods as Method[]).map(({ _id, name }) => [name, _id]));
}
const STANDARD = { name: 'Standard', price: 4.9, freeFrom: 100, workingDays: 5, countries: ['US', 'DE'] };
const EXPRESS = { name: 'Express', price: 14.9, workingDays: 1, countries: ['US', 'DE'] };

describe('a checkout', () => {
  it('makes one order of many parts, charged once, and takes them out of the basket', async () => {
    const { Express } = await setDelivery({ methods: [STANDARD, EXPRESS], taxRates: [] });
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

describe('a refusal', () => {
  const refusedLines = async (lines: object[], fields: object = {}) => {
    const { status, body } = await checkOut(lines, fields);
    expect(await ordersOf(customer)).toBe(0);
    expect(await stocks()).toEqual([100, 100, 100]);
    return { status, type: (body.type as string).replace('urn:rapid:problem:', ''), body };
  };

  it('names every line at fault, and leaves the basket as it is', async () => {
    const gone = await invariants.product();
    await shop.call('POST', `/items/${String(gone._id)}/archive`, { as: admin });
    const kept = [{ productId: String(fan._id), orderQuantity: 3 }];
    await shop.call('PUT', '/basket', { as: customer, body: { lines: kept } });
    const { status, type, body } = await refusedLines([
      line(fan, 200),
      line(screws, 12),
      line(board, 1, { price: 12 }),
      line(gone, 5),
    ]);
    expect([status, type]).toEqual([409, 'lines-refused']);
    expect(Object.keys(body.errors)).toEqual([
      'lines.0.orderQuantity',
      'lines.1.orderQuantity',
      'lines.2.price',
      'lines.3.productId',
    ]);
    expect(body).toMatchObject({
      available: 100,
      lines: [
        { line: 0, code: 'not-enough-stock', available: 100 },
        { line: 1, code: 'sold-in-packs' },
        { line: 2, code: 'price-changed', price: 33.33 },
        { line: 3, code: 'not-found' },
      ],
    });
    expect(await basketOf(customer)).toEqual([String(fan._id)]);
  });

  it('is a broken rule where nothing has changed meanwhile', async () => {
    const { status, body } = await refusedLines([line(fan, 1), line(screws, 4)]);
    expect(status).toBe(422);
    expect(body.errors).toEqual({ 'lines.1.orderQuantity': expect.stringContaining('minimum Quantity') });
  });

  it('tells a new customer how much they can hold, line by line', async () => {
    const { status, body } = await refusedLines([line(fan, 60), line(screws, 16), line(board, 51)]);
    expect(status).toBe(409);
    expect(body.lines).toEqual([
      { line: 0, code: 'new-customer-stock-share', available: 50 },
      { line: 2, code: 'new-customer-stock-share', available: 50 },
    ]);
  });

  it.each<[string, () => unknown, string]>([
    ['no lines', () => [], 'lines'],
    ['something else than lines', () => 'all', 'lines'],
    ['201 lines', () => Array.from({ length: 201 }, () => line(fan, 1)), 'lines'],
    ['a product twice', () => [line(fan, 1), line(screws, 8), line(fan, 2)], 'lines.2.productId'],
    ['a negative quantity', () => [line(fan, 1), line(screws, -8)], 'lines.1.orderQuantity'],
    ['a part of a unit', () => [line(fan, 1.5)], 'lines.0.orderQuantity'],
    ['no quantity', () => [line(fan, 1, { orderQuantity: undefined })], 'lines.0.orderQuantity'],
    ['no price', () => [line(fan, 1, { price: undefined })], 'lines.0.price'],
    ['a negative price', () => [line(fan, 1), line(board, 1, { price: -1 })], 'lines.1.price'],
    ['what is no id', () => [line(fan, 1, { productId: 'fan' })], 'lines.0.productId'],
    ['a line that is none', () => [line(fan, 1), 7], 'lines.1'],
    ['an unknown member of a line', () => [line(fan, 1, { total: 1 })], 'lines.0.total'],
  ])('is 400 for %s', async (_, lines, field) => {
    const { status, body } = await refusedLines(lines() as object[]);
    expect(status).toBe(400);
    expect(Object.keys(body.errors)).toContainEqual(expect.stringMatching(new RegExp(`^${field}`)));
  });

  it.each<[string, object, string]>([
    ['no address', { address: undefined }, 'address'],
    ['an address as a text', { address: '12 Foundry Lane' }, 'address'],
    ['no name', { address: { ...ADDRESS, name: ' ' } }, 'address.name'],
    ['an unknown country', { address: { ...ADDRESS, country: 'XX' } }, 'address.country'],
    ['an unknown member of the address', { address: { ...ADDRESS, userId: '1' } }, 'address.userId'],
    ['no phone', { phone: undefined }, 'phone'],
    ['a delivery method that is no id', { deliveryMethodId: 'Express' }, 'deliveryMethodId'],
    ['a total', { total: 1 }, 'total'],
    ['a long PO number', { poNumber: 'x'.repeat(61) }, 'poNumber'],
  ])('is 400 for %s', async (_, fields, field) => {
    const { status, body } = await refusedLines(three(), fields);
    expect(status).toBe(400);
    expect(Object.keys(body.errors)).toContain(field);
  });

  it('is 422 where the shop does not deliver, or not by this method', async () => {
    const { Local } = await setDelivery({
      methods: [STANDARD, { ...EXPRESS, name: 'Local', countries: ['DE'] }],
      taxRates: [],
    });
    const abroad = await refusedLines(three(), { address: { ...ADDRESS, country: 'FR' } });
    expect([abroad.status, abroad.type]).toEqual([422, 'not-delivered']);
    expect(Object.keys(abroad.body.errors)).toEqual(['address.country']);
    for (const deliveryMethodId of [Local, String(new Types.ObjectId())]) {
      const foreign = await refusedLines(three(), { deliveryMethodId });
      expect([foreign.status, foreign.type]).toEqual([422, 'not-delivered']);
      expect(Object.keys(foreign.body.errors)).toEqual(['deliveryMethodId']);
    }
  });

  it("is 404 for the payment of somebody else's order", async () => {
    const { body } = await checkOut(three());
    const stranger = await shop.user();
    expect((await steps.intend(stranger, { orderId: body._id })).status).toBe(404);
    expect(await steps.stored(body._id)).toMatchObject({ status: 'unpaid' });
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
    await setDelivery({
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
    await setDelivery({
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
    await setDelivery({ methods: [EXPRESS], taxRates: [] });
    const { body } = await checkOut(three());
    await setDelivery({
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
    await setDelivery({ methods: [EXPRESS, STANDARD], taxRates: [] });
    const small = await steps.order(customer, fan, { orderQuantity: 1 });
    expect(small).toMatchObject({ total: 24.9, delivery: { name: 'Standard', price: 4.9 } });
    const large = await steps.order(customer, fan, { orderQuantity: 5 });
    expect(large).toMatchObject({ total: 100, delivery: { name: 'Standard', price: 0 } });
  });
});
