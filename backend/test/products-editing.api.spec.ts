import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Product } from '../src/products/product.schema.js';
import { type Shop, startShop, type TestUser } from './harness.js';

let shop: Shop;
let admin: TestUser;
let colleague: TestUser;

beforeAll(async () => {
  shop = await startShop();
  admin = await shop.user({ role: 'admin' });
  colleague = await shop.user({ role: 'admin' });
});
afterAll(() => shop.close());

const made = async (fields: Partial<Product> = {}): Promise<string> =>
  String((await shop.product(fields))._id);
const read = async (id: string, as = admin) => {
  const { status, headers, body } = await shop.call('GET', `/items/${id}/edit`, { as });
  return { status, body, etag: headers.get('etag')! };
};
const edit = (id: string, body: object, etag: string | undefined, as = admin) =>
  shop.call('PATCH', `/items/${id}`, { as, body, headers: etag ? { 'if-match': etag } : {} });
const shown = async (id: string) => (await shop.call('GET', `/item/${id}`)).body;
const entriesOf = (entityId: string) =>
  shop.db.collection('audit_entries').find({ entityId }).sort({ at: 1 }).toArray();

describe('PATCH /items/{id}', () => {
  it('changes every field of the form, and shows it in the shop at once', async () => {
    const id = await made({ name: 'Harrow Fan', kind: 'cooler', minimumOQ: 5, availableQ: 20 });
    const before = await read(id);
    expect(before).toMatchObject({ status: 200, etag: '"0"', body: { state: 'on-sale', price: 20 } });
    const changes = {
      name: 'Harrow Blower',
      price: 12.5,
      minimumOQ: 10,
      description: 'Louder.',
      img: '/products/blower.webp',
      kind: 'case',
      sku: 'hb-1',
      lowStockAt: 30,
    };
    const { status, headers, body } = await edit(id, changes, before.etag);
    expect({ status, etag: headers.get('etag') }).toEqual({ status: 200, etag: '"1"' });
    const expected = { ...changes, sku: 'HB-1', availability: 'low', availableQ: 20 };
    expect(body).toMatchObject(expected);
    const { lowStockAt: _adminsOnly, ...visible } = expected;
    expect(await shown(id)).toMatchObject(visible);
    const found = async (q: string) => (await shop.call('GET', `/items/search?q=${q}`)).body.total as number;
    expect([await found('blower'), await found('hb-1'), await found('harrow%20fan')]).toEqual([1, 1, 0]);
    expect(await entriesOf(id)).toMatchObject([
      {
        action: 'product.updated',
        actor: { id: admin.id },
        label: 'Harrow Blower',
        before: { name: 'Harrow Fan', price: 20, minimumOQ: 5, kind: 'cooler' },
        after: { ...changes, sku: 'HB-1' },
      },
    ]);
  });

  it('leaves what is not sent, and clears what is null', async () => {
    const id = await made({ kind: 'cooler', lowStockAt: 3, sku: 'CLEAR-1' });
    const { etag } = await read(id);
    expect(await edit(id, { price: 9.99 }, etag)).toMatchObject({ body: { kind: 'cooler', price: 9.99 } });
    const { body } = await edit(id, { kind: null, lowStockAt: null, sku: null }, '"1"');
    for (const field of ['kind', 'lowStockAt', 'sku']) expect(body).not.toHaveProperty(field);
  });

  it.each([undefined, '*', ' * '])('is 428 with If-Match %p, and changes nothing', async (etag) => {
    const id = await made();
    expect(await edit(id, { price: 1 }, etag)).toMatchObject({
      status: 428,
      body: { type: 'urn:rapid:problem:version-required' },
    });
    expect(await shown(id)).toMatchObject({ price: 20 });
  });

  it('refuses the second of two edits of the same version, and the second only', async () => {
    const id = await made();
    const { etag } = await read(id);
    const statuses = await Promise.all([
      edit(id, { price: 11 }, etag).then(({ status }) => status),
      edit(id, { name: 'Renamed' }, etag, colleague).then(({ status }) => status),
    ]);
    expect(statuses.toSorted()).toEqual([200, 412]);
    const { body } = await read(id);
    expect([body.price === 11, body.name === 'Renamed'].filter(Boolean)).toHaveLength(1);
    expect(await entriesOf(id)).toHaveLength(1);
  });

  it('refuses all but one of many edits at once', async () => {
    const id = await made();
    const { etag } = await read(id);
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, n) => edit(id, { price: n + 1 }, etag)),
    );
    expect(responses.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 412)).toHaveLength(11);
  });

  it('is not made stale by an order, a restock or archiving', async () => {
    const id = await made({ availableQ: 40 });
    const { etag } = await read(id);
    const order = { productId: id, address: 'Here', phone: '5550100', orderQuantity: 10 };
    expect((await shop.call('POST', '/purchase', { as: await shop.user(), body: order })).status).toBe(201);
    const body = { units: 5, reason: 'Delivery' };
    expect((await shop.call('POST', `/items/${id}/restock`, { as: colleague, body })).status).toBe(200);
    expect((await shop.call('POST', `/items/${id}/archive`, { as: colleague })).status).toBe(200);
    expect(await edit(id, { minimumOQ: 12 }, etag)).toMatchObject({
      status: 200,
      body: { availableQ: 35, availability: 'low', state: 'archived' },
    });
  });

  it('changes nothing, and makes nothing stale, when all is as it was', async () => {
    const id = await made();
    expect(await edit(id, { price: 20, kind: 'cooler' }, '"0"')).toMatchObject({ status: 200 });
    expect((await read(id)).etag).toBe('"0"');
    expect(await entriesOf(id)).toEqual([]);
  });

  it.each([
    [{ name: '' }, { name: 'Name is Required' }],
    [{ name: null }, { name: expect.any(String) }],
    [{ price: null }, { price: expect.any(String) }],
    [{ price: 0 }, { price: 'Enter a price above 0.' }],
    [{ price: 1.001 }, { price: expect.any(String) }],
    [{ minimumOQ: 0 }, { minimumOQ: 'Enter at least 1.' }],
    [{ lowStockAt: -1 }, { lowStockAt: 'Enter at least 0.' }],
    [{ kind: 'No Kind' }, { kind: expect.any(String) }],
    [{ sku: 'a b' }, { sku: expect.any(String) }],
    [{ img: 'javascript:1' }, { img: expect.any(String) }],
    [{ img: '/api/images/665f1c2ab8d4e1a2b3c4d5e6' }, { img: 'Please upload the photo again' }],
  ])('refuses %j', async (body, errors) => {
    const id = await made();
    expect(await edit(id, body, '"0"')).toMatchObject({ status: 400, body: { errors } });
    expect((await read(id)).etag).toBe('"0"');
  });

  it('is for admins, and for products that are there', async () => {
    const id = await made();
    const customer = await shop.user();
    expect((await edit(id, { price: 1 }, '"0"', customer)).status).toBe(403);
    expect((await read(id, customer)).status).toBe(403);
    await shop.call('DELETE', `/item/${id}`, { as: admin });
    expect((await edit(id, { price: 1 }, '"0"')).status).toBe(404);
    expect((await read(id)).status).toBe(404);
  });
});

