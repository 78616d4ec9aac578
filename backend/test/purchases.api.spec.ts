import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Product } from '../src/products/product.schema.js';
import { QUANTITY_RULE } from '../src/purchases/purchase-errors.js';
import { type Buying, buying } from './buying.js';
import { type Commerce, startCommerce } from './commerce.js';
import type { TestUser } from './harness.js';
import { Invariants } from './invariants.js';

let shop: Commerce;
let invariants: Invariants;
let steps: Buying;
let admin: TestUser;
let customer: TestUser;

beforeAll(async () => {
  shop = await startCommerce({ MAX_UNPAID_ORDERS: '4' });
  invariants = new Invariants(shop);
  steps = buying(shop);
  admin = await shop.user({ role: 'admin' });
});
afterAll(() => shop.close());
afterEach(async () => {
  await invariants.expectStockConserved();
  await invariants.expectPaymentsConfirmed(shop.sandbox);
});

describe('POST /purchase', () => {
  it('makes the order from the account and the product, and takes the stock', async () => {
    customer = await shop.user();
    const product = await invariants.product({
      name: 'Keel SSD',
      priceCents: 4_990,
      availableQ: 12,
      minimumOQ: 5,
    });
    const body = steps.form(product, {
      price: 49.9,
      userEmail: 'other@example.com',
      userName: 'Other',
      productName: 'Other',
      img: '/x',
    });
    const response = await shop.call('POST', '/purchase', { as: customer, body });
    expect(response).toMatchObject({
      status: 201,
      body: {
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        userEmail: customer.email,
        userName: customer.name,
        productName: 'Keel SSD',
        productId: String(product._id),
        price: 49.9,
        total: 499,
        orderQuantity: 10,
        img: '/products/part.webp',
        status: 'unpaid',
        paid: false,
        shipped: false,
        nextSteps: ['pay', 'remove'],
        timeline: [{ what: 'unpaid', by: 'customer' }],
      },
    });
    expect((await shop.call('GET', `/item/${String(product._id)}`)).body).toMatchObject({
      availableQ: 2,
      availability: 'below-minimum',
    });
  });

  it('finds the product by a name that names exactly one', async () => {
    customer = await shop.user();
    const product = await invariants.product({ name: 'Only One' });
    await invariants.product({ name: 'Twin' });
    await invariants.product({ name: 'Twin' });
    const by = (productName: string) =>
      shop.call('POST', '/purchase', {
        as: customer,
        body: steps.form(product, { productId: undefined, productName }),
      });
    expect((await by('Only One')).body).toMatchObject({ productId: String(product._id) });
    expect(await by('Twin')).toMatchObject({ status: 422 });
    expect(await by('None')).toMatchObject({ status: 422 });
  });

  it.each([
    ['fractional', { orderQuantity: 5.5 }],
    ['zero', { orderQuantity: 0 }],
    ['negative', { orderQuantity: -5 }],
    ['no number', { orderQuantity: 'many' }],
    ['missing', { orderQuantity: undefined }],
  ])('refuses a quantity that is %s with 400 and the sentence', async (_, fields) => {
    const product = await invariants.product();
    const response = await shop.call('POST', '/purchase', {
      as: customer,
      body: steps.form(product, fields),
    });
    expect(response).toMatchObject({
      status: 400,
      body: { detail: QUANTITY_RULE, errors: { orderQuantity: QUANTITY_RULE } },
    });
  });

  it.each([
    ['below the minimum', { orderQuantity: 4 }, 422, { detail: QUANTITY_RULE }],
    ['more than there is', { orderQuantity: 101 }, 409, { detail: QUANTITY_RULE, available: 100 }],
    ['at another price', { price: 19.99 }, 409, { price: 20 }],
    ['without an address', { address: ' ' }, 400, { errors: { address: 'Address is Required' } }],
    ['without a telephone number', { phone: '' }, 400, { errors: { phone: 'Phone is Required' } }],
    ['with a malformed id', { productId: 'x' }, 400, { errors: { productId: expect.any(String) } }],
    ['of no product', { productId: '0123456789abcdef01234567' }, 404, {}],
  ])('refuses an order %s', async (_, fields, status, body) => {
    const product = await invariants.product();
    expect(
      await shop.call('POST', '/purchase', { as: customer, body: steps.form(product, fields) }),
    ).toMatchObject({ status, body });
    expect(await steps.stockOf(product)).toBe(100);
  });

  it('keeps totals between half a dollar and $999,999.99', async () => {
    customer = await shop.user();
    const cheap = await invariants.product({ priceCents: 7, minimumOQ: 1 });
    const dear = await invariants.product({ priceCents: 99_999_999, minimumOQ: 1 });
    const of = (product: Product, orderQuantity: number) =>
      shop.call('POST', '/purchase', { as: customer, body: steps.form(product, { orderQuantity }) });
    expect(await of(cheap, 7)).toMatchObject({ status: 422 });
    expect(await of(cheap, 8)).toMatchObject({ status: 201, body: { total: 0.56 } });
    expect(await of(dear, 2)).toMatchObject({ status: 422 });
    expect(await of(dear, 1)).toMatchObject({ status: 201, body: { total: 999_999.99 } });
  });

  it('refuses a removed product', async () => {
    const product = await invariants.product({ removedAt: new Date() });
    expect(await shop.call('POST', '/purchase', { as: customer, body: steps.form(product) })).toMatchObject({
      status: 404,
    });
  });

  it('holds the cap on unpaid orders, however many come at once', async () => {
    const buyer = await shop.user();
    const products = await Promise.all(Array.from({ length: 12 }, () => invariants.product()));
    const responses = await Promise.all(
      products.map((product) => shop.call('POST', '/purchase', { as: buyer, body: steps.form(product) })),
    );
    const statuses = responses.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([...Array<number>(4).fill(201), ...Array<number>(8).fill(409)]);
  });

  it('needs a user', async () => {
    const product = await invariants.product();
    expect(await shop.call('POST', '/purchase', { body: steps.form(product) })).toMatchObject({
      status: 401,
    });
  });
});

