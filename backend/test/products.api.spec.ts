import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import mongoose from 'mongoose';
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

const part = {
  name: 'Northbeam 480',
  price: 49.9,
  minimumOQ: 5,
  availableQ: 120,
  description: 'A drive.',
  img: '/products/x.webp',
};
const add = (fields: object = {}, who: TestUser | undefined = admin) =>
  shop.call('POST', '/product', { as: who, body: { ...part, ...fields } });
const names = async (query: string): Promise<string[]> => {
  const { status, body } = await shop.call('GET', `/items/search?${query}`);
  expect(status).toBe(200);
  return (body.items as { name: string }[]).map(({ name }) => name);
};

describe('POST /product', () => {
  it('adds a product that is then in every list', async () => {
    const added = await add({ kind: 'ssd', lowStockAt: 20 });
    expect(added).toMatchObject({
      status: 201,
      body: { insertedId: expect.stringMatching(/^[0-9a-f]{24}$/) },
    });
    const _id = added.body.insertedId as string;
    const item = await shop.call('GET', `/item/${_id}`);
    expect(item.body).toEqual({
      _id,
      ...part,
      kind: 'ssd',
      kindLabel: 'SSD',
      specification: expect.any(Array),
      availability: 'orderable',
      createdAt: expect.any(String),
    });
    // from which level it counts as low is for admins
    const managed = await shop.call('GET', `/items/${_id}/edit`, { as: admin });
    expect(managed.body).toMatchObject({ ...part, kind: 'ssd', availability: 'orderable', lowStockAt: 20 });
    for (const path of ['/items', '/product']) expect((await shop.call('GET', path)).body[0]._id).toBe(_id);
    expect(await names('q=northb%20480')).toContain('Northbeam 480');
  });

  it.each([
    ['name', '', 'Name is Required'],
    ['name', undefined, 'Name is Required'],
    ['price', undefined, 'Price is Required'],
    ['minimumOQ', '', 'Minimum Order is Required'],
    ['availableQ', undefined, 'Available Quantity is Required'],
    ['description', ' ', 'Description is Required'],
    ['img', undefined, 'Photo is Required'],
    ['price', 0, expect.any(String)],
    ['price', -1, expect.any(String)],
    ['price', 1.001, expect.any(String)],
    ['price', 'free', expect.any(String)],
    ['minimumOQ', 0, expect.any(String)],
    ['minimumOQ', 1.5, expect.any(String)],
    ['availableQ', -1, expect.any(String)],
    ['img', 'http://insecure.example/x.png', expect.any(String)],
    ['img', '//elsewhere.example/x.png', expect.any(String)],
    ['img', 'javascript:alert(1)', expect.any(String)],
    ['kind', 'Not A Kind', expect.any(String)],
    ['name', { $gt: '' }, expect.any(String)],
  ])('refuses %s = %j', async (field, value, message) => {
    expect(await add({ [field]: value })).toMatchObject({
      status: 400,
      body: { errors: { [field]: message } },
    });
  });

  it('takes numbers from a form as their strings', async () => {
    const { body } = await add({ price: '0.1', minimumOQ: '1', availableQ: '7' });
    expect((await shop.call('GET', `/item/${body.insertedId}`)).body).toMatchObject({
      price: 0.1,
      minimumOQ: 1,
      availableQ: 7,
    });
  });

  it('is for admins', async () => {
    expect(await add({}, customer)).toMatchObject({ status: 403 });
    expect(await shop.call('POST', '/product', { body: part })).toMatchObject({ status: 401 });
  });
});

