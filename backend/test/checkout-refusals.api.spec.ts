import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import type { Product } from '../src/products/product.schema.js';
import { type Buying, buying } from './buying.js';
import { type Commerce, startCommerce } from './commerce.js';
import { ADDRESS, EXPRESS, line, setDelivery, STANDARD } from './checkouts.js';
import type { TestUser } from './harness.js';
import { Invariants } from './invariants.js';

/** What a checkout refuses: every line at fault is named, and nothing has changed. */

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
    const { Local } = await setDelivery(shop, admin, {
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
