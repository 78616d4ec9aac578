import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Types } from 'mongoose';
import type { BulkResultDto } from '../src/lists/bulk.dto.js';
import { ManagedProducts } from '../src/products/managed-products.service.js';
import type { Product } from '../src/products/product.schema.js';
import { type Shop, startShop, type TestUser } from './harness.js';

let shop: Shop;
let admin: TestUser;
let kind: string;
let serial = 0;

beforeAll(async () => {
  shop = await startShop();
  admin = await shop.user({ role: 'admin' });
});
afterAll(() => shop.close());
beforeEach(() => {
  kind = `kind-${(serial += 1)}`;
});

const made = async (fields: Partial<Product> = {}): Promise<string> =>
  String((await shop.product({ kind, ...fields }))._id);
const bulk = (what: string, body: object, headers = {}) =>
  shop.call('POST', `/items/bulk/${what}`, { as: admin, body, headers });
const now = async (id: string) => (await shop.call('GET', `/items/${id}/edit`, { as: admin })).body;
const outcomesOf = (body: BulkResultDto) =>
  Object.fromEntries(body.rows.map(({ label, outcome, before, after }) => [label, [outcome, before, after]]));
const audited = (entityId: string) => shop.db.collection('audit_entries').find({ entityId }).toArray();

describe('POST /items/bulk/price', () => {
  it('shows old and new prices first, and changes nothing', async () => {
    const id = await made({ name: 'A', priceCents: 999 });
    await made({ name: 'B', priceCents: 99_999_999 });
    const { status, body } = await bulk('price', { filter: { kind }, percent: 10, dryRun: true });
    expect([status, body.matched, body.qualifying, body.dryRun]).toEqual([200, 2, 1, true]);
    expect(outcomesOf(body)).toEqual({
      A: ['qualifies', 9.99, 10.99],
      B: ['refused', 999_999.99, 1_099_999.99],
    });
    expect((await now(id)).price).toBe(9.99);
  });

  it('changes each product in a transaction with its audit entry, and makes open edits stale', async () => {
    const id = await made({ name: 'C', priceCents: 1_045 });
    const { body } = await bulk('price', { ids: [id], percent: -10 });
    expect(outcomesOf(body)).toEqual({ C: ['done', 10.45, 9.41] });
    expect((await shop.call('GET', `/item/${id}`)).body.price).toBe(9.41);
    expect(await audited(id)).toMatchObject([
      { action: 'product.updated', before: { price: 10.45 }, after: { price: 9.41 } },
    ]);
    const headers = { 'if-match': '"0"' };
    expect(
      (await shop.call('PATCH', `/items/${id}`, { as: admin, headers, body: { price: 1 } })).status,
    ).toBe(412);
  });

  it('sets one price for all, archived ones too', async () => {
    const ids = [await made({ name: 'D' }), await made({ name: 'E' })];
    await shop.call('POST', `/items/${ids[1]}/archive`, { as: admin });
    const { body } = await bulk('price', { filter: { kind, state: 'archived' }, price: 3.5 });
    expect(outcomesOf(body)).toEqual({ E: ['done', 20, 3.5] });
    expect(outcomesOf((await bulk('price', { ids, price: 3.5 })).body)).toEqual({
      D: ['done', 20, 3.5],
      E: ['refused', 3.5, 3.5],
    });
  });

  it('applies a percentage once for an idempotency key', async () => {
    const id = await made({ priceCents: 1_000 });
    const send = () => bulk('price', { ids: [id], percent: 50 }, { 'idempotency-key': `bulk-${id}` });
    await Promise.all([send(), send()]);
    expect((await send()).body.rows[0]).toMatchObject({ outcome: 'done', after: 15 });
    expect((await now(id)).price).toBe(15);
  });

  it('goes on where a server died, without a second change of what was done', async () => {
    const ids = [await made({ priceCents: 1_000 }), await made({ priceCents: 1_000 })];
    const key = { 'idempotency-key': `resumed-${ids[0]}` };
    expect((await bulk('price', { ids, percent: 50 }, key)).status).toBe(200);
    // as if it had died after the first row: the response is not there, the lease is over, one row is undone
    const keys = shop.db.collection<{ _id: string; creates: Types.ObjectId }>('idempotency_keys');
    const [claim] = await keys.find({}).sort({ expiresAt: -1 }).limit(1).toArray();
    await keys.updateOne({ _id: claim!._id }, { $unset: { answer: '' }, $set: { leaseUntil: new Date(0) } });
    const applied = shop.db.collection<{ _id: string }>('applied_changes');
    await applied.deleteOne({ _id: `${String(claim!.creates)}/${ids[1]}` });
    await shop.db.model('Product').updateOne({ _id: ids[1] }, { priceCents: 1_000 });
    expect((await bulk('price', { ids, percent: 50 }, key)).body.rows).toHaveLength(2);
    expect([(await now(ids[0]!)).price, (await now(ids[1]!)).price]).toEqual([15, 15]);
  });

  it('changes every row when it is told so, and only then', async () => {
    const id = await made({ priceCents: 1_000 });
    const rows = await shop.db.collection('products').countDocuments({ removedAt: null });
    for (const body of [{}, { filter: {} }, { filter: { q: '*' } }]) {
      const { body: preview } = await bulk('price', { ...body, all: true, percent: 10, dryRun: true });
      expect(preview.matched).toBe(rows);
    }
    const { body } = await bulk('price', { all: true, filter: { kind }, percent: 10 });
    expect(body).toMatchObject({ matched: 1, rows: [{ id, outcome: 'done', after: 11 }] });
  });

  it('is done on what its preview showed, or not at all', async () => {
    const ids = [await made({ name: 'K', priceCents: 1_000 }), await made({ name: 'L', priceCents: 1_000 })];
    const body = { filter: { kind }, percent: 10 };
    const { previewId } = (await bulk('price', { ...body, dryRun: true })).body as BulkResultDto;
    const headers = { 'if-match': '"0"' };
    await shop.call('PATCH', `/items/${ids[1]}`, { as: admin, headers, body: { description: 'New.' } });
    expect(await bulk('price', { ...body, previewId })).toMatchObject({
      status: 409,
      body: { type: 'urn:rapid:problem:preview-stale' },
    });
    expect((await now(ids[0]!)).price).toBe(10);
    const again = (await bulk('price', { ...body, dryRun: true })).body as BulkResultDto;
    const run = () =>
      bulk('price', { ...body, previewId: again.previewId }, { 'idempotency-key': `preview-${ids[0]}` });
    expect((await run()).body).toMatchObject({ qualifying: 2, dryRun: false });
    expect((await run()).status).toBe(200);
    expect((await now(ids[0]!)).price).toBe(11);
  });

  it('shows the numbers that it wrote, not those that it had read before', async () => {
    const id = await made({ name: 'M', priceCents: 1_000, availableQ: 10 });
    const managed = shop.app.get(ManagedProducts);
    const write = managed.write.bind(managed);
    const meanwhile = (update: object) =>
      vi.spyOn(managed, 'write').mockImplementationOnce(async (...args) => {
        await shop.db.model('Product').updateOne({ _id: id }, update);
        return write(...args);
      });
    meanwhile({ $set: { priceCents: 2_000 } });
    expect(outcomesOf((await bulk('price', { ids: [id], percent: 50 })).body)).toEqual({
      M: ['done', 20, 30],
    });
    meanwhile({ $inc: { availableQ: -4 } });
    const { body } = await bulk('stock', { ids: [id], units: 5, reason: 'Counted' });
    expect(outcomesOf(body)).toEqual({ M: ['done', 6, 11] });
  });

  it('shows rows to API keys that may read them only', async () => {
    const id = await made({ name: 'N', priceCents: 1_000 });
    const key = await shop.apiKey(admin, { scopes: ['catalogue:write'] });
    const call = (body: object) => shop.call('POST', '/items/bulk/price', { as: key, body });
    expect(await call({ ids: [id], percent: 10, dryRun: true })).toMatchObject({
      status: 403,
      body: { type: 'urn:rapid:problem:missing-scope', scope: 'catalogue:read' },
    });
    expect((await call({ ids: [id], percent: 10 })).body.rows).toEqual([{ id, label: id, outcome: 'done' }]);
  });

  it.each([
    [{ percent: 10 }, { ids: expect.any(String) }],
    [{ ids: [], percent: 10 }, { ids: 'Give at least one.' }],
    [{ ids: ['x'], percent: 10 }, { ids: expect.any(String) }],
    [{ filter: {}, percent: 10 }, { filter: expect.stringContaining('"all": true') }],
    [{ filter: { q: '* ?' }, percent: 10 }, { 'filter.q': expect.stringContaining('"all": true') }],
    [{ filter: { kind: ' ' }, percent: 10 }, { 'filter.kind': expect.any(String) }],
    [{ all: false, percent: 10 }, { ids: expect.any(String) }],
    [{ all: true, ids: ['665f1c2ab8d4e1a2b3c4d5e6'], percent: 10 }, { ids: expect.any(String) }],
    [{ filter: { kind: 'x' }, percent: 10, previewId: 'x' }, { previewId: expect.any(String) }],
    [{ filter: {} }, { price: 'Give a price or a percentage, and not both' }],
    [{ filter: {}, price: 1, percent: 1 }, { price: expect.any(String) }],
    [{ filter: {}, percent: 0 }, { percent: 'Enter a number other than 0.' }],
    [{ filter: {}, percent: -100 }, { percent: 'Enter at least -99.' }],
    [{ filter: {}, percent: 0.001 }, { percent: expect.any(String) }],
    [{ filter: {}, price: 0 }, { price: 'Enter a price above 0.' }],
  ])('refuses %j', async (body, errors) => {
    expect(await bulk('price', body)).toMatchObject({ status: 400, body: { errors } });
  });
});

