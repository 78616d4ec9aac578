import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { IdempotencyKeys } from '../src/idempotency/idempotency-keys.service.js';
import type { Product } from '../src/products/product.schema.js';
import { buying } from './buying.js';
import { type Commerce, startCommerce } from './commerce.js';
import { type ApiResponse, type Shop, startShop, type TestUser } from './harness.js';
import { Invariants } from './invariants.js';

let shop: Commerce;
let replica: Shop;
let invariants: Invariants;
let customer: TestUser;
let product: Product;
let serial = 0;

beforeAll(async () => {
  shop = await startCommerce();
  replica = await startShop({ MONGODB_URI: shop.config.mongodbUri, PAYMENTS_SANDBOX_URL: shop.sandbox.url });
  invariants = new Invariants(shop);
});
afterAll(async () => {
  await replica.close();
  await shop.close();
});
beforeEach(async () => {
  customer = await shop.user();
  product = await invariants.product();
});
afterEach(() => invariants.expectStockConserved());

const newKey = (): string => `key ${(serial += 1)}`;
const buy = (key: string, fields: object = {}, at: Shop = shop, who = customer) =>
  at.call('POST', '/purchase', {
    as: who,
    body: { productId: String(product._id), address: 'Here', phone: '5550100', orderQuantity: 10, ...fields },
    headers: { 'idempotency-key': key },
  });
const stockOf = async (): Promise<number> =>
  (await shop.call('GET', `/item/${String(product._id)}`)).body.availableQ as number;
const keys = () => shop.db.model('IdempotencyKey');

