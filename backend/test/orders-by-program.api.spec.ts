import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import type { Product } from '../src/products/product.schema.js';
import { ADDRESS, EXPRESS, setDelivery, STANDARD } from './checkouts.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { Invariants } from './invariants.js';

/** Orders that an admin or a program enters for a customer: `POST /orders`. */

let shop: Shop;
let admin: TestUser;
let methods: Record<string, string>;

beforeAll(async () => {
  shop = await startShop({
    NEW_CUSTOMER_STOCK_SHARE: '0.5',
    NEW_CUSTOMERS_JOINT_SHARE: '0.5',
    MAX_UNPAID_ORDERS: '2',
    PAY_LINK_HOURS: '100',
  });
  admin = await shop.user({ role: 'admin', name: 'Ada Admin' });
  methods = await setDelivery(shop, admin, {
    methods: [STANDARD, EXPRESS],
    taxRates: [{ country: 'US', region: 'IL', rate: 10, isIncluded: false }],
  });
}, 60_000);
afterAll(() => shop.close());

const form = (customer: TestUser, product: Product, fields: object = {}) => ({
  customer: { id: customer.id },
  lines: [{ productId: String(product._id), orderQuantity: 10 }],
  address: ADDRESS,
  phone: '5550100',
  ...fields,
});
const enter = (body: object, options: { as?: { token: string }; headers?: Record<string, string> } = {}) =>
  shop.call('POST', '/orders', { as: admin, body, ...options });
const stockOf = async ({ _id }: Product): Promise<number> =>
  (await shop.call('GET', `/item/${String(_id)}`)).body.availableQ as number;

describe('an order that an admin enters', () => {
  it('costs what it costs in the shop, and is charged like one of the checkout', async () => {
    const customer = await shop.user();
    const product = await shop.product({ breaks: [{ from: 10, priceCents: 1_500 }] });
    const { status, body } = await enter(
      form(customer, product, {
        deliveryMethodId: methods['Express'],
        poNumber: 'PO-1',
        vatId: 'DE1',
        note: 'Before noon.',
      }),
    );
    expect([status, body]).toMatchObject([
      201,
      {
        status: 'unpaid',
        price: 15,
        subtotal: 150,
        delivery: { name: 'Express', price: 14.9, tax: 1.49 },
        tax: 16.49,
        total: 181.39,
        userEmail: customer.email,
        userName: customer.name,
        shippingAddress: ADDRESS,
        poNumber: 'PO-1',
        vatId: 'DE1',
        note: 'Before noon.',
        nextSteps: ['cancel'],
        timeline: [{ what: 'unpaid', by: 'admin' }],
      },
    ]);
    expect(await stockOf(product)).toBe(90);
    const hours = (Date.parse(body.holdUntil as string) - Date.parse(body.createdAt as string)) / 3_600_000;
    expect(hours).toBeCloseTo(100, 1);
  });

  it("is among its customer's orders, who may pay it, but does not see what the other system calls it", async () => {
    const customer = await shop.user();
    const externalId = randomUUID();
    const { body } = await enter(form(customer, await shop.product(), { externalId }));
    expect(body.externalId).toBe(externalId);
    const own = await shop.call('GET', `/orders/${body.number as string}`, { as: customer });
    expect(own).toMatchObject({ status: 200, body: { _id: body._id, nextSteps: ['pay', 'remove'] } });
    expect(own.body).not.toHaveProperty('externalId');
  });

  it('is in the audit log and in an event as the act of the admin', async () => {
    const customer = await shop.user();
    const externalId = randomUUID();
    const { body } = await enter(form(customer, await shop.product(), { externalId }));
    const audit = await shop.call('GET', `/audit?entityId=${body._id as string}`, { as: admin });
    expect(audit.body.items).toMatchObject([
      { action: 'order.placed', label: body.number, actor: { id: admin.id }, after: { total: body.total } },
    ]);
    const event = await shop.db.collection('outbox').findOne({ subject: `order/${body._id as string}` });
    expect(event).toMatchObject({
      type: 'order.placed',
      payload: { actor: { by: 'admin', userId: admin.id } },
    });
    expect(JSON.stringify([audit.body, event])).not.toContain(externalId);
  });

  it('is held for a new customer beyond what they may hold themselves, which it does not count against', async () => {
    const customer = await shop.user({ emailVerified: false });
    const invariants = new Invariants(shop);
    const product = await invariants.product({ availableQ: 100, minimumOQ: 5 });
    const lines = [{ productId: String(product._id), orderQuantity: 60 }];
    for (let n = 0; n < 2; n += 1)
      expect((await enter(form(customer, await shop.product()))).status).toBe(201);
    // two unpaid orders are the most that the customer may have by themselves
    expect((await enter(form(customer, product, { lines }))).status).toBe(201);
    const form2 = { productId: String(product._id), orderQuantity: 5, address: 'Here', phone: '5550100' };
    expect((await shop.call('POST', '/purchase', { as: customer, body: form2 })).body.type).toMatch(
      'too-many-unpaid-orders',
    );
    const other = await shop.user();
    const most = { ...form2, orderQuantity: 25 };
    expect((await shop.call('POST', '/purchase', { as: other, body: most })).body).toMatchObject({
      type: expect.stringMatching('new-customer'),
      available: 20,
    });
    await invariants.expectStockConserved();
  });
});