describe('POST /items/bulk/stock', () => {
  it('adds units to each, and never takes more than there is', async () => {
    const ids = [await made({ name: 'F', availableQ: 3 }), await made({ name: 'G', availableQ: 30 })];
    const body = { filter: { kind }, units: -5, reason: 'Counted' };
    expect(outcomesOf((await bulk('stock', { ...body, dryRun: true })).body)).toEqual({
      F: ['refused', 3, -2],
      G: ['qualifies', 30, 25],
    });
    const { body: done } = await bulk('stock', body);
    expect(outcomesOf(done)).toEqual({ F: ['refused', 3, -2], G: ['done', 30, 25] });
    expect(done.rows[0]).toMatchObject({ reason: 'Only 3 units are left.' });
    expect([(await now(ids[0]!)).availableQ, (await now(ids[1]!)).availableQ]).toEqual([3, 25]);
    expect(await audited(ids[1]!)).toMatchObject([{ after: { units: -5, reason: 'Counted' } }]);
  });

  it('loses nothing against orders of the same products', async () => {
    const ids = [await made({ minimumOQ: 1 }), await made({ minimumOQ: 1 })];
    const customer = await shop.user();
    const order = (productId: string) =>
      shop.call('POST', '/purchase', {
        as: customer,
        body: { productId, address: 'Here', phone: '5550100', orderQuantity: 2 },
      });
    const [done, ...orders] = await Promise.all([
      bulk('stock', { ids, units: 50, reason: 'Delivery' }),
      ...Array.from({ length: 10 }, (_, n) => order(ids[n % 2]!)),
    ]);
    expect(done.body.rows.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['done', 'done']);
    expect(new Set(orders.map(({ status }) => status))).toEqual(new Set([201]));
    for (const id of ids) expect((await now(id)).availableQ).toBe(100 + 50 - 10);
  });

  it.each([
    [{ filter: {}, units: 1 }, { reason: 'Reason is Required' }],
    [{ filter: {}, units: 0, reason: 'x' }, { units: 'Enter a number other than 0.' }],
    [{ filter: { availability: 'some' }, units: 1, reason: 'x' }, expect.anything()],
  ])('refuses %j', async (body, errors) => {
    expect(await bulk('stock', body)).toMatchObject({ status: 400, body: { errors } });
  });
});

