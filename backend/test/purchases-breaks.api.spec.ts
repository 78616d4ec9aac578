import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Product } from '../src/products/product.schema.js';
import { QUANTITY_RULE } from '../src/purchases/purchase-errors.js';
import { type Shop, startShop, type TestUser } from './harness.js';

let shop: Shop;
let admin: TestUser;
let customer: TestUser;

beforeAll(async () => {
  shop = await startShop({ NEW_CUSTOMER_STOCK_SHARE: '0.5' });
  admin = await shop.user({ role: 'admin' });
});
afterAll(() => shop.close());
beforeEach(async () => {
  customer = await shop.user();
});

const BREAKS = [
  { from: 16, priceCents: 1_850 },
  { from: 48, priceCents: 1_700 },
];
const PACKS: Partial<Product> = { minimumOQ: 8, orderStep: 8, availableQ: 100, breaks: BREAKS };
const made = async (fields: Partial<Product> = PACKS): Promise<string> =>
  String((await shop.product(fields))._id);
const read = async (id: string) => {
  const { headers, body } = await shop.call('GET', `/items/${id}/edit`, { as: admin });
  return { body, etag: headers.get('etag')! };
};
const edit = (id: string, body: object, etag = '"0"') =>
  shop.call('PATCH', `/items/${id}`, { as: admin, body, headers: { 'if-match': etag } });
const order = (productId: string, orderQuantity: number, fields = {}) =>
  shop.call('POST', '/purchase', {
    as: customer,
    body: { productId, orderQuantity, address: 'Here', phone: '5550100', ...fields },
  });

describe('an order', () => {
  it.each([
    [8, undefined, 20],
    [8, 20, 20],
    [16, undefined, 18.5],
    [16, 18.5, 18.5],
    [16, 20, 18.5],
    [48, 20, 17],
  ])('of %d units at the price of %s that was seen costs %d a unit', async (units, price, unitPrice) => {
    const id = await made();
    const { status, body } = await order(id, units, price === undefined ? {} : { price });
    expect({ status, price: body.price, total: body.total }).toEqual({
      status: 201,
      price: unitPrice,
      total: unitPrice * units,
    });
    expect((await shop.call('GET', `/buy/${body._id}`, { as: customer })).body).toMatchObject({
      price: unitPrice * units,
      unitPrice,
    });
    expect((await read(id)).body.availableQ).toBe(100 - units);
  });

  it.each([
    ['of a part of a pack', 12, {}, 422, 'sold-in-packs', { detail: 'Sold in packs of 8' }],
    ['below the minimum', 7, {}, 422, 'quantity-below-minimum', { detail: QUANTITY_RULE }],
    ['of more than whole packs', 104, {}, 409, 'not-enough-stock', { detail: QUANTITY_RULE, available: 96 }],
    ['at the price of more units', 16, { price: 17 }, 409, 'price-changed', { price: 18.5 }],
    ['at a price that is none of its', 48, { price: 19 }, 409, 'price-changed', { price: 17 }],
  ])('%s is refused', async (_, units, fields, status, code, body) => {
    const id = await made();
    expect(await order(id, units, fields)).toMatchObject({
      status,
      body: { type: `urn:rapid:problem:${code}`, ...body },
    });
    expect((await read(id)).body.availableQ).toBe(100);
  });

  it('of a part of a pack names the field', async () => {
    expect((await order(await made(), 20)).body.errors).toEqual({ orderQuantity: 'Sold in packs of 8' });
  });

  it('of a customer who never paid is offered whole packs of their share', async () => {
    const id = await made({ ...PACKS, availableQ: 90 });
    expect(await order(id, 48)).toMatchObject({
      status: 409,
      body: { type: 'urn:rapid:problem:new-customer-stock-share', available: 40 },
    });
    expect(await order(id, 40)).toMatchObject({ status: 201 });
  });

  it('keeps the price that it was made at', async () => {
    const id = await made();
    const { body } = await order(id, 16);
    expect((await edit(id, { breaks: null })).status).toBe(200);
    expect((await shop.call('GET', `/buy/${body._id}`, { as: customer })).body).toMatchObject({
      unitPrice: 18.5,
    });
  });
});
