import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Shop, startShop } from './harness.js';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop({ RESPONSE_CACHE_MB: '0' });
  const stock = { 'sold-out': 0, 'below-minimum': 3, low: 6, orderable: 99 };
  const add = (name: string, kind: string | undefined, availability: keyof typeof stock, dollars: number) =>
    shop.product({ name, kind, minimumOQ: 5, availableQ: stock[availability], priceCents: dollars * 100 });
  await add('Tarn fan', 'fan', 'orderable', 10);
  await add('Tarn fan quiet', 'fan', 'sold-out', 20);
  await add('Fell fan', 'fan', 'orderable', 30);
  await add('Tarn drive', 'ssd', 'orderable', 40);
  await add('Fell drive', 'ssd', 'low', 50);
  await add('Tarn bracket', undefined, 'below-minimum', 60);
  await shop.product({ name: 'Tarn fan of old', kind: 'fan', removedAt: new Date() });
});
afterAll(() => shop.close());

const facets = async (query: string) => {
  const { status, body } = await shop.call('GET', `/items/facets?${query}`);
  expect(status).toBe(200);
  const of = (rows: Record<string, unknown>[], name: string) =>
    Object.fromEntries(rows.map((row) => [row[name], row['total']]));
  return { kinds: of(body.kinds, 'kind'), availabilities: of(body.availabilities, 'availability') };
};
const total = async (query: string) =>
  (await shop.call('GET', `/items/search?${query}`)).body.total as number;

describe('GET /items/facets', () => {
  it.each([
    ['', [3, 2], [3, 1, 1, 1]],
    ['kind=fan', [3, 2], [2, 0, 0, 1]],
    ['availability=orderable', [2, 1], [3, 1, 1, 1]],
    ['kind=fan&availability=orderable', [2, 1], [2, 0, 0, 1]],
    ['availability=low-stock', [1, 1], [3, 1, 1, 1]],
    ['q=tarn', [2, 1], [2, 0, 1, 1]],
    ['q=tarn&kind=fan', [2, 1], [1, 0, 0, 1]],
    ['q=tarn+quiet', [1, 0], [0, 0, 0, 1]],
    ['minPrice=15&maxPrice=45', [2, 1], [2, 0, 0, 1]],
    ['q=tarn&minPrice=15', [1, 1], [1, 0, 1, 1]],
    ['q=nothing', [0, 0], [0, 0, 0, 0]],
  ])('counts each value under the other filters of ?%s', async (query, [fan, ssd], availabilities) => {
    const [orderable, low, belowMinimum, soldOut] = availabilities;
    expect(await facets(query)).toEqual({
      kinds: { fan, ssd },
      availabilities: { orderable, low, 'below-minimum': belowMinimum, 'sold-out': soldOut },
    });
  });

  it('says what the search then finds', async () => {
    for (const query of ['q=tarn', 'minPrice=15&availability=orderable']) {
      const { kinds } = await facets(query);
      for (const [kind, expected] of Object.entries(kinds))
        expect([kind, await total(`${query}&kind=${kind}`)]).toEqual([kind, expected]);
    }
  });

  it.each([
    ['minPrice=cheap', { minPrice: 'Enter a number.' }],
    ['availability=somewhere', { availability: expect.any(String) }],
    [`q=${'x'.repeat(201)}`, { q: 'Enter at most 200 characters.' }],
  ])('refuses ?%.20s', async (query, errors) => {
    expect(await shop.call('GET', `/items/facets?${query}`)).toMatchObject({ status: 400, body: { errors } });
  });
});