describe('a program', () => {
  const withKey = async (scopes: string[]) => ({
    as: await shop.apiKey(admin, { scopes: scopes as never }),
  });

  it('enters an order by e-mail address and SKU, once for an idempotency key', async () => {
    const customer = await shop.user();
    const product = await shop.product({ sku: 'ERP-1' });
    const body = form(customer, product, {
      customer: { email: customer.email.toUpperCase() },
      lines: [{ sku: 'erp-1', orderQuantity: 5 }],
      externalId: 'SO-1',
    });
    const options = { ...(await withKey(['orders:write'])), headers: { 'idempotency-key': randomUUID() } };
    const first = await enter(body, options);
    expect(first).toMatchObject({ status: 201, body: { externalId: 'SO-1', userEmail: customer.email } });
    expect(await enter(body, options)).toMatchObject({ status: 201, body: first.body });
    expect(await stockOf(product)).toBe(95);
    const audit = await shop.call('GET', `/audit?entityId=${first.body._id as string}`, { as: admin });
    expect(audit.body.items).toMatchObject([{ actor: { apiKey: { id: options.as.id } } }]);
  });

  it('makes no second order with an external id, also where the stock is gone meanwhile', async () => {
    const customer = await shop.user();
    const product = await shop.product({ availableQ: 10 });
    const key = await withKey(['orders:write']);
    const body = form(customer, product, { externalId: 'SO 2/ä' });
    const first = await enter(body, key);
    const again = await enter(body, key);
    expect(again).toMatchObject({
      status: 409,
      body: {
        type: 'urn:rapid:problem:external-id-taken',
        order: { _id: first.body._id, number: first.body.number },
        errors: { externalId: expect.stringContaining(first.body.number as string) },
      },
    });
    // other systems' names are compared as they are
    const other = form(await shop.user(), await shop.product(), { externalId: 'so 2/ä' });
    expect((await enter(other, key)).status).toBe(201);
  });

  it('makes one order of several calls at once with an external id', async () => {
    const customer = await shop.user();
    const products = await Promise.all(Array.from({ length: 5 }, () => shop.product()));
    const results = await Promise.all(
      products.map((product) => enter(form(customer, product, { externalId: 'SO-3' }))),
    );
    expect(results.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409]);
    const [made] = results.filter(({ status }) => status === 201);
    for (const { body } of results.filter(({ status }) => status === 409))
      expect(body.order.number).toBe(made!.body.number);
    // a refused one takes no stock
    const left = await Promise.all(products.map(stockOf));
    expect(left.toSorted((a, b) => a - b)).toEqual([90, 100, 100, 100, 100]);
  });

  it.each([
    ['another scope', ['orders:read', 'orders:ship', 'orders:refund']],
    ['one of the catalogue', ['catalogue:write']],
  ])('is refused with %s alone', async (_what, scopes) => {
    const { status, body } = await enter(
      form(await shop.user(), await shop.product()),
      await withKey(scopes),
    );
    expect([status, body.scope]).toEqual([403, 'orders:write']);
  });
});