describe('DELETE /item/{id}', () => {
  const remove = (id: string, headers = {}, who = admin) =>
    shop.call('DELETE', `/item/${id}`, { as: who, headers });

  it('takes a product out of every list at once', async () => {
    const { _id } = await shop.product({ name: 'Vanishing Fan' });
    const id = String(_id);
    expect(await remove(id, {}, customer)).toMatchObject({ status: 403 });
    expect(await remove(id)).toMatchObject({ status: 200, body: { deletedCount: 1 } });
    expect(await shop.call('GET', `/item/${id}`)).toMatchObject({
      status: 404,
      body: { type: 'urn:rapid:problem:gone' },
    });
    expect(await shop.call('GET', `/item/${'0'.repeat(24)}`)).toMatchObject({ status: 404 });
    expect(JSON.stringify((await shop.call('GET', '/items')).body)).not.toContain(id);
    expect(await names('q=vanishing')).toEqual([]);
    expect(await names('q=vanishing&kind=cooler')).toEqual([]);
    expect(await remove(id)).toMatchObject({ status: 404 });
  });

  it('honours If-Match', async () => {
    const id = String((await shop.product())._id);
    const { headers } = await shop.call('GET', `/item/${id}`);
    expect(await remove(id, { 'if-match': '"9"' })).toMatchObject({ status: 412 });
    expect(await remove(id, { 'if-match': headers.get('etag')! })).toMatchObject({ status: 200 });
  });

  it.each(['x', '0123456789abcdef0123456', '0123456789abcdef01234567g'])(
    'is 400 for the id %s',
    async (id) => {
      expect(await remove(id)).toMatchObject({ status: 400 });
      expect(await shop.call('GET', `/item/${id}`)).toMatchObject({ status: 400 });
    },
  );
});

describe('GET /items/search', () => {
  beforeAll(async () => {
    const kinds = { name: 'Tarn', kind: 'tarnkind' };
    await shop.product({ ...kinds, name: 'Tarn A', priceCents: 100, availableQ: 0, minimumOQ: 1 });
    await shop.product({ ...kinds, name: 'Tarn B', priceCents: 200, availableQ: 3, minimumOQ: 5 });
    await shop.product({ ...kinds, name: 'Tarn C', priceCents: 300, availableQ: 6, minimumOQ: 5 });
    await shop.product({ ...kinds, name: 'Tarn D', priceCents: 400, availableQ: 99, minimumOQ: 5 });
  });

  it.each([
    ['q=tarn', ['Tarn D', 'Tarn C', 'Tarn B', 'Tarn A']],
    ['q=TAR&sort=oldest', ['Tarn A', 'Tarn B', 'Tarn C', 'Tarn D']],
    ['kind=tarnkind&sort=-price', ['Tarn D', 'Tarn C', 'Tarn B', 'Tarn A']],
    ['kind=tarnkind&sort=price&pageSize=2', ['Tarn A', 'Tarn B']],
    ['kind=tarnkind&sort=price&pageSize=2&page=2', ['Tarn C', 'Tarn D']],
    ['kind=tarnkind&sort=-name', ['Tarn D', 'Tarn C', 'Tarn B', 'Tarn A']],
    ['kind=tarnkind&sort=availableQ', ['Tarn A', 'Tarn B', 'Tarn C', 'Tarn D']],
    ['kind=tarnkind&minPrice=2&maxPrice=3&sort=price', ['Tarn B', 'Tarn C']],
    ['kind=tarnkind&availability=sold-out', ['Tarn A']],
    ['kind=tarnkind&availability=below-minimum', ['Tarn B']],
    ['kind=tarnkind&availability=low', ['Tarn C']],
    ['kind=tarnkind&availability=low-stock&sort=name', ['Tarn A', 'Tarn B', 'Tarn C']],
    ['kind=tarnkind&availability=low-stock&q=tarn&sort=name', ['Tarn A', 'Tarn B', 'Tarn C']],
    ['kind=tarnkind&availability=orderable&q=tarn', ['Tarn D']],
    ['kind=tarnkind&availability=orderable&maxPrice=3', []],
    ['q=tarn%20d', ['Tarn D']],
    ['q=tarnk%20b', ['Tarn B']],
    ['q=tarnl&asTyped=true', []],
    ['q=tarnkind&sort=price', ['Tarn A', 'Tarn B', 'Tarn C', 'Tarn D']],
    ['q=tarnkindx&asTyped=true', []],
    ['q=.*&kind=tarnkind', []],
    ['q=nosuchword', []],
  ])('%s', async (query, expected) => expect(await names(query)).toEqual(expected));

  it('goes on by cursor, in every sort', async () => {
    for (const sort of [
      'newest',
      'oldest',
      'price',
      '-price',
      'name',
      '-name',
      'availableQ',
      '-availableQ',
    ]) {
      const whole = await names(`kind=tarnkind&sort=${sort}`);
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const next = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
        const { body } = await shop.call('GET', `/items/search?kind=tarnkind&sort=${sort}&pageSize=1${next}`);
        expect(body).toMatchObject({ total: 4, totalIsExact: true });
        seen.push(...(body.items as { name: string }[]).map(({ name }) => name));
        cursor = body.nextCursor as string | undefined;
      } while (cursor);
      expect(seen).toEqual(whole);
    }
  });

  it.each([
    'sort=cheapest',
    'page=0',
    'page=1.5',
    'pageSize=101',
    'minPrice=x',
    'availability=some',
    'cursor=zzz',
    'page=501',
    'q[$gt]=1&q[x]=2',
  ])('refuses %s', async (query) => {
    const { status } = await shop.call('GET', `/items/search?${query}`);
    expect(status).toBe(400);
  });
});

