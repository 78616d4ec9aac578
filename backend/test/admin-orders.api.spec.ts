import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { Types } from 'mongoose';
import { AccountRemovalService } from '../src/users/account-removal.service.js';
import type { Product } from '../src/products/product.schema.js';
import { type Buying, buying } from './buying.js';
import { type Commerce, startCommerce } from './commerce.js';
import { PRODUCTION, startShop, type TestUser } from './harness.js';
import { Invariants } from './invariants.js';

let shop: Commerce;
let invariants: Invariants;
let steps: Buying;
let admin: TestUser;
let customer: TestUser;
let product: Product;

beforeAll(async () => {
  shop = await startCommerce();
  invariants = new Invariants(shop);
  steps = buying(shop);
  admin = await shop.user({ role: 'admin', name: 'Alex Admin' });
  customer = await shop.user({ name: 'Casey Customer' });
  product = await invariants.product({ name: 'Keel SSD', availableQ: 10_000 });
});
afterAll(() => shop.close());
afterEach(async () => {
  await invariants.expectStockConserved();
  await invariants.expectPaymentsConfirmed(shop.sandbox);
});

const post = (path: string, body: object, { as = admin, key }: { as?: TestUser; key?: string } = {}) =>
  shop.call('POST', path, { as, body, headers: key ? { 'idempotency-key': key } : {} });
const audited = (entityId: string) =>
  shop.db.collection('audit_entries').find({ entityId }).sort({ _id: 1 }).toArray();

describe('GET /purchases/{id}', () => {
  it('shows an order with its customer, payment, refunds and notes', async () => {
    const { _id: orderId, intentId } = await steps.paid(customer, product);
    const response = await shop.call('GET', `/purchases/${orderId}`, { as: admin });
    expect(response).toMatchObject({
      status: 200,
      body: {
        _id: orderId,
        kind: 'cooler',
        status: 'paid',
        nextSteps: ['ship', 'refund'],
        customer: { id: customer.id, email: customer.email, orders: 1 },
        payment: { intentId },
        refundable: 200,
        refunds: [],
        notes: [],
        timeline: [{ what: 'unpaid' }, { what: 'paid' }],
      },
    });
    // the sandbox has no pages of its own
    expect(response.body.payment).toEqual({ intentId });
    const etag = response.headers.get('etag')!;
    expect(etag).toMatch(/^"\d+"$/);
    const ship = (ifMatch: string) =>
      shop.call('PATCH', `/purchase/${orderId}`, { as: admin, headers: { 'if-match': ifMatch } });
    await post(`/purchases/${orderId}/notes`, { text: 'Wait for the address.' });
    expect(await ship(etag)).toMatchObject({ status: 412 });
    const read = await shop.call('GET', `/purchases/${orderId}`, { as: admin });
    expect(await ship(read.headers.get('etag')!)).toMatchObject({ status: 200 });
    expect(await audited(orderId)).toMatchObject([
      { action: 'order.note-added', actor: { id: admin.id }, label: response.body.number },
      {
        action: 'order.shipped',
        label: response.body.number,
        before: { status: 'paid' },
        after: { status: 'shipped' },
      },
    ]);
  });

  it.each([
    ['sk_live_1', 'https://dashboard.stripe.com/payments/pi_1'],
    ['sk_test_1', 'https://dashboard.stripe.com/test/payments/pi_1'],
  ])("links to the provider's page with a key of its own: %s", async (key, url) => {
    const real = await startShop({ ...PRODUCTION, STRIPE_SECRET_KEY: key });
    const boss = await real.user({ role: 'admin' });
    const { _id } = await real.order(boss, { status: 'paid', transactionId: 'pi_1' });
    const { body } = await real.call('GET', `/purchases/${String(_id)}`, { as: boss });
    expect(body.payment).toEqual({ intentId: 'pi_1', url });
    await real.close();
  });

  it('is 404 for no order, and for admins only', async () => {
    expect(await shop.call('GET', `/purchases/${String(new Types.ObjectId())}`, { as: admin })).toMatchObject(
      {
        status: 404,
      },
    );
    const { _id } = await steps.order(customer, product);
    expect(await shop.call('GET', `/purchases/${_id}`, { as: customer })).toMatchObject({ status: 403 });
  });
});

