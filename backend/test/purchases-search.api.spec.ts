import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import { type Shop, startShop, type TestUser } from './harness.js';

const SSD = new Types.ObjectId();
const COOLER = new Types.ObjectId();

let shop: Shop;
let admin: TestUser;
let ada: TestUser;
let berta: TestUser;
/** The ids of the orders, by the names that the cases use. */
const ids = new Map<string, string>();

beforeAll(async () => {
  shop = await startShop();
  admin = await shop.user({ role: 'admin' });
  ada = await shop.user({ name: 'Ada Berg', email: 'ada.berg@example.com' });
  berta = await shop.user({ name: 'Berta Ada', email: 'berta@berg.example.com' });
  const made = async (name: string, who: TestUser, day: string, fields: object) =>
    ids.set(name, String((await shop.order(who, { createdAt: new Date(`${day}:00.000Z`), ...fields }))._id));
  const ssd = { productId: SSD, productName: 'Keel SSD', kind: 'ssd' };
  const cooler = { productId: COOLER, productName: 'Vane', kind: 'cooler' };
  await made('a', ada, '2026-03-01T00:00', { ...ssd, totalCents: 10_000 });
  await made('b', ada, '2026-03-01T23:59', { ...cooler, status: 'paid', totalCents: 20_050 });
  await made('c', berta, '2026-03-02T00:00', { ...ssd, status: 'paid', totalCents: 30_000 });
  await made('d', berta, '2026-03-10T12:00', { ...cooler, status: 'shipped', totalCents: 40_000 });
});
afterAll(() => shop.close());

const search = (query: string, as = admin) => shop.call('GET', `/purchases/search?${query}`, { as });

describe('GET /purchases/search', () => {
  it.each([
    ['', 'dcba'],
    ['from=2026-03-02', 'dc'],
    ['to=2026-03-01', 'ba'],
    ['from=2026-03-01&to=2026-03-01&sort=oldest', 'ab'],
    ['from=2026-03-11&to=2026-03-01', ''],
    ['minTotal=200.5', 'dcb'],
    ['minTotal=200.51&maxTotal=300&sort=total', 'c'],
    ['maxTotal=300&sort=-total', 'cba'],
    [`productId=${String(SSD)}`, 'ca'],
    ['kind=cooler', 'db'],
    ['kind=coo', ''],
    ['email=ada.berg@example.com', 'ba'],
    ['email=nobody@example.com', ''],
    ['q=ADA.berg@Example.com', 'ba'],
    // no address of an order: its words, as of somebody who is still typing
    ['q=berg@exa', 'dcba'],
    ['q=berta@berg', 'dc'],
    ['kind=ssd&status=paid', 'c'],
    ['q=ada.berg@example.com&kind=ssd', 'a'],
    ['q=berg&from=2026-03-02&minTotal=350', 'd'],
    [`email=berta@berg.example.com&productId=${String(COOLER)}&status=shipped&to=2026-03-10`, 'd'],
    ['from=2026-03-01&to=2026-03-02&minTotal=150&maxTotal=250', 'b'],
  ])('finds by %s', async (query, names) => {
    const { status, body } = await search(query);
    expect(status).toBe(200);
    expect(body.items.map(({ _id }: { _id: string }) => _id)).toEqual(
      names.split('').map((name) => ids.get(name)),
    );
    expect(body.total).toBe(names.length);
  });

  it.each(['RM-7Q4K-10QX', 'rm7q4k10qx', '7q4k-10qx', 'RM 7Q4K 10QX', '7Q4KIOQX', 'rm-7q', '7q4k10'])(
    'finds the number RM-7Q4K-10QX, also among the customer’s own, by %s',
    async (typed) => {
      const { _id } = await shop.order(ada, { number: 'RM-7Q4K-10QX' });
      const q = encodeURIComponent(typed);
      for (const [query, as] of [
        [`q=${q}`, admin],
        [`q=${q}&email=${ada.email}`, ada],
      ] as const)
        expect((await search(query, as)).body.items).toMatchObject([{ _id: String(_id) }]);
      expect((await search(`q=${q}&status=shipped`)).body.items).toEqual([]);
      expect((await search(`q=${q}&email=${berta.email}`, berta)).body.items).toEqual([]);
      await shop.db.collection('purchases').deleteOne({ _id });
      await shop.db.model('OrderNumber').deleteOne({ _id: 'RM-7Q4K-10QX' });
    },
  );

  it.each(['PO-2026-0117', 'po-2026-01', 'springfield systems', 'berta springfield'])(
    'finds an order by its PO number and its company: %s',
    async (typed) => {
      const { _id } = await shop.order(berta, {
        poNumber: 'PO-2026-0117',
        company: 'Springfield Systems Inc.',
      });
      const q = encodeURIComponent(typed);
      for (const [query, as] of [
        [`q=${q}`, admin],
        [`q=${q}&email=${berta.email}`, berta],
      ] as const)
        expect((await search(query, as)).body.items).toMatchObject([{ _id: String(_id) }]);
      expect((await search(`q=${q}&email=${ada.email}`, ada)).body.items).toEqual([]);
      await shop.db.collection('purchases').deleteOne({ _id });
    },
  );

  it('shows the kind that the product had when it was ordered', async () => {
    expect((await search('q=keel')).body.items[0]).toMatchObject({ kind: 'ssd' });
    const product = await shop.product({ kind: 'fan' });
    const form = { productId: String(product._id), address: 'Here', phone: '5550100', orderQuantity: 5 };
    const made = await shop.call('POST', '/purchase', { as: ada, body: form });
    expect(made.body).toMatchObject({ kind: 'fan' });
    await shop.db.model('Product').updateOne({ _id: product._id }, { kind: 'other' });
    expect((await search('kind=fan')).body.items).toMatchObject([{ _id: made.body._id, kind: 'fan' }]);
    await shop.db.collection('purchases').deleteOne({ _id: new Types.ObjectId(made.body._id as string) });
  });

  it.each([
    ['from=2026-02-30', { from: 'Enter a day, as 2026-11-30.' }],
    ['to=yesterday', { to: 'Enter a day, as 2026-11-30.' }],
    ['minTotal=-1', { minTotal: 'Enter at least 0.' }],
    ['maxTotal=a', { maxTotal: expect.any(String) }],
    ['productId=1', { productId: 'This is not an id: 24 hexadecimal digits.' }],
    ['status=gone', { status: expect.any(String) }],
  ])('refuses %s with a message at the field', async (query, errors) => {
    expect(await search(query)).toMatchObject({ status: 400, body: { errors } });
    if (!query.startsWith('status'))
      expect(await shop.call('GET', `/purchases/counts?${query}`, { as: admin })).toMatchObject({
        status: 400,
        body: { errors },
      });
  });

  it('keeps a customer to their own orders, whatever they filter', async () => {
    expect(await search('kind=ssd', ada)).toMatchObject({ status: 403 });
    expect(await search('email=berta@berg.example.com&kind=ssd', ada)).toMatchObject({ status: 403 });
    expect((await search('email=ada.berg@example.com&kind=ssd', ada)).body).toMatchObject({ total: 1 });
  });
});

