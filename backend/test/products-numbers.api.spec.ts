import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Shop, startShop, type TestUser } from './harness.js';
import { productCalls } from './product-calls.js';

let shop: Shop;
let admin: TestUser;

beforeAll(async () => {
  shop = await startShop();
  admin = await shop.user({ role: 'admin' });
});
afterAll(() => shop.close());

const { add, made, toEdit, edit } = productCalls(() => ({ shop, admin }));

describe('the numbers of a part', () => {
  it('are kept, searched and unique where they have to be', async () => {
    const numbers = {
      manufacturer: 'Northbeam',
      partNumbers: ['NB-77/X', 'NB 77'],
      gtin: '4006381333931',
      externalId: 'ERP 1',
    };
    const id = await made({ name: 'Numbered', ...numbers });
    expect((await toEdit(id)).body).toMatchObject(numbers);
    expect((await shop.call('GET', `/item/${id}`)).body).not.toHaveProperty('externalId');
    for (const q of ['northbeam', '4006381333931', 'NB-77/X'])
      expect((await shop.call('GET', `/items/search?q=${encodeURIComponent(q)}`)).body.items).toMatchObject([
        { _id: id },
      ]);
    // what another system calls it is not for everyone
    expect((await shop.call('GET', '/items/search?q=ERP')).body.items).toEqual([]);
    expect(await add({ externalId: 'ERP 1' })).toMatchObject({
      status: 409,
      body: { type: 'urn:rapid:problem:external-id-taken', errors: { externalId: expect.any(String) } },
    });
    await shop.call('DELETE', `/item/${id}`, { as: admin });
    const other = await made({ externalId: 'ERP 1' });
    expect((await shop.call('POST', `/items/${id}/restore`, { as: admin })).status).toBe(409);
    expect((await edit(other, { externalId: null })).status).toBe(200);
    expect((await shop.call('POST', `/items/${id}/restore`, { as: admin })).status).toBe(200);
    expect((await toEdit(id)).body).toMatchObject({ externalId: 'ERP 1' });
  });

  it.each([
    ['gtin', '4006381333932'],
    ['gtin', '123'],
    ['partNumbers', ['A;B']],
    ['partNumbers', ['A', 'A']],
    ['partNumbers', [' ']],
    ['partNumbers', 'A'],
    ['externalId', ' '],
    ['manufacturer', 'a\u202eb'],
  ])('refuse a %s of %j', async (field, value) => {
    expect((await add({ [field]: value })).body.errors).toEqual({ [field]: expect.any(String) });
  });
});
