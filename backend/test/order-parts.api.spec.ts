import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Product } from '../src/products/product.schema.js';
import { type Buying, buying } from './buying.js';
import { ADDRESS, line, setDelivery } from './checkouts.js';
import { type Commerce, startCommerce } from './commerce.js';
import type { TestUser } from './harness.js';
import { Invariants } from './invariants.js';

/** Refunds of units and of the delivery, and cancelled lines, over the API. */

let shop: Commerce;
let steps: Buying;
let invariants: Invariants;
let admin: TestUser;
let customer: TestUser;
/** At $20.00. */
let fan: Product;
/** At $5.00. */
let cable: Product;
/** Of three fans, four cables, and delivery for $4.90: $84.90. */
let orderId: string;

beforeAll(async () => {
  shop = await startCommerce();
  steps = buying(shop);
  invariants = new Invariants(shop);
  admin = await shop.user({ role: 'admin' });
  const methods = [{ name: 'Standard', price: 4.9, workingDays: 5, countries: [] }];
  await setDelivery(shop, admin, { methods, taxRates: [] });
});
afterAll(() => shop.close());
beforeEach(async () => {
  customer = await shop.user();
  fan = await invariants.product({ priceCents: 2_000, minimumOQ: 1 });
  cable = await invariants.product({ priceCents: 500, minimumOQ: 1 });
  const placed = await shop.call('POST', '/checkout', {
    as: customer,
    body: { lines: [line(fan, 3), line(cable, 4)], address: ADDRESS, phone: '5550100' },
  });
  expect(placed.body).toMatchObject({ total: 84.9 });
  orderId = placed.body._id as string;
});
afterEach(async () => {
  await invariants.expectStockConserved();
  await invariants.expectPaymentsConfirmed(shop.sandbox);
});

const pay = async () => {
  const { id } = await shop.sandbox.pay(await steps.secretOf(customer, orderId));
  expect((await steps.confirm(customer, orderId, id)).status).toBe(200);
};
const units = (product: Product, quantity: number) => ({ productId: String(product._id), quantity });
const refund = (body: object) => shop.call('POST', `/refund/${orderId}`, { as: admin, body });
const ship = (lines: object[]) =>
  shop.call('POST', `/purchases/${orderId}/shipments`, { as: admin, body: { lines } });
const cancelLine = (product: Product, as: TestUser, headers = {}) =>
  shop.call('POST', `/purchases/${orderId}/lines/${String(product._id)}/cancel`, { as, headers });
const stocks = () => Promise.all([steps.stockOf(fan), steps.stockOf(cable)]);
const stocksBack = async (before: number[]) => (await stocks()).map((stock, n) => stock - before[n]!);

