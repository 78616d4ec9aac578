import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Shop, startShop, type TestUser } from './harness.js';

let shop: Shop;
let admin: TestUser;
const ids = new Map<string, string>();

beforeAll(async () => {
  shop = await startShop();
  admin = await shop.user({ role: 'admin' });
  for (const sku of ['A-1', 'B/2', 'GONE-3']) {
    const fields = { price: 49.9, minimumOQ: 5, availableQ: 120, description: 'A part.' };
    const body = { ...fields, name: `Part ${sku}`, img: '/products/x.webp', sku };
    const added = await shop.call('POST', '/product', { as: admin, body });
    ids.set(sku, added.body.insertedId as string);
  }
  await shop.call('DELETE', `/item/${ids.get('GONE-3')}`, { as: admin });
});
afterAll(() => shop.close());

const find = (...skus: string[]) =>
  shop.call(
    'GET',
    `/items/by-sku?${new URLSearchParams(skus.map((sku): [string, string] => ['sku', sku])).toString()}`,
  );

describe('GET /items/by-sku', () => {
  it('finds parts on sale for everybody, in the order given and whatever the case', async () => {
    const { status, body } = await find('b/2', 'NONE', 'A-1', 'GONE-3', 'a-1');
    expect(status).toBe(200);
    expect((body as { _id: string; sku: string }[]).map(({ _id, sku }) => [sku, _id])).toEqual([
      ['B/2', ids.get('B/2')],
      ['A-1', ids.get('A-1')],
    ]);
  });

  it('takes one alone, as it takes two hundred', async () => {
    expect((await find('A-1')).body).toHaveLength(1);
    expect((await find(...Array.from({ length: 199 }, (_, n) => `X-${n}`), 'A-1')).body).toHaveLength(1);
  });

  it('refuses none, more than two hundred, and what is no SKU', async () => {
    for (const skus of [[], [''], ['A 1'], ['$ne'], Array.from({ length: 201 }, (_, n) => `X-${n}`)]) {
      const { status, body } = await find(...skus);
      expect([status, Object.keys(body.errors as object)]).toEqual([400, ['sku']]);
    }
    expect((await shop.call('GET', '/items/by-sku?sku[$ne]=x')).status).toBe(400);
  });
});