describe('PATCH /purchase/{id}', () => {
  it('ships a paid order once, and no other', async () => {
    customer = await shop.user();
    const product = await invariants.product();
    const unpaid = await steps.order(customer, product);
    const ready = await steps.paid(customer, product);
    const ship = (id: string, who = admin) => shop.call('PATCH', `/purchase/${id}`, { as: who });
    expect(await ship(unpaid._id)).toMatchObject({ status: 409 });
    expect(await ship(ready._id, customer)).toMatchObject({ status: 403 });
    expect(await ship(ready._id)).toMatchObject({
      status: 200,
      body: { status: 'shipped', paid: true, shipped: true },
    });
    expect(await ship(ready._id)).toMatchObject({ status: 409 });
    expect(await ship('0123456789abcdef01234567')).toMatchObject({ status: 404 });
  });
});

describe('lists', () => {
  it('show a customer their own orders only, and an admin all', async () => {
    const [one, two] = [await shop.user({ name: 'Ada Vale' }), await shop.user()];
    const product = await invariants.product({ name: 'Zephyr Fan' });
    const mine = await steps.order(one, product);
    await steps.order(two, product);
    expect((await shop.call('GET', `/purchase/${one.email}`, { as: one })).body).toMatchObject([
      { _id: mine._id },
    ]);
    expect(await shop.call('GET', `/purchase/${one.email}`, { as: two })).toMatchObject({ status: 403 });
    const all = await shop.call('GET', '/purchases?limit=1', { as: admin });
    expect(all.body).toHaveLength(1);
    expect(Number(all.headers.get('x-total-count'))).toBeGreaterThan(1);
    expect(await shop.call('GET', '/purchases', { as: one })).toMatchObject({ status: 403 });
  });

  it('search by words, state and person', async () => {
    const search = (query: string, who: TestUser) =>
      shop.call('GET', `/purchases/search?${query}`, { as: who });
    const one = await shop.user({ name: 'Quill Harrow' });
    const made = await steps.order(one, await invariants.product({ name: 'Zircon Fan' }));
    await shop.call(
      'DELETE',
      `/purchase/${(await steps.order(one, await invariants.product({ name: 'Zircon Cooler' })))._id}`,
      { as: one },
    );
    expect((await search('q=zirc%20quill', admin)).body).toMatchObject({
      total: 2,
      totalIsExact: true,
      page: 1,
      pageSize: 20,
    });
    expect((await search('q=zirc&status=unpaid&sort=-total', admin)).body.items).toMatchObject([
      { _id: made._id, nextSteps: ['cancel'] },
    ]);
    expect((await search(`email=${one.email}`, one)).body.items).toMatchObject([
      { _id: made._id, nextSteps: ['pay', 'remove'] },
    ]);
    expect((await search(`email=${one.email}`, admin)).body.total).toBe(2);
    expect(await search('', one)).toMatchObject({ status: 403 });
    expect(await search(`email=${admin.email}`, one)).toMatchObject({ status: 403 });
    expect(await search('sort=price', admin)).toMatchObject({ status: 400 });
    expect((await search(`q=${made._id}`, admin)).body.total).toBe(1);
  });

  it('GET /buy/{id} is for its customer', async () => {
    const one = await shop.user();
    const made = await steps.order(one, await invariants.product({ name: 'Buy Me', priceCents: 199 }));
    const expected = {
      _id: made._id,
      productName: 'Buy Me',
      name: one.name,
      email: one.email,
      price: 19.9,
      unitPrice: 1.99,
      orderQuantity: 10,
    };
    expect((await shop.call('GET', `/buy/${made._id}`, { as: one })).body).toMatchObject(expected);
    expect(await shop.call('GET', `/buy/${made._id}`, { as: await shop.user() })).toMatchObject({
      status: 404,
    });
  });
});