describe('internal notes', () => {
  it('are added once per attempt, and no customer ever sees them', async () => {
    const { _id: orderId } = await steps.order(customer, product);
    const key = randomUUID();
    const text = 'Called twice, very loud.';
    for (let n = 0; n < 2; n += 1)
      expect(await post(`/purchases/${orderId}/notes`, { text }, { key })).toMatchObject({
        status: 201,
        body: { text, author: 'Alex Admin', at: expect.any(String) },
      });
    await post(`/purchases/${orderId}/notes`, { text: 'Second.' });
    const { body } = await shop.call('GET', `/purchases/${orderId}`, { as: admin });
    expect(body.notes).toMatchObject([{ text }, { text: 'Second.' }]);
    const reads = [
      `/purchase/${customer.email}`,
      `/purchases/search?email=${customer.email}`,
      `/buy/${orderId}`,
    ];
    for (const path of reads)
      expect(JSON.stringify((await shop.call('GET', path, { as: customer })).body)).not.toContain('loud');
    expect(JSON.stringify(await audited(orderId))).not.toContain('loud');
  });

  it.each([[{}], [{ text: '' }], [{ text: '  ' }], [{ text: 'x'.repeat(2_001) }]])(
    'refuse %j',
    async (body) => {
      const { _id } = await steps.order(customer, product);
      expect(await post(`/purchases/${_id}/notes`, body)).toMatchObject({
        status: 400,
        body: { errors: { text: expect.any(String) } },
      });
    },
  );

  it('go with the account of the customer, and lose the name of a removed author', async () => {
    const leaving = await shop.user();
    const author = await shop.user({ role: 'admin', name: 'Berta Boss' });
    const { _id: theirs } = await steps.paid(leaving, product);
    const { _id: others } = await steps.order(customer, product);
    await post(`/purchases/${theirs}/notes`, { text: `${leaving.name} moved.` });
    await post(`/refund/${theirs}`, { amount: 1, reason: `${leaving.name} asked` });
    await post(`/purchases/${others}/notes`, { text: 'Fine.' }, { as: author });
    const removal = shop.app.get(AccountRemovalService, { strict: false });
    const caller = { ...admin, emailVerified: true, photo: '' };
    await removal.remove(leaving.email, caller);
    await removal.remove(author.email, caller);
    const { body } = await shop.call('GET', `/purchases/${theirs}`, { as: admin });
    expect(body).toMatchObject({ userName: 'Removed customer', customer: { id: leaving.id }, notes: [] });
    expect(body.customer).not.toHaveProperty('email');
    expect(JSON.stringify(body)).not.toContain(leaving.name);
    expect((await shop.call('GET', `/purchases/${others}`, { as: admin })).body.notes).toMatchObject([
      { text: 'Fine.', author: 'Former admin' },
    ]);
  });
});

