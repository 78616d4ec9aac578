import type { Model } from 'mongoose';
import { expect, it } from 'vitest';
import { MAX_COUNTED } from '../common/paging.js';
import { KindBook } from '../kinds/kind-book.js';
import type { Product } from '../products/product.schema.js';
import { findRows } from './find-rows.js';
import type { SearchEngine } from './search-engine.js';

it('refuses to sort more products by waiting units than pages reach', async () => {
  const engine = { find: async () => ({ rows: [], total: MAX_COUNTED + 1 }) } as unknown as SearchEngine;
  const query = { isAdmin: true, book: new KindBook([]), filters: { state: 'on-sale', specs: [] } } as const;
  const page = { skip: 0, size: 20 };
  const find = (by: 'newest' | '-waiting') =>
    findRows({} as Model<Product>, { engine, query, sort: { by } }, page);
  await expect(find('-waiting')).rejects.toMatchObject({ extra: { errors: { sort: expect.any(String) } } });
  expect(await find('newest')).toMatchObject({ total: MAX_COUNTED + 1 });
});