describe('lists', () => {
  it('are newest first, at most as many as asked for, with the whole number', async () => {
    const { headers, body } = await shop.call('GET', '/items?limit=2');
    expect(body).toHaveLength(2);
    expect(Number(headers.get('x-total-count'))).toBe(
      await shop.db.model('Product').countDocuments({ removedAt: null }),
    );
    expect(body[0].createdAt >= body[1].createdAt).toBe(true);
    expect(await shop.call('GET', '/items?limit=1001')).toMatchObject({ status: 400 });
  });

  it('of kinds are in order, each once', async () => {
    await shop.product({ kind: 'aaa', removedAt: new Date() });
    const { body } = await shop.call('GET', '/items/kinds');
    expect(body.kinds).toEqual([...new Set(body.kinds as string[])].sort());
    expect(body.kinds).toContain('tarnkind');
    expect(body.kinds).not.toContain('aaa');
  });
});

describe('GET /items/search', () => {
  it.each([
    [`q=${'x'.repeat(201)}`, { q: 'Enter at most 200 characters.' }],
    ['minPrice=1000000', { minPrice: 'Enter at most 999999.99.' }],
    ['maxPrice=1000000', { maxPrice: 'Enter at most 999999.99.' }],
  ])('responds with 400 with the message of each field to ?%.20s', async (query, errors) => {
    expect(await shop.call('GET', `/items/search?${query}`)).toMatchObject({ status: 400, body: { errors } });
  });
});

describe('queries of the database', () => {
  async function operationsDuring(work: () => Promise<unknown>): Promise<string[]> {
    const operations: string[] = [];
    mongoose.set('debug', (collection: string, operation: string) => {
      if (collection === 'products') operations.push(operation);
    });
    try {
      await work();
      return operations;
    } finally {
      mongoose.set('debug', false);
    }
  }

  it('are one for each kind, however many ask for them at once, and none are stale after a write', async () => {
    const kinds = async () => (await shop.call('GET', '/items/kinds')).body.kinds as string[];
    expect(await kinds()).not.toContain('hard-disk');
    const { body: added } = await add({ kind: 'hard-disk' });
    // the search has read it
    await shop.call('GET', '/items/search?q=hard');
    const operations = await operationsDuring(async () => {
      for (const shown of await Promise.all(Array.from({ length: 20 }, kinds)))
        expect(shown).toContain('hard-disk');
    });
    // and one that finds no other
    expect(operations).toEqual(['end', ...(await kinds())].map(() => 'findOne'));
    await shop.call('DELETE', `/item/${added.insertedId}`, { as: admin });
    expect(await kinds()).not.toContain('hard-disk');
  });

  it('count only where rows are left out', async () => {
    const total = await shop.db.collection('products').countDocuments({ removedAt: null });
    const read = async (path: string, count: number) => {
      const { headers, body } = await shop.call('GET', path);
      expect([body.length, headers.get('x-total-count')]).toEqual([count, String(total)]);
    };
    expect(await operationsDuring(() => read('/items', total))).toEqual(['find']);
    expect(await operationsDuring(() => read('/product?limit=2', 2))).toEqual(['find', 'countDocuments']);
  });
});
