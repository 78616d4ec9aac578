import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freeText, searchFieldsOf } from '../src/lists/search-words.js';
import { AVAILABILITIES, AVAILABILITY_FILTERS, availabilityOf } from '../src/products/availability.js';
import { PRODUCT_SORTS } from '../src/products/product.dto.js';
import type { Product } from '../src/products/product.schema.js';
import { searchFieldsFor } from '../src/products/product-search.js';
import type { Shop, TestUser } from './harness.js';
import {
  combinations,
  type Limits,
  maybe,
  pathOf,
  type PlannedShop,
  type Query,
  startPlannedShop,
} from './list-plans.js';

/** Small, the run takes every seventh combination: no number of values has that factor, so each value is in some. */
const sampled = (queries: Query[]): Query[] =>
  process.env['TEST_LONG'] === '1' ? queries : queries.filter((_, n) => n % 7 === 0);
const ROWS = 2_000;
const KINDS = ['ssd', 'memory', 'cooler', 'board'];
const BRANDS = ['Northbeam', 'Caldera', 'Vantor', 'Silvane'];
/** A word of few rows. */
const RARE = 'heliodor';

const REVIEW = { userId: null, comments: 'Good.', name: 'Ada', email: 'ada@example.com', img: '' };

let plans: PlannedShop;
let shop: Shop;
let admin: TestUser;

const at = <T>(from: readonly T[], n: number): T => from[n % from.length]!;
/** Rows written at once: more would keep a busy store from responding to the driver's heartbeat. */
const BATCH = 250;
const times = (n: number) => ({ createdAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 3) * 60_000) });
const nameOf = (n: number) =>
  `${at(BRANDS, Math.floor(n / 16))} ${n % 70 === 0 ? `${RARE} ` : ''}${10_000 + n}`;

function productRow(n: number): object {
  // all availabilities in all kinds
  const stock = at([0, 3, 10, 400], Math.floor(n / KINDS.length));
  const units = { minimumOQ: 5, availableQ: stock };
  const [name, kind, description] = [nameOf(n), at(KINDS, n), 'A quiet part for servers.'];
  return {
    name,
    kind,
    description,
    ...units,
    ...searchFieldsOf(name, kind, freeText(description)),
    availability: availabilityOf(units),
    img: '/products/part.webp',
    priceCents: 500 + (n % 97) * 100,
    removedAt: null,
    ...times(n),
  };
}

function archivedRow(n: number): object {
  const { removedAt: _, ...row } = productRow(n) as Product;
  const archived = { archived: true, removedAt: new Date() };
  return { ...row, ...archived, ...searchFieldsFor(row, 'archived') };
}

const userRow = (n: number): object => ({
  uid: `uid-plans-${n}`,
  email: `plans-${n}@example.com`,
  name: nameOf(n),
  role: n % 3 === 0 ? 'admin' : 'customer',
  ...searchFieldsOf(nameOf(n), `plans-${n}@example.com`),
  ...times(n),
});

beforeAll(async () => {
  plans = await startPlannedShop();
  shop = plans.shop;
  admin = await shop.user({ role: 'admin' });
  const insert = async (name: string, row: (n: number) => object) => {
    for (let from = 0; from < ROWS; from += BATCH)
      await shop.db.collection(name).insertMany(Array.from({ length: BATCH }, (_, n) => row(from + n)));
  };
  await insert('products', productRow);
  await insert('products', archivedRow);
  await insert('users', userRow);
  await insert('reviews', (n) => ({ ratings: (n % 5) + 1, ...REVIEW, ...times(n) }));
});
afterAll(() => plans.close());

/** What the screens offer, as `search-arg.ts` and the pages' `SORTS` in the frontend do. */
const SEARCHES = ['ssd', `${RARE} servers`, 'northbe'];
const STORE_SORTS = ['newest', 'price', '-price', 'name', '-availableQ'];
const PRICES = ['price', '-price'];