describe('Idempotency-Key', () => {
  it('returns the first response to a repeat, and makes one order', async () => {
    const key = newKey();
    const first = await buy(key);
    expect(first.status).toBe(201);
    const again = await buy(key);
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await buy(key, {}, replica)).toMatchObject({ status: 201, body: first.body });
    expect(await stockOf()).toBe(90);
  });

  it('makes one order of a double click, over two processes', async () => {
    const key = newKey();
    const responses = await Promise.all([buy(key), buy(key, {}, replica), buy(key), buy(key, {}, replica)]);
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(responses.map(({ body }) => body._id)).size).toBe(1);
    expect(await stockOf()).toBe(90);
  });

  it('refuses another body with 422, and takes the same with its fields in another order', async () => {
    const key = newKey();
    expect(await buy(key)).toMatchObject({ status: 201 });
    expect(await buy(key, { orderQuantity: 11 })).toMatchObject({ status: 422 });
    const body = { orderQuantity: 10, phone: '5550100', address: 'Here', productId: String(product._id) };
    const headers = { 'idempotency-key': key };
    expect(await shop.call('POST', '/purchase', { as: customer, body, headers })).toMatchObject({
      status: 201,
    });
    expect(await stockOf()).toBe(90);
  });

  it("is each user's own, and each route's", async () => {
    const key = newKey();
    const mine = await buy(key);
    const other = await buy(key, {}, shop, await shop.user());
    expect(other.status).toBe(201);
    expect(other.body._id).not.toBe(mine.body._id);
    const body = { orderId: mine.body._id as string };
    const headers = { 'idempotency-key': key };
    expect(await shop.call('POST', '/create-payment-intent', { as: customer, body, headers })).toMatchObject({
      status: 200,
    });
  });

  it("is each API key's own, also next to that of the admin for whom it acts", async () => {
    const admin = await shop.user({ role: 'admin' });
    const callers = [admin, await shop.apiKey(admin), await shop.apiKey(admin)];
    const { _id } = await shop.product();
    const headers = { 'idempotency-key': newKey() };
    const body = { units: 1, reason: 'Counted' };
    const stock: number[] = [];
    for (const as of [...callers, ...callers]) {
      const restocked = await shop.call('POST', `/items/${String(_id)}/restock`, { as, body, headers });
      stock.push(restocked.body.availableQ as number);
    }
    expect(stock).toEqual([101, 102, 103, 101, 102, 103]);
  });

  it('remembers a refusal', async () => {
    const key = newKey();
    const first = await buy(key, { orderQuantity: 101 });
    expect(first).toMatchObject({ status: 409, body: { available: 100 } });
    await shop.db
      .model('Product')
      .updateOne({ _id: product._id }, { availableQ: 200, availability: 'orderable' });
    const again = await buy(key, { orderQuantity: 101 });
    expect(again).toMatchObject({ status: 409, body: { available: 100, detail: first.body.detail } });
    await shop.db.model('Product').updateOne({ _id: product._id }, { availableQ: 100 });
    expect(await buy(newKey(), { address: '' })).toMatchObject({ status: 400 });
  });

  it('forgets what failed for a reason that passes', async () => {
    const down = await startShop({
      MONGODB_URI: shop.config.mongodbUri,
      PAYMENTS_SANDBOX_URL: 'http://127.0.0.1:9',
    });
    const key = newKey();
    const made = await buy(newKey());
    const options = {
      as: customer,
      body: { orderId: made.body._id as string },
      headers: { 'idempotency-key': key },
    };
    expect(await down.call('POST', '/create-payment-intent', options)).toMatchObject({ status: 503 });
    expect(await shop.call('POST', '/create-payment-intent', options)).toMatchObject({ status: 200 });
    await down.close();
  });

  it.each([
    ['empty', ''],
    ['too long', 'k'.repeat(256)],
    ['not printable', 'a\tb'],
    ['not ASCII', 'clé'],
  ])('refuses a key that is %s', async (_, key) => {
    expect(await buy(key)).toMatchObject({ status: 400 });
    expect(await stockOf()).toBe(100);
  });

  it('takes 255 characters', async () => {
    expect(await buy('k'.repeat(255))).toMatchObject({ status: 201 });
  });

  it('waits for a first that is in progress, then responds with 409 and Retry-After', async () => {
    const key = newKey();
    const made = await buy(key);
    await keys().updateOne(
      { creates: made.body._id },
      { $unset: { answer: 1 }, $set: { leaseUntil: new Date(Date.now() + 60_000) } },
    );
    const begun = Date.now();
    const response = await buy(key);
    expect(response).toMatchObject({
      status: 409,
      body: { type: 'urn:rapid:problem:idempotency-key-in-use' },
    });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Date.now() - begun).toBeGreaterThan(5_000);
  });

  it('finds the order of a process that died after making it', async () => {
    const key = newKey();
    const made = await buy(key, { orderQuantity: 100 });
    await keys().updateOne(
      { creates: made.body._id },
      { $unset: { answer: 1 }, $set: { leaseUntil: new Date(0) } },
    );
    const responses = await Promise.all([
      buy(key, { orderQuantity: 100 }),
      buy(key, { orderQuantity: 100 }, replica),
    ]);
    for (const response of responses)
      expect(response).toMatchObject({ status: 201, body: { _id: made.body._id as string } });
    expect(await stockOf()).toBe(0);
  });

  it('does the work of a process that died before making it', async () => {
    const key = newKey();
    const made = await buy(key);
    await shop.db.model('Order').deleteOne({ _id: made.body._id });
    await shop.db.model('Product').updateOne({ _id: product._id }, { availableQ: 100 });
    await keys().updateOne(
      { creates: made.body._id },
      { $unset: { answer: 1 }, $set: { leaseUntil: new Date(0) } },
    );
    expect(await buy(key)).toMatchObject({ status: 201, body: { _id: made.body._id as string } });
    expect(await stockOf()).toBe(90);
  });

  it('commits nothing of a process that stopped while another took over its key', async () => {
    const admin = await shop.user({ role: 'admin' });
    const { _id } = await shop.product();
    const headers = { 'idempotency-key': newKey() };
    const body = { units: 5, reason: 'Counted' };
    const restock = (at: Shop) =>
      at.call('POST', `/items/${String(_id)}/restock`, { as: admin, body, headers });
    const stopped = shop.app.get(IdempotencyKeys);
    const begin = stopped.begin.bind(stopped);
    let repeat: ApiResponse | undefined;
    vi.spyOn(stopped, 'begin').mockImplementationOnce(async (...args) => {
      const claim = await begin(...args);
      // it stops here, is repeated elsewhere when its lease has ended, and goes on
      await keys().updateOne({ worker: (claim as { worker: string }).worker }, { leaseUntil: new Date(0) });
      repeat = await restock(replica);
      return claim;
    });
    expect(await restock(shop)).toMatchObject({
      status: 409,
      body: { type: 'urn:rapid:problem:idempotency-key-in-use' },
    });
    expect(repeat).toMatchObject({ body: { availableQ: 105 } });
    expect(await restock(shop)).toMatchObject({ status: repeat!.status, body: repeat!.body });
    expect(await shop.db.model('Product').findById(_id).lean()).toMatchObject({ availableQ: 105 });
  });

  it('is the same for an id in upper case', async () => {
    const admin = await shop.user({ role: 'admin' });
    const steps = buying(shop);
    const { _id } = await steps.paid(customer, product);
    const headers = { 'idempotency-key': newKey() };
    for (const id of [_id, _id.toUpperCase()])
      expect(
        await shop.call('POST', `/refund/${id}`, { as: admin, body: { amount: 1 }, headers }),
      ).toMatchObject({ status: 200, body: { refunded: 1 } });
    expect(await steps.stored(_id)).toMatchObject({ refunds: [{ amountCents: 100 }] });
  });

  it('is forgotten after 24 hours', async () => {
    const key = newKey();
    const made = await buy(key);
    const kept = (await keys().findOne({ creates: made.body._id }).lean()) as unknown as { expiresAt: Date };
    expect(kept.expiresAt.getTime() - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    await keys().updateOne({ creates: made.body._id }, { expiresAt: new Date(0) });
    const another = await buy(key);
    expect(another.status).toBe(201);
    expect(another.body._id).not.toBe(made.body._id);
  });

  it('makes one product of a repeat', async () => {
    const admin = await shop.user({ role: 'admin' });
    const body = { name: 'Once', price: 5, minimumOQ: 1, availableQ: 1, description: 'One', img: '/x.webp' };
    const headers = { 'idempotency-key': newKey() };
    const [one, two] = [
      await shop.call('POST', '/product', { as: admin, body, headers }),
      await shop.call('POST', '/product', { as: admin, body, headers }),
    ];
    expect(one.status).toBe(201);
    expect(two.body).toEqual(one.body);
    expect(await shop.db.model('Product').countDocuments({ name: 'Once' })).toBe(1);
  });
});