describe('a refund of units', () => {
  it('gives back their price, one after another, until all of it is back', async () => {
    await pay();
    const before = await stocks();
    const first = await refund({ lines: [units(fan, 1), units(cable, 4)], reason: 'Too many' });
    expect(first).toMatchObject({
      status: 200,
      body: { status: 'paid', refundStatus: 'partial', refunded: 40 },
    });
    expect(first.body.lines).toMatchObject([
      { refunded: 1, outstanding: 2 },
      { refunded: 4, outstanding: 0 },
    ]);
    expect(await stocksBack(before)).toEqual([1, 4]);
    expect((await refund({ delivery: true })).body.refunded).toBe(44.9);
    const last = await refund({ lines: [units(fan, 2)] });
    expect(last.body).toMatchObject({ status: 'refunded', refundStatus: 'succeeded', refunded: 84.9 });
    expect(await stocksBack(before)).toEqual([3, 4]);
    const detail = await shop.call('GET', `/purchases/${orderId}`, { as: admin });
    expect(detail.body.refunds).toMatchObject([
      { amount: 40, lines: [units(fan, 1), units(cable, 4)], reason: 'Too many' },
      { amount: 4.9, ofDelivery: true },
      { amount: 40, lines: [units(fan, 2)] },
    ]);
    expect(detail.body).toMatchObject({ refundable: 0 });
  });

  it.each<[restock: boolean | undefined, fans: number, cables: number]>([
    [undefined, 1, 2],
    [true, 3, 2],
    [false, 0, 0],
  ])('with restock %s returns %i fans of which two had shipped, and %i cables', async (restock, ...back) => {
    await pay();
    await ship([units(fan, 2)]);
    const before = await stocks();
    const { body } = await refund({ lines: [units(fan, 3), units(cable, 2)], restock });
    expect(body.refunded).toBe(70);
    expect(await stocksBack(before)).toEqual(back);
  });

  it('of all that is left takes shipped units back when they came back', async () => {
    await pay();
    await ship([units(fan, 3), units(cable, 4)]);
    const before = await stocks();
    expect((await refund({ restock: true })).body).toMatchObject({ status: 'refunded', refunded: 84.9 });
    expect(await stocksBack(before)).toEqual([3, 4]);
  });

  it.each<[what: string, body: () => object, status: number, field: string]>([
    ['more units than there are', () => ({ lines: [units(fan, 4)] }), 422, 'lines.0.quantity'],
    ['a part twice', () => ({ lines: [units(fan, 1), units(fan, 1)] }), 422, 'lines'],
    ['a part that it does not have', () => ({ lines: [foreign] }), 422, 'lines.0.productId'],
    ['units and an amount', () => ({ lines: [units(fan, 1)], amount: 5 }), 422, 'amount'],
    ['an amount that is restocked', () => ({ amount: 5, restock: true }), 422, 'restock'],
    ['a delivery that is restocked', () => ({ delivery: true, restock: true }), 422, 'restock'],
    ['nothing but no delivery', () => ({ delivery: false }), 422, 'delivery'],
    ['no line', () => ({ lines: [] }), 400, 'lines'],
    ['a restock that is no flag', () => ({ lines: [units(fan, 1)], restock: 'all' }), 400, 'restock'],
    ['a delivery that is no flag', () => ({ delivery: 1 }), 400, 'delivery'],
  ])('refuses %s at its field', async (_, body, status, field) => {
    await pay();
    const response = await refund(body());
    expect([response.status, Object.keys(response.body.errors as object)]).toEqual([status, [field]]);
    const { body: order } = await shop.call('GET', `/purchases/${orderId}`, { as: admin });
    expect(order).toMatchObject({ refunded: 0, refunds: [] });
  });

  it('says what lines are to be where they are none', async () => {
    const response = await refund({ lines: null });
    expect(response).toMatchObject({ status: 400, body: { errors: { lines: 'Give a list of lines.' } } });
  });

  const foreign = { productId: '665f1c2ab8d4e1a2b3c4d5e7', quantity: 1 };

  it('gives the delivery back once', async () => {
    await pay();
    expect((await refund({ delivery: true })).body.refunded).toBe(4.9);
    expect((await refund({ delivery: true })).body).toMatchObject({
      status: 422,
      type: 'urn:rapid:problem:not-to-be-refunded',
      errors: { delivery: 'No delivery is left to refund.' },
    });
  });
});

describe('a cancelled line', () => {
  it('lowers what its customer has to pay, and the payment that was open is cancelled', async () => {
    const former = await steps.secretOf(customer, orderId);
    const before = await stocks();
    const { status, body, headers } = await cancelLine(fan, customer);
    expect([status, headers.get('etag')]).toEqual([200, expect.any(String)]);
    expect(body).toMatchObject({ status: 'unpaid', total: 24.9, lines: [{ name: cable.name }] });
    expect(await stocksBack(before)).toEqual([3, 0]);
    expect((await shop.sandbox.pay(former)).error).toBeDefined();
    expect((await steps.intend(customer, { orderId, price: 24.9 })).status).toBe(200);
    await pay();
  });

  it('is the order when it is the last one, also for an admin', async () => {
    expect((await cancelLine(fan, admin)).body).toMatchObject({ status: 'unpaid', nextSteps: ['cancel'] });
    expect((await cancelLine(cable, admin)).body).toMatchObject({ status: 'cancelled' });
  });

  it('is refused to all but one who decide by the same version of the order', async () => {
    const [third, fourth] = await Promise.all([
      invariants.product({ priceCents: 700, minimumOQ: 1 }),
      invariants.product({ priceCents: 300, minimumOQ: 1 }),
    ]);
    const lines = [line(fan, 1), line(cable, 1), line(third, 1), line(fourth, 1)];
    const { body } = await shop.call('POST', '/checkout', {
      as: customer,
      body: { lines, address: ADDRESS, phone: '5550100' },
    });
    orderId = body._id as string;
    const etag = (await shop.call('GET', `/purchases/${orderId}`, { as: admin })).headers.get('etag')!;
    const headers = { 'if-match': etag };
    const responses = await Promise.all([
      cancelLine(fan, admin, headers),
      cancelLine(cable, customer, headers),
      cancelLine(third, admin, headers),
    ]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412]);
    expect(await steps.stored(orderId)).toMatchObject({ lines: { length: 3 } });
  });

  it('is none of a paid order, of somebody else’s, or that is not there', async () => {
    expect((await cancelLine(fan, await shop.user())).status).toBe(404);
    expect((await cancelLine({ _id: '665f1c2ab8d4e1a2b3c4d5e7' } as never, customer)).status).toBe(404);
    expect((await cancelLine(fan, customer, { 'if-match': '"99"' })).status).toBe(412);
    await pay();
    expect((await cancelLine(fan, customer)).body).toMatchObject({
      status: 409,
      type: 'urn:rapid:problem:wrong-state',
    });
  });
});
