import { assert, asyncProperty } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHOP_KINDS } from '../src/kinds/shop-kinds.js';
import { Product } from '../src/products/product.schema.js';
import { expectedFacets, facetQueries, queryText } from './facet-model.js';
import { type Shop, startShop } from './harness.js';
import { ENGINES } from './opensearch.js';
import { insertRealParts } from './real-parts.js';
import { REAL_CASES, searchFaults } from './search-cases.js';

/** The search of a shop with the real parts of `../shared/parts`. `vitest.config.js` leaves this file out where there are none. */

const RUNS = 300;
const BUILD_MS = 120_000;

let filled: Shop;
beforeAll(async () => {
  filled = await startShop({ RESPONSE_CACHE_MB: '0' });
  expect(await insertRealParts(filled.db)).toBeGreaterThan(20_000);
}, 300_000);
afterAll(() => filled.close());

describe.each(ENGINES)('the %s engine', (_name, settings) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop({ RESPONSE_CACHE_MB: '0', MONGODB_URI: filled.config.mongodbUri, ...settings });
  }, BUILD_MS);
  afterAll(() => shop.close());

  // with the index that the start has built
  it('finds what people mean', async () => {
    expect(await searchFaults(shop.call, REAL_CASES)).toEqual([]);
  });

  it('counts as a comparison of every part does', { timeout: 300_000 }, async () => {
    const parts = await shop.db
      .model<Product>(Product.name)
      .find({ removedAt: null }, { kind: 1, specs: 1, availability: 1, priceCents: 1 })
      .lean<Product[]>();
    expect(parts.length).toBeGreaterThan(20_000);
    const check = async (query: Parameters<typeof queryText>[0]) => {
      const text = queryText(query);
      const { status, body } = await shop.call('GET', `/items/facets?${text}`);
      expect([text, status, body.errors]).toEqual([text, 200, undefined]);
      const expected = expectedFacets(parts, query);
      const found = await shop.call('GET', `/items/search?${text}&pageSize=1`);
      expect([text, found.body.total]).toEqual([text, expected.total]);
      const totals = (rows: Record<string, unknown>[], name: string) =>
        Object.fromEntries(rows.filter(({ total }) => total !== 0).map((row) => [row[name], row['total']]));
      const counted = (rows: Record<string, number>) =>
        Object.fromEntries(Object.entries(rows).filter(([, total]) => total !== 0));
      expect(totals(body.kinds, 'kind')).toEqual(counted(expected.kinds));
      expect(totals(body.availabilities, 'availability')).toEqual(counted(expected.availabilities));
      expect(
        (body.specs as { key: string; options: Record<string, unknown>[] }[]).map(
          ({ key, options, ...facet }) => {
            const { min, max, notStated } = facet as { min?: number; max?: number; notStated?: number };
            return {
              key,
              ...(min !== undefined && { min, max }),
              totals: totals(options, 'value'),
              notStated,
            };
          },
        ),
      ).toEqual(expected.specs);
    };
    await assert(asyncProperty(facetQueries(SHOP_KINDS, parts), check), { numRuns: RUNS });
  });

  it('sorts by a specification, those without a value last', async () => {
    for (const sortSpec of ['memoryMaxGb', '-memoryMaxGb']) {
      const values: unknown[] = [];
      let cursor = '';
      for (let page = 0; page < 3; page += 1) {
        const path = `/items/search?kind=motherboard&spec=socket:AM5&sortSpec=${sortSpec}&pageSize=100${cursor}`;
        const { body } = await shop.call('GET', path);
        for (const { specs } of body.items) values.push(specs.memoryMaxGb);
        cursor = `&cursor=${body.nextCursor}`;
      }
      const known = values.filter((value) => value !== undefined) as number[];
      expect(known.length).toBeGreaterThan(100);
      expect(known).toEqual(known.toSorted((a, b) => (sortSpec.startsWith('-') ? b - a : a - b)));
      expect(values.slice(0, known.length)).toEqual(known);
    }
  });
});