it('POST /items/bulk/archive archives each, says which are already, and none that is deleted', async () => {
  const ids = [await made({ name: 'H' }), await made({ name: 'I' }), await made({ name: 'J' })];
  await shop.call('POST', `/items/${ids[1]}/archive`, { as: admin });
  await shop.call('DELETE', `/item/${ids[2]}`, { as: admin });
  const { body } = await bulk('archive', { ids });
  expect(body.rows).toMatchObject([
    { label: 'H', outcome: 'done' },
    { label: 'I', outcome: 'refused', reason: 'It is archived already.' },
    { label: 'J', outcome: 'refused', reason: 'There is no such product.' },
  ]);
  expect((await now(ids[0]!)).state).toBe('archived');
  expect(await bulk('archive', { ids: [ids[2]], filter: {} })).toMatchObject({ status: 400 });
});

it('POST /items/bulk/unarchive puts each on sale again, says which are already, and none that is deleted', async () => {
  const ids = [await made({ name: 'O' }), await made({ name: 'P' }), await made({ name: 'Q' })];
  await shop.call('POST', `/items/${ids[0]}/archive`, { as: admin });
  await shop.call('DELETE', `/item/${ids[2]}`, { as: admin });
  const { body } = await bulk('unarchive', { ids });
  expect(body.rows).toMatchObject([
    { label: 'O', outcome: 'done' },
    { label: 'P', outcome: 'refused', reason: 'It is on sale already.' },
    { label: 'Q', outcome: 'refused', reason: 'There is no such product.' },
  ]);
  expect((await shop.call('GET', `/item/${ids[0]}`)).status).toBe(200);
});
