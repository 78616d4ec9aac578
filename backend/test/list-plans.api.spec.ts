import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Shop, startShop } from './harness.js';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

describe('the lists of products', () => {
  it.each([
    [{ removedAt: null }, { createdAt: -1, _id: -1 }],
    [{ removedAt: null }, { priceCents: 1, _id: 1 }],
    [{ removedAt: null }, { priceCents: -1, _id: -1 }],
    [
      { removedAt: null, kind: 'tarnkind' },
      { createdAt: -1, _id: -1 },
    ],
    [
      { removedAt: null, kind: 'tarnkind' },
      { priceCents: 1, _id: 1 },
    ],
    [
      { removedAt: null, availability: 'low' },
      { createdAt: -1, _id: -1 },
    ],
    [
      { removedAt: null, availability: 'low' },
      { priceCents: 1, _id: 1 },
    ],
    [
      { tokens: 'tarn', availability: 'low' },
      { createdAt: -1, _id: -1 },
    ],
    [{ removedAt: null, name: 'Tarn A' }, {}],
  ] as [object, Record<string, 1 | -1>][])('are read from an index: %j by %j', async (filter, sort) => {
    const plan = JSON.stringify(
      await shop.db.collection('products').find(filter).sort(sort).limit(21).explain('queryPlanner'),
    );
    expect(plan).toContain('IXSCAN');
    expect(plan).not.toContain('COLLSCAN');
  });
});
