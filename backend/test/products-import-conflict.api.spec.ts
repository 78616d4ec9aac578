import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ManagedProducts } from '../src/products/managed-products.service.js';
import { type Shop, startShop, type TestUser } from './harness.js';

describe('POST /items/import while its products change', () => {
  let shop: Shop;
  let admin: TestUser;
  let customer: TestUser;

  beforeAll(async () => {
    shop = await startShop();
    admin = await shop.user({ role: 'admin' });
    customer = await shop.user();
  });
  afterAll(() => shop.close());
  afterEach(() => vi.restoreAllMocks());

  const importFile = (body: string) =>
    shop.call('POST', '/items/import', { as: admin, body, headers: { 'content-type': 'text/csv' } });

  /** Sells five units between the plan of each attempt and its write, unless `isOver` then. */
  function sellBeforeEachWrite(productId: string, isOver: (attempt: number) => boolean) {
    const attempts = { count: 0 };
    const managed = shop.app.get(ManagedProducts, { strict: false });
    const write = managed.write.bind(managed);
    vi.spyOn(managed, 'write').mockImplementation(async (change, work) => {
      const body = { productId, address: '12 Foundry Lane', phone: '5550100', orderQuantity: 5 };
      attempts.count += 1;
      if (!isOver(attempts.count))
        expect((await shop.call('POST', '/purchase', { as: customer, body })).status).toBe(201);
      return write(change, work);
    });
    return attempts;
  }

  /** Those of `products` and `audit_entries` that an import writes. */
  const stored = async () => ({
    products: await shop.db.collection('products').find().sort({ _id: 1 }).toArray(),
    entries: await shop.db.collection('audit_entries').countDocuments(),
  });

  it('is planned again, from what is there then', async () => {
    const { _id } = await shop.product({ sku: 'ACC-1', availableQ: 100 });
    const attempts = sellBeforeEachWrite(String(_id), (attempt) => attempt > 2);
    expect(await importFile('sku,restock\nACC-1,7\n')).toMatchObject({ status: 200, body: { updated: 1 } });
    expect(attempts.count).toBe(3);
    expect(await shop.db.collection('products').findOne({ _id })).toMatchObject({ availableQ: 97 });
  });

  it('is refused with 409 and changes nothing when they still change after 15 s', async () => {
    const { _id, name } = await shop.product({ sku: 'ACC-2', availableQ: 100 });
    const before = await stored();
    const now = Date.now.bind(Date);
    const attempts = sellBeforeEachWrite(String(_id), (attempt) => {
      // the time that the attempts may take has passed
      if (attempt === 3) vi.spyOn(Date, 'now').mockImplementation(() => now() + 16_000);
      return false;
    });
    const response = await importFile(
      'sku,name,price,minimumOQ,restock,description,img\n' +
        'NEW-1,New part,9.90,1,10,A part.,/demo/a.webp\nACC-2,Other name,9.90,1,7,A part.,/demo/a.webp\n',
    );
    expect(response).toMatchObject({
      status: 409,
      body: {
        status: 409,
        title: 'Conflict',
        detail: 'Products of the file were changed meanwhile, so nothing was imported; try again.',
        instance: '/api/items/import',
      },
    });
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(response.body.type).toMatch(/catalogue-changed$/);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(attempts.count).toBe(3);
    const after = await stored();
    expect(after.entries).toBe(before.entries);
    expect(after.products).toHaveLength(before.products.length);
    expect(after.products.find(({ sku }) => sku === 'ACC-2')).toMatchObject({ name, availableQ: 85 });
  });
});
