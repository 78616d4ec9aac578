import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Shop, startShop, type TestUser } from './harness.js';

let shop: Shop;
let admin: TestUser;
let customer: TestUser;

beforeAll(async () => {
  shop = await startShop();
  admin = await shop.user({ role: 'admin' });
  customer = await shop.user();
});
afterAll(() => shop.close());

const post = (id: string, what: string, body?: object, headers = {}) =>
  shop.call('POST', `/items/${id}/${what}`, { as: admin, headers, ...(body && { body }) });
const order = (productId: string, orderQuantity = 5) =>
  shop.call('POST', '/purchase', {
    as: customer,
    body: { productId, address: 'Here', phone: '5550100', orderQuantity },
  });
const stockOf = async (id: string) =>
  (await shop.call('GET', `/items/${id}/edit`, { as: admin })).body.availableQ as number;
const actionsOf = async (entityId: string) => {
  const entries = await shop.db.collection('audit_entries').find({ entityId }).sort({ at: 1 }).toArray();
  return entries.map(({ action }) => action as string);
};
const managed = async (query: string): Promise<string[]> => {
  const { status, body } = await shop.call('GET', `/items/manage?${query}`, { as: admin });
  expect(status).toBe(200);
  return (body.items as { name: string }[]).map(({ name }) => name);
};

describe('POST /items/{id}/restock', () => {
  it('adds units with a reason, and keeps the availability true', async () => {
    const id = String((await shop.product({ availableQ: 0, minimumOQ: 5 }))._id);
    expect(await post(id, 'restock', { units: 40, reason: 'Delivery 7' })).toMatchObject({
      status: 200,
      body: { availableQ: 40, availability: 'orderable' },
    });
    expect(await post(id, 'restock', { units: -38, reason: 'Counted' })).toMatchObject({
      body: { availableQ: 2, availability: 'below-minimum' },
    });
    expect((await shop.call('GET', `/items/search?availability=below-minimum&q=part`)).body.total).toBe(1);
    const entries = await shop.db
      .collection('audit_entries')
      .find({ entityId: id })
      .sort({ at: 1 })
      .toArray();
    expect(entries[0]).toMatchObject({
      action: 'product.restocked',
      before: { availableQ: 0 },
      after: { availableQ: 40, units: 40, reason: 'Delivery 7' },
    });
  });

  it('never takes more than there is', async () => {
    const id = String((await shop.product({ availableQ: 7 }))._id);
    const taken = await post(id, 'restock', { units: -8, reason: 'Counted' });
    expect(taken).toMatchObject({ status: 409, body: { available: 7, detail: 'Only 7 units are left.' } });
    const full = await post(id, 'restock', { units: 1_000_000_000, reason: 'Counted' });
    expect(full).toMatchObject({ status: 409, body: { available: 7 } });
    expect(await stockOf(id)).toBe(7);
    expect(await actionsOf(id)).toEqual([]);
  });

  it('loses nothing against orders and restocks at the same time', async () => {
    const id = String((await shop.product({ availableQ: 100, minimumOQ: 1 }))._id);
    const responses = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        n % 2 ? order(id, 3) : post(id, 'restock', { units: 7, reason: 'Delivery' }),
      ),
    );
    const statuses = responses.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 201]));
    expect(await stockOf(id)).toBe(100 - 12 * 3 + 12 * 7);
  });

  it('adds once for an idempotency key, however often and at once it is sent', async () => {
    const id = String((await shop.product({ availableQ: 1 }))._id);
    const send = () => post(id, 'restock', { units: 9, reason: 'Once' }, { 'idempotency-key': 'restock-1' });
    const responses = await Promise.all([send(), send(), send()]);
    for (const { status, body } of [...responses, await send()])
      expect({ status, stock: body.availableQ }).toEqual({ status: 200, stock: 10 });
    expect(await stockOf(id)).toBe(10);
    expect(await actionsOf(id)).toEqual(['product.restocked']);
  });

  it.each([
    [{}, { units: 'Enter a whole number.', reason: 'Reason is Required' }],
    [{ units: 1.5, reason: 'x' }, { units: 'Enter a whole number.' }],
    [{ units: 0, reason: 'x' }, { units: 'Enter a number other than 0.' }],
    [{ units: 1, reason: ' ' }, { reason: 'Reason is Required' }],
  ])('refuses %j', async (body, errors) => {
    const id = String((await shop.product())._id);
    expect(await post(id, 'restock', body)).toMatchObject({ status: 400, body: { errors } });
  });
});