describe('bulk calls', () => {
  const mixed = async () => {
    const who = await shop.user({ name: 'Mia Mixed' });
    const unpaid = (await steps.order(who, product))._id;
    const ids = [(await steps.paid(who, product))._id, unpaid, (await steps.paid(who, product))._id];
    return { who, unpaid, ids };
  };
  const statusOf = async (id: string) => (await steps.stored(id))['status'];
  const labelOf = async (id: string) =>
    `${String((await steps.stored(id))['number'])}: Keel SSD for Mia Mixed`;

  it('ship what can be shipped, and say why the others cannot', async () => {
    const { who, ids, unpaid } = await mixed();
    const nobody = String(new Types.ObjectId());
    const all = { ids: [...ids, nobody, ids[0]!.toUpperCase()] };
    const refused = [
      { id: unpaid, outcome: 'refused', reason: 'This order is unpaid; only a paid one can be shipped.' },
      { id: nobody, outcome: 'refused', reason: 'There is no such order.' },
    ];
    expect(await post('/purchases/bulk-ship', { ...all, dryRun: true })).toMatchObject({
      status: 200,
      body: {
        matched: 4,
        qualifying: 2,
        dryRun: true,
        rows: [
          { id: ids[0], label: await labelOf(ids[0]!), outcome: 'qualifies' },
          refused[0],
          { id: ids[2], outcome: 'qualifies' },
          refused[1],
        ],
      },
    });
    expect(await statusOf(ids[0]!)).toBe('paid');
    const key = randomUUID();
    const done = await post('/purchases/bulk-ship', all, { key });
    expect(done.body).toMatchObject({
      dryRun: false,
      qualifying: 2,
      rows: [{ outcome: 'done' }, refused[0], { outcome: 'done' }, refused[1]],
    });
    expect((await post('/purchases/bulk-ship', all, { key })).body).toEqual(done.body);
    expect(await statusOf(ids[2]!)).toBe('shipped');
    expect(await audited(ids[2]!)).toMatchObject([
      { action: 'order.shipped', actor: { id: admin.id }, label: (await steps.stored(ids[2]!))['number'] },
    ]);
    const again = await post('/purchases/bulk-ship', { filter: { email: who.email, status: 'shipped' } });
    expect(again.body).toMatchObject({ matched: 2, qualifying: 0, rows: [{ outcome: 'refused' }, {}] });
  });

  it('cancel what is unpaid under a filter, and return its stock', async () => {
    const { who, ids, unpaid } = await mixed();
    const before = await steps.stockOf(product);
    const filter = { email: who.email, minTotal: 1, kind: 'cooler' };
    expect((await post('/purchases/bulk-cancel', { filter })).body).toMatchObject({
      matched: 3,
      qualifying: 1,
      rows: expect.arrayContaining([
        { id: unpaid, label: await labelOf(unpaid), outcome: 'done' },
        {
          id: ids[0],
          label: await labelOf(ids[0]!),
          outcome: 'refused',
          reason: 'This order is paid; only an unpaid one can be cancelled.',
        },
      ]),
    });
    expect(await statusOf(unpaid)).toBe('cancelled');
    expect(await steps.stockOf(product)).toBe(before + 10);
    expect(await audited(unpaid)).toMatchObject([{ action: 'order.cancelled' }]);
  });

  it('leave what the provider cannot be asked about for a repeat', async () => {
    const who = await shop.user();
    const ids = [(await steps.order(who, product))._id, (await steps.order(who, product))._id];
    for (const orderId of ids) await steps.intend(who, { orderId });
    const cut = await startShop({
      MONGODB_URI: shop.config.mongodbUri,
      PAYMENTS_SANDBOX_URL: 'http://127.0.0.1:9',
    });
    const { body } = await cut.call('POST', '/purchases/bulk-cancel', { as: admin, body: { ids } });
    expect(body).toMatchObject({ qualifying: 2, rows: [{ outcome: 'failed' }, { outcome: 'failed' }] });
    await cut.close();
    expect((await post('/purchases/bulk-cancel', { ids })).body.rows).toMatchObject([
      { outcome: 'done' },
      { outcome: 'done' },
    ]);
  });

  it('refuse more than 1,000 rows', async () => {
    const rows = Array.from({ length: 1_001 }, () => ({
      status: 'cancelled',
      lines: [{ productId: new Types.ObjectId(), kind: 'many' }],
    }));
    await shop.db.collection('purchases').insertMany(rows);
    expect(await post('/purchases/bulk-ship', { filter: { kind: 'many' }, dryRun: true })).toMatchObject({
      status: 422,
      body: { type: 'urn:rapid:problem:too-many-rows' },
    });
    await shop.db.collection('purchases').deleteMany({ 'lines.kind': 'many' });
  });

  it.each([
    [{}, 'ids'],
    [{ ids: ['665f1c2ab8d4e1a2b3c4d5e6'], filter: {} }, 'ids'],
    [{ ids: [] }, 'ids'],
    [{ ids: ['1'] }, 'ids'],
    [{ ids: 'x' }, 'ids'],
    [{ filter: 'x' }, 'filter'],
    [{ filter: {} }, 'filter'],
    [{ filter: { q: '!' } }, 'filter.q'],
    [{ filter: { status: 'gone' } }, 'filter.status'],
    [{ filter: { minTotal: { $gt: 0 } } }, 'filter.minTotal'],
    [{ all: true, dryRun: 'yes' }, 'dryRun'],
  ])('refuse %j with a message at the field', async (body, field) => {
    for (const path of ['/purchases/bulk-ship', '/purchases/bulk-cancel']) {
      const { status, body: problem } = await post(path, body);
      expect([status, Object.keys((problem.errors ?? {}) as object)]).toEqual([400, [field]]);
    }
  });
});

describe('GET /purchases/export', () => {
  it('sends every column of the orders that match, in their order, and formulas as text', async () => {
    const who = await shop.user({ name: '=cmd()' });
    const { _id: first } = await steps.order(who, product, { address: '+1, "Lane"' });
    const { _id: second } = await steps.paid(who, product);
    await post(`/refund/${second}`, { amount: 5 });
    const response = await fetch(`${shop.url}/api/purchases/export?email=${who.email}&sort=oldest`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(response.headers.get('content-type')).toContain('text/csv');
    const [head, ...rows] = (await response.text()).trim().split('\r\n');
    expect(head).toContain('order,number,placedAt,status,fulfilment,customer,email');
    expect([rows.length, response.headers.get('x-total-count')]).toEqual([2, '2']);
    for (const cell of [`${first},`, ",'=cmd(),", `"'+1, ""Lane"""`]) expect(rows[0]).toContain(cell);
    const cells = `^${second},RM-.*,paid,none,.*,Keel SSD,cooler,10,20,USD,200,0,0,200,5,partial,`;
    expect(rows[1]).toMatch(new RegExp(cells));
  });

  it('is for admins', async () => {
    const { status } = await shop.call('GET', `/purchases/export?email=${customer.email}`, { as: customer });
    expect(status).toBe(403);
  });
});