describe('GET /purchases/counts', () => {
  const counts = async (query: string) => {
    const { status, body } = await shop.call('GET', `/purchases/counts?${query}`, { as: admin });
    expect(status).toBe(200);
    const rows = body.counts as { status: string; total: number; totalIsExact: boolean }[];
    expect(rows.every(({ totalIsExact }) => totalIsExact)).toBe(true);
    return Object.fromEntries(rows.map((row) => [row.status, row.total]));
  };

  it.each([
    ['', { unpaid: 1, paid: 2, shipped: 1, cancelled: 0, refunded: 0 }],
    ['kind=ssd', { unpaid: 1, paid: 1, shipped: 0, cancelled: 0, refunded: 0 }],
    [
      'q=berta@berg.example.com&from=2026-03-02',
      { unpaid: 0, paid: 1, shipped: 1, cancelled: 0, refunded: 0 },
    ],
    ['minTotal=300&maxTotal=400', { unpaid: 0, paid: 1, shipped: 1, cancelled: 0, refunded: 0 }],
  ])('counts each state under the other filters: %s', async (query, expected) => {
    expect(await counts(query)).toEqual(expected);
  });

  it('is for admins', async () => {
    expect(await shop.call('GET', '/purchases/counts', { as: ada })).toMatchObject({ status: 403 });
  });
});