describe('a SKU', () => {
  it('is unique, whatever its case, and said so at the field', async () => {
    const body = { name: 'Fan', price: 2, minimumOQ: 1, availableQ: 1, description: 'A.', img: '/x.webp' };
    const add = (sku: string) => shop.call('POST', '/product', { as: admin, body: { ...body, sku } });
    expect(await add('UNI-1')).toMatchObject({ status: 201 });
    const taken = { status: 409, body: { errors: { sku: 'Another product has the SKU UNI-1.' } } };
    expect(await add('uni-1')).toMatchObject(taken);
    const id = await made();
    expect(await edit(id, { sku: 'Uni-1', price: 3 }, '"0"')).toMatchObject(taken);
    expect((await read(id)).body).toMatchObject({ price: 20 });
    expect(await entriesOf(id)).toEqual([]);
  });

  it('is the only reason for which a new product is refused as a duplicate', async () => {
    const body = { name: 'Twin', price: 1, minimumOQ: 1, availableQ: 1, description: 'One', img: '/a.webp' };
    const products = shop.db.collection('products');
    await products.createIndex(
      { description: 1 },
      { unique: true, partialFilterExpression: { name: 'Twin' } },
    );
    const create = (fields: object) =>
      shop.call('POST', '/product', { as: admin, body: { ...body, ...fields } });
    try {
      expect((await create({})).status).toBe(201);
      // nothing was created, so it is no repetition
      expect((await create({})).status).toBe(500);
      expect(await products.countDocuments({ name: 'Twin' })).toBe(1);
    } finally {
      await products.dropIndex('description_1');
    }
  });

  it('is found by a search, however long the description is', async () => {
    const description = Array.from({ length: 150 }, (_, n) => `word${n}`).join(' ');
    const id = await made();
    await edit(id, { sku: 'FOUND-1', description }, '"0"');
    const found = async (q: string) =>
      (await shop.call('GET', `/items/search?q=${q}`)).body.items.map(
        ({ _id }: { _id: string }) => _id,
      ) as string[];
    expect(await found('found-1')).toEqual([id]);
    expect([await found('word79'), await found('word149')]).toEqual([[id], [id]]);
  });

  it('of a deleted product is free for another one', async () => {
    const id = await made({ sku: 'FREE-1' });
    await shop.call('DELETE', `/item/${id}`, { as: admin });
    const heir = await made();
    expect(await edit(heir, { sku: 'FREE-1' }, '"0"')).toMatchObject({ status: 200 });
    expect(await shop.call('POST', `/items/${id}/restore`, { as: admin })).toMatchObject({
      status: 409,
      body: { errors: { sku: expect.stringContaining('FREE-1') } },
    });
  });
});
