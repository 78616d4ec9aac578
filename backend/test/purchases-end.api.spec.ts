import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { trusted } from 'mongoose';
import { PaymentProvider } from '../src/payment-provider/payment-provider.js';
import { ExpiryJob } from '../src/purchases/orders/expiry.job.js';
import { OrderTransitions } from '../src/purchases/orders/order-transitions.service.js';
import { PurchasesService } from '../src/purchases/purchases.service.js';
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
  shop = await startCommerce();
  invariants = new Invariants(shop);
  steps = buying(shop);
  admin = await shop.user({ role: 'admin' });
});
afterAll(() => shop.close());
afterEach(async () => {
  vi.restoreAllMocks();
  await invariants.expectStockConserved();
  await invariants.expectPaymentsConfirmed(shop.sandbox);
});

describe('DELETE /purchase/{id}', () => {
  const remove = (id: string, who: TestUser, headers = {}) =>
    shop.call('DELETE', `/purchase/${id}`, { as: who, headers });
  const listOf = async (who: TestUser, email = who.email) =>
    (await shop.call('GET', `/purchase/${email}`, { as: who })).body as { _id: string; status: string }[];

  it('by its customer cancels it, returns the stock, and takes it off their list', async () => {
    customer = await shop.user();
    const product = await invariants.product();
    const { _id } = await steps.order(customer, product);
    expect(await remove(_id, customer)).toMatchObject({ status: 200, body: { deletedCount: 1 } });
    expect(await steps.stockOf(product)).toBe(100);
    expect(await listOf(customer)).toEqual([]);
    expect(await listOf(admin, customer.email)).toMatchObject([{ _id, status: 'cancelled' }]);
    expect(await remove(_id, customer)).toMatchObject({ status: 404 });
    expect(await steps.stockOf(product)).toBe(100);
  });

  it('by an admin cancels it, and it stays on the list until its customer removes it', async () => {
    customer = await shop.user();
    const product = await invariants.product();
    const { _id } = await steps.order(customer, product);
    expect(await remove(_id, admin)).toMatchObject({ status: 200, body: { deletedCount: 1 } });
    expect(await steps.stockOf(product)).toBe(100);
    expect(await listOf(customer)).toMatchObject([{ _id, status: 'cancelled', nextSteps: ['remove'] }]);
    expect(await remove(_id, admin)).toMatchObject({ status: 409 });
    expect(await remove(_id, customer)).toMatchObject({ status: 200 });
    expect(await listOf(customer)).toEqual([]);
    expect(await steps.stockOf(product)).toBe(100);
  });

  it('of a paid order: an admin is refused, its customer takes it off their list', async () => {
    customer = await shop.user();
    const product = await invariants.product();
    const { _id } = await steps.paid(customer, product);
    expect(await remove(_id, admin)).toMatchObject({ status: 409 });
    expect(await remove(_id, customer)).toMatchObject({ status: 200 });
    expect(await listOf(customer)).toEqual([]);
    expect(await listOf(admin, customer.email)).toMatchObject([{ _id, status: 'paid' }]);
    expect(await steps.stockOf(product)).toBe(90);
  });

  it("of someone else's is 404, as of none", async () => {
    const product = await invariants.product();
    const { _id } = await steps.order(await shop.user(), product);
    expect(await remove(_id, await shop.user())).toMatchObject({ status: 404 });
    expect(await remove('0123456789abcdef01234567', admin)).toMatchObject({ status: 404 });
    expect(await remove('x', admin)).toMatchObject({ status: 400 });
  });

  it('of an order that has just been paid makes it paid, and responds with 409', async () => {
    customer = await shop.user();
    const product = await invariants.product();
    const { _id } = await steps.order(customer, product);
    const secret = await steps.secretOf(customer, _id);
    await shop.sandbox.pay(secret);
    expect(await remove(_id, customer)).toMatchObject({ status: 409 });
    expect(await listOf(customer)).toMatchObject([{ _id, status: 'paid' }]);
  });

  it('cancels the open intent first', async () => {
    customer = await shop.user();
    const product = await invariants.product();
    const { _id } = await steps.order(customer, product);
    const secret = await steps.secretOf(customer, _id);
    expect(await remove(_id, customer)).toMatchObject({ status: 200 });
    expect(await shop.sandbox.pay(secret)).toMatchObject({
      error: { code: 'payment_intent_unexpected_state' },
    });
  });

  it('honours If-Match', async () => {
    customer = await shop.user();
    const { _id } = await steps.order(customer, await invariants.product());
    const { headers } = await shop.call('GET', `/buy/${_id}`, { as: customer });
    expect(await remove(_id, customer, { 'if-match': '"77"' })).toMatchObject({ status: 412 });
    expect(await remove(_id, customer, { 'if-match': headers.get('etag')! })).toMatchObject({ status: 200 });
  });

  it('honours If-Match also of an order that changes while its intent is cancelled, or while it is hidden', async () => {
    customer = await shop.user();
    const product = await invariants.product();
    const { _id } = await steps.order(customer, product);
    await steps.secretOf(customer, _id);
    const etagOf = async (id: string) =>
      (await shop.call('GET', `/purchases/${id}`, { as: admin })).headers.get('etag')!;
    const note = (id: string) =>
      shop.call('POST', `/purchases/${id}/notes`, { as: admin, body: { text: 'Keep it' } });
    const provider = shop.app.get(PaymentProvider, { strict: false });
    const cancelIntent = provider.cancelIntent.bind(provider);
    const etag = await etagOf(_id);
    vi.spyOn(provider, 'cancelIntent').mockImplementationOnce(async (id) => {
      expect((await note(_id)).status).toBe(201);
      return cancelIntent(id);
    });
    expect(await remove(_id, customer, { 'if-match': etag })).toMatchObject({ status: 412 });
    expect(await steps.stored(_id)).toMatchObject({ status: 'unpaid', hiddenAt: null });
    const paid = await steps.paid(customer, product);
    const before = await etagOf(paid._id);
    const transitions = shop.app.get(OrderTransitions, { strict: false });
    const hide = transitions.hide.bind(transitions);
    vi.spyOn(transitions, 'hide').mockImplementationOnce(async (...args) => {
      expect((await note(paid._id)).status).toBe(201);
      return hide(...args);
    });
    expect(await remove(paid._id, customer, { 'if-match': before })).toMatchObject({ status: 412 });
    expect(await steps.stored(paid._id)).toMatchObject({ hiddenAt: null });
  });
});