describe('GET /purchases/search?removed=true', () => {
  it('finds what its customer took off their list, under the other filters, and nothing else', async () => {
    const cora = await shop.user({ name: 'Cora' });
    const hiddenAt = new Date();
    const make = async (fields: object) => String((await shop.order(cora, fields))._id);
    const listed = await make({ status: 'paid' });
    const old = await make({ status: 'cancelled', hiddenAt, createdAt: new Date('2026-03-01') });
    const young = await make({ status: 'paid', hiddenAt, createdAt: new Date('2026-03-02') });
    await shop.order(ada, { hiddenAt, number: 'RM-7Q4K-10QY' });
    const found = async (query: string) => {
      const { status, body } = await search(`email=${cora.email}&${query}`, cora);
      expect(status).toBe(200);
      return body.items.map(({ _id }: { _id: string }) => _id) as string[];
    };
    expect(await found('removed=true')).toEqual([young, old]);
    expect(await found('removed=true&sort=oldest&pageSize=1')).toEqual([old]);
    expect(await found('removed=true&sort=total')).toHaveLength(2);
    expect(await found('removed=true&status=cancelled')).toEqual([old]);
    expect(await found('removed=true&q=RM-7Q4K-10QY')).toEqual([]);
    expect(await found('removed=true&q=part&from=2026-03-02')).toEqual([young]);
    for (const query of ['', 'removed=false']) expect(await found(query)).toEqual([listed]);
  });

  it('is of the own list alone, for an admin too', async () => {
    expect(await search('removed=true')).toMatchObject({ status: 403 });
    expect(await search(`removed=true&email=${ada.email}`)).toMatchObject({ status: 403 });
    expect(await search('removed=true', ada)).toMatchObject({ status: 403 });
    expect(await search(`removed=true&email=${admin.email}`)).toMatchObject({ status: 403 });
    expect(await search('removed=true&own=true')).toMatchObject({ status: 200 });
    expect(await search(`removed=perhaps&email=${ada.email}`, ada)).toMatchObject({
      status: 400,
      body: { errors: { removed: 'Enter true or false.' } },
    });
  });
});

describe('GET /purchases/search of an admin who is a customer too', () => {
  let buyer: TestUser;
  let disputed: string;
  let hidden: string;

  beforeAll(async () => {
    buyer = await shop.user({ role: 'admin', email: 'buyer@example.com' });
    const make = async (fields: object) => String((await shop.order(buyer, fields))._id);
    hidden = await make({ status: 'cancelled', hiddenAt: new Date(), createdAt: new Date('2026-03-01') });
    const dispute = { dispute: 'open', disputeDueBy: new Date('2026-12-01'), externalId: 'SO-77' };
    disputed = await make({ status: 'paid', ...dispute, createdAt: new Date('2026-03-02') });
  });
  const itemsOf = async (query: string) => {
    const { status, body } = await search(query, buyer);
    expect(status).toBe(200);
    return body.items as { _id: string }[];
  };

  it('shows by their own address what it shows by any other: all orders, as admins see them', async () => {
    const items = await itemsOf('email=Buyer@Example.com');
    expect(items.map(({ _id }) => _id)).toEqual([disputed, hidden]);
    expect(items[0]).toMatchObject({
      externalId: 'SO-77',
      dispute: 'open',
      disputeDueBy: '2026-12-01T00:00:00.000Z',
      nextSteps: (await search('email=buyer@example.com')).body.items[0].nextSteps,
    });
  });

  it('counts, exports and changes them in bulk alike', async () => {
    const counts = await shop.call('GET', '/purchases/counts?email=buyer@example.com', { as: buyer });
    expect(counts.body.counts).toContainEqual({ status: 'cancelled', total: 1, totalIsExact: true });
    const file = await shop.call('GET', '/purchases/export?email=buyer@example.com', { as: buyer });
    expect(file.headers.get('x-total-count')).toBe('2');
    const bulk = await shop.call('POST', '/purchases/bulk-cancel', {
      as: buyer,
      body: { filter: { email: 'buyer@example.com' }, dryRun: true },
    });
    expect(bulk.body).toMatchObject({ matched: 2 });
  });

  it('has their own list by own=true, as its customer sees it', async () => {
    for (const query of ['own=true', 'own=true&email=buyer@example.com']) {
      const items = await itemsOf(query);
      expect(items).toMatchObject([{ _id: disputed }]);
      for (const field of ['externalId', 'dispute', 'disputeDueBy'])
        expect(items[0]).not.toHaveProperty(field);
    }
    expect(await itemsOf('own=true&removed=true')).toMatchObject([{ _id: hidden, nextSteps: [] }]);
    expect(await search('own=true', ada)).toMatchObject({ status: 200, body: { total: 2 } });
    for (const who of [buyer, berta])
      expect(await search('own=true&email=ada.berg@example.com', who)).toMatchObject({ status: 403 });
    expect(await search('own=false', ada)).toMatchObject({ status: 403 });
  });
});