describe('an external id', () => {
  it('finds its order, stays when the customer is removed, and is never given away', async () => {
    const customer = await shop.user();
    const externalId = 'SO-4';
    const { body } = await enter(form(customer, await shop.product(), { externalId }));
    const find = (query: string) => shop.call('GET', `/purchases/search?${query}`, { as: admin });
    expect((await find('externalId=SO-4')).body).toMatchObject({
      total: 1,
      items: [{ _id: body._id, externalId }],
    });
    expect((await find('externalId=so-4')).body.total).toBe(0);
    expect((await find('externalId=SO-4&status=paid')).body.total).toBe(0);
    expect((await find('externalId=')).status).toBe(400);
    await shop.call('DELETE', `/user/${customer.email}`, { as: admin });
    expect((await find('externalId=SO-4')).body.items).toMatchObject([
      { _id: body._id, userName: 'Removed customer', externalId, status: 'cancelled' },
    ]);
    expect((await enter(form(await shop.user(), await shop.product(), { externalId }))).status).toBe(409);
    const csv = await fetch(`${shop.url}/api/purchases/export?externalId=SO-4`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect((await csv.text()).split('\r\n').slice(0, 2)).toEqual([
      expect.stringMatching(/,externalId$/),
      expect.stringMatching(new RegExp(`,${body.number as string},.*,SO-4$`)),
    ]);
  });
});

describe('is refused', () => {
  it.each([
    ['to customers', 'customer', 403],
    ['to nobody', undefined, 401],
  ])('%s', async (_what, who, status) => {
    const customer = await shop.user();
    const body = form(customer, await shop.product());
    const as = who === 'customer' ? customer : undefined;
    expect((await shop.call('POST', '/orders', { as, body })).status).toBe(status);
  });

  it.each([
    ['no customer', { customer: undefined }, 400, 'customer'],
    [
      'a customer who is named twice',
      { customer: { id: '6'.repeat(24), email: 'a@example.com' } },
      400,
      'customer',
    ],
    ['an empty name of a customer', { customer: {} }, 400, 'customer'],
    ['an address that is none', { customer: { email: 'nobody' } }, 400, 'customer.email'],
    ['no lines', { lines: [] }, 400, 'lines'],
    ['a line without a part', { lines: [{ orderQuantity: 5 }] }, 400, 'lines.0.productId'],
    [
      'a line of two parts',
      { lines: [{ productId: '6'.repeat(24), sku: 'X', orderQuantity: 5 }] },
      400,
      'lines.0.productId',
    ],
    ['an unknown SKU', { lines: [{ sku: 'NOBODY-HAS-IT', orderQuantity: 5 }] }, 400, 'lines.0.sku'],
    ['a price of its own', { price: 1 }, 400, 'price'],
    ['an external id of control characters', { externalId: 'a\u0000b' }, 400, 'externalId'],
    ['an external id that is too long', { externalId: 'x'.repeat(101) }, 400, 'externalId'],
    ['a country without delivery', { address: { ...ADDRESS, country: 'FR' } }, 422, 'address.country'],
    ['a method that is none', { deliveryMethodId: '6'.repeat(24) }, 422, 'deliveryMethodId'],
  ])('with %s', async (_what, fields, status, field) => {
    const result = await enter(form(await shop.user(), await shop.product(), fields));
    expect([result.status, Object.keys(result.body.errors as object)]).toEqual([status, [field]]);
  });

  it.each([
    ['less than the minimum order', { minimumOQ: 20 }, 422],
    ['broken packs', { orderStep: 4, minimumOQ: 4 }, 422],
    ['more than there is', { availableQ: 9 }, 409],
    ['a part that was taken off sale', { removedAt: new Date() }, 409],
  ])('with %s, and takes no stock', async (_what, fields, status) => {
    const product = await shop.product(fields);
    const other = await shop.product();
    const lines = [other, product].map(({ _id }) => ({ productId: String(_id), orderQuantity: 10 }));
    const result = await enter(form(await shop.user(), product, { lines }));
    expect([result.status, result.body.type]).toEqual([status, 'urn:rapid:problem:lines-refused']);
    expect(await stockOf(other)).toBe(100);
  });

  it('for a customer whom the shop does not know, or who is being removed', async () => {
    const product = await shop.product();
    const gone = await shop.user({ removingSince: new Date() });
    const nobody = form(gone, product, { customer: { email: 'nobody@example.com' } });
    expect((await enter(nobody)).status).toBe(404);
    expect((await enter(form(gone, product))).status).toBe(404);
  });
});