describe('an archived product', () => {
  it('is gone from the shop at once and cannot be ordered, but stays in the admins’ list', async () => {
    const id = String((await shop.product({ name: 'Quillon Pump', kind: 'pump' }))._id);
    const pending = await order(id);
    expect(await post(id, 'archive')).toMatchObject({ status: 200, body: { state: 'archived' } });
    expect((await order(id)).status).toBe(404);
    expect(await shop.call('GET', `/item/${id}`)).toMatchObject({
      status: 404,
      body: { type: 'urn:rapid:problem:gone', kind: 'pump' },
    });
    expect((await shop.call('GET', '/items/search?q=quillon')).body.items).toEqual([]);
    expect((await shop.call('GET', '/items/kinds')).body.kinds).not.toContain('pump');
    expect(await managed('q=quillon')).toEqual([]);
    for (const query of ['', '&q=quillon', '&kind=pump', '&q=quillon&kind=pump', '&maxPrice=20&sort=price'])
      expect(await managed(`state=archived${query}`)).toEqual(['Quillon Pump']);
    expect(await managed('state=archived&q=other')).toEqual([]);
    // a pending order still returns its units
    await shop.call('DELETE', `/purchase/${pending.body._id}`, { as: customer });
    expect(await stockOf(id)).toBe(100);

    expect(await post(id, 'unarchive')).toMatchObject({ status: 200, body: { state: 'on-sale' } });
    expect((await order(id)).status).toBe(201);
    expect((await shop.call('GET', '/items/search?q=quillon')).body.total).toBe(1);
    expect(await managed('state=archived')).toEqual([]);
    expect(await actionsOf(id)).toEqual(['product.archived', 'product.unarchived']);
  });

  it('archived or unarchived twice is recorded once', async () => {
    const id = String((await shop.product())._id);
    await Promise.all([post(id, 'archive'), post(id, 'archive')]);
    expect((await post(id, 'archive')).body.state).toBe('archived');
    expect(await actionsOf(id)).toEqual(['product.archived']);
    await post(id, 'unarchive');
    expect((await post(id, 'unarchive')).body.state).toBe('on-sale');
    expect(await actionsOf(id)).toEqual(['product.archived', 'product.unarchived']);
  });
});

describe('POST /items/{id}/restore', () => {
  it.each([false, true])('undoes a deletion, archived before: %p', async (isArchived) => {
    const sku = `UNDO-${isArchived}`.toUpperCase();
    const id = String((await shop.product({ name: `Undone ${isArchived}`, sku }))._id);
    if (isArchived) await post(id, 'archive');
    expect((await shop.call('DELETE', `/item/${id}`, { as: admin })).status).toBe(200);
    expect(await managed('q=undone')).toEqual([]);
    expect((await post(id, 'archive')).status).toBe(404);
    expect((await post(id, 'restock', { units: 1, reason: 'x' })).status).toBe(404);
    expect(await post(id, 'restore')).toMatchObject({
      status: 200,
      body: { sku, state: isArchived ? 'archived' : 'on-sale' },
    });
    expect(await managed(`q=undone&state=${isArchived ? 'archived' : 'on-sale'}`)).toHaveLength(1);
    expect((await shop.call('GET', `/item/${id}`)).status).toBe(isArchived ? 404 : 200);
    expect((await actionsOf(id)).slice(-2)).toEqual(['product.deleted', 'product.restored']);
    expect((await post(id, 'restore')).status).toBe(404);
    await shop.call('DELETE', `/item/${id}`, { as: admin });
  });

  it('leaves an edit stale that was begun before the deletion', async () => {
    const id = String((await shop.product())._id);
    await shop.call('DELETE', `/item/${id}`, { as: admin });
    await post(id, 'restore');
    const headers = { 'if-match': '"0"' };
    expect(
      (await shop.call('PATCH', `/items/${id}`, { as: admin, headers, body: { price: 1 } })).status,
    ).toBe(412);
  });
});

it('records who adds and who deletes a product', async () => {
  const body = {
    name: 'Audited',
    price: 2.5,
    minimumOQ: 1,
    availableQ: 4,
    description: 'A.',
    img: '/x.webp',
  };
  const { insertedId } = (await shop.call('POST', '/product', { as: admin, body })).body;
  await shop.call('DELETE', `/item/${insertedId}`, { as: admin });
  const entries = await shop.db
    .collection('audit_entries')
    .find({ entityId: insertedId })
    .sort({ at: 1 })
    .toArray();
  expect(entries).toMatchObject([
    { action: 'product.created', actor: { email: admin.email }, label: 'Audited', after: { ...body } },
    { action: 'product.deleted', label: 'Audited', before: { name: 'Audited', price: 2.5 } },
  ]);
});