const PARTS = [
  ...combinations({ kind: [undefined, 'ssd'], availability: maybe(AVAILABILITIES), sort: STORE_SORTS }),
  ...combinations({ q: SEARCHES, sort: ['newest', ...PRICES] }),
  ...combinations({
    availability: maybe(AVAILABILITIES),
    minPrice: [undefined, 20],
    maxPrice: [60],
    sort: PRICES,
  }),
  ...combinations({ q: SEARCHES, minPrice: [undefined, 20], maxPrice: [60], sort: PRICES }),
  ...combinations({ kind: ['ssd'], availability: maybe(AVAILABILITIES), minPrice: [20], sort: PRICES }),
];
/** No index of words has the kind or the availability. */
const PARTS_COMPARED = combinations({
  q: SEARCHES,
  kind: [undefined, 'ssd'],
  availability: AVAILABILITIES,
  minPrice: [undefined, 20],
  sort: PRICES,
});
const PRODUCTS = [
  ...combinations({ availability: maybe(AVAILABILITY_FILTERS), sort: PRODUCT_SORTS }),
  ...combinations({ q: SEARCHES, sort: ['newest', 'oldest', ...PRICES] }),
];
const ARCHIVED = PRODUCTS.map((query) => ({ ...query, state: 'archived' }));
const USERS = combinations({
  q: maybe(['northbe', RARE]),
  role: [undefined, 'admin', 'customer'],
  sort: ['newest', 'oldest'],
});
const REVIEWS = combinations({ ratings: [undefined, 1, 5], sort: ['newest', 'oldest'] });

/**
 * The combinations of filter, search and sort that a screen offers, as the shop's own queries: each is read in the order of
 * an index, without a sort, and no more than two keys for a row that is returned.
 */
describe('the queries of each list', () => {
  it.each([
    ['parts', '/items/search', 'products', 12, PARTS, {}],
    [
      'parts, searched by words, of an availability',
      '/items/search',
      'products',
      12,
      PARTS_COMPARED,
      { isCompared: true },
    ],
    ['products, for an admin', '/items/manage', 'products', 20, PRODUCTS, {}],
    ['archived products', '/items/manage', 'products', 20, ARCHIVED, {}],
    ['users', '/users/search', 'users', 20, USERS, {}],
    ['reviews', '/reviews/search', 'reviews', 20, REVIEWS, {}],
  ] as [string, string, string, number, Query[], Limits][])(
    'reads %s in the order of an index, also by cursor',
    async (_, path, collection, pageSize, queries, limits) => {
      for (const query of sampled(queries))
        await plans.checkPages(collection, path, { ...query, pageSize }, admin, limits);
    },
  );

  it.each([
    ['/items?limit=24', 'products'],
    ['/items/kinds', 'products'],
    ['/product?limit=6', 'products'],
    ['/user?limit=20', 'users'],
    ['/reviews?limit=20', 'reviews'],
  ])('reads GET %s in the order of an index', async (path, collection) => {
    await plans.check(collection, path, admin);
  });
});

describe('an export of more rows of a search than are sorted', () => {
  it.each(['name', '-name', 'availableQ', '-availableQ'] as const)(
    'is read in the order of %s',
    async (sort) => {
      const path = pathOf('/items/export', { q: 'servers', sort });
      const csv = (await plans.check('products', path, admin, { isCompared: true })) as unknown as string;
      const [header = '', ...rows] = csv.trim().split('\r\n');
      const column = header.split(',').indexOf(sort.replace('-', ''));
      const values = rows.map((row) => row.split(',')[column]!);
      const ascending = sort.startsWith('-') ? values.toReversed() : values;
      expect(rows).toHaveLength(ROWS);
      expect(ascending).toEqual(
        sort.endsWith('name') ? values.toSorted() : ascending.toSorted((a, b) => Number(a) - Number(b)),
      );
    },
  );
});