describe('the end of a hold', () => {
  it('cancels what is unpaid, confirms what was paid at the last moment, and leaves the rest', async () => {
    customer = await shop.user();
    const product = await invariants.product();
    const [late, last, young] = [
      await steps.order(customer, product),
      await steps.order(customer, product),
      await steps.order(customer, product),
    ];
    const secret = await steps.secretOf(customer, last._id);
    await shop.sandbox.pay(secret);
    await shop.db
      .model('Order')
      .updateMany({ _id: trusted({ $in: [late._id, last._id] }) }, { holdUntil: new Date(Date.now() - 1) });
    const job = shop.app.get(ExpiryJob, { strict: false });
    await Promise.all([job.run(), job.run(), job.run()]);
    const { body: rows } = await shop.call('GET', `/purchase/${customer.email}`, { as: customer });
    const statusOf = (id: string) =>
      (rows as { _id: string; status: string }[]).find(({ _id }) => _id === id)?.status;
    expect([late, last, young].map(({ _id }) => statusOf(_id))).toEqual(['cancelled', 'paid', 'unpaid']);
    expect(await steps.stockOf(product)).toBe(80);
  });
});

describe('an order that cannot be cancelled', () => {
  it('keeps no other from expiring', async () => {
    customer = await shop.user();
    const product = await invariants.product();
    const [odd, other] = [await steps.order(customer, product), await steps.order(customer, product)];
    const orders = shop.db.model('Order');
    await orders.updateOne({ _id: odd._id }, { holdUntil: new Date(1_000), intentId: 'pi_nosuch' });
    await orders.updateOne({ _id: other._id }, { holdUntil: new Date(2_000) });
    const job = shop.app.get(ExpiryJob, { strict: false });
    await expect(job.run()).rejects.toThrow('1 orders failed');
    expect(await steps.stored(other._id)).toMatchObject({ status: 'cancelled' });
    expect(await steps.stored(odd._id)).toMatchObject({ status: 'unpaid' });
    // and who asks for it is told so
    expect(await shop.call('DELETE', `/purchase/${odd._id}`, { as: customer })).toMatchObject({
      status: 409,
      body: { type: 'urn:rapid:problem:payment-provider-refused' },
    });
    await orders.updateOne({ _id: odd._id }, { $unset: { intentId: 1, nextAttemptAt: 1 } });
    await job.run();
    expect(await steps.stockOf(product)).toBe(100);
  });
});

describe('the removal of a customer', () => {
  it('cancels what is unpaid, keeps the rest without their name, and lets no new order in', async () => {
    customer = await shop.user({ name: 'Vera Gone' });
    const product = await invariants.product();
    const open = await steps.order(customer, product);
    const kept = await steps.paid(customer, product);
    const purchases = shop.app.get(PurchasesService, { strict: false });
    await purchases.endForRemovedUser(customer.id, admin.id);
    await purchases.endForRemovedUser(customer.id, admin.id);
    const { body } = await shop.call('GET', '/purchases/search?q=vera', { as: admin });
    expect(body.total).toBe(0);
    const statusOf = async (id: string) =>
      (await shop.call('GET', `/purchases/search?q=${id}`, { as: admin })).body.items[0];
    expect(await statusOf(open._id)).toMatchObject({
      status: 'cancelled',
      userName: 'Removed customer',
      userEmail: '',
    });
    expect(await statusOf(kept._id)).toMatchObject({
      status: 'paid',
      userName: 'Removed customer',
      address: '',
      phone: '',
    });
    expect(await shop.call('POST', '/purchase', { as: customer, body: steps.form(product) })).toMatchObject({
      status: 401,
    });
  });
});
