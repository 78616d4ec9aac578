import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import mongoose, { type mongo } from 'mongoose';
import { searchFieldsOf } from '../src/common/search-words.js';
import { AVAILABILITIES, availabilityOf } from '../src/products/availability.js';
import { PRODUCT_SORTS } from '../src/products/product.dto.js';
import type { Product } from '../src/products/product.schema.js';
import { searchFieldsFor } from '../src/products/product-search.js';
import { STATUSES } from '../src/purchases/order-rules.js';
import { ORDER_SORTS } from '../src/purchases/purchase.dto.js';
import { type Shop, startShop, type TestUser } from './harness.js';

/**
 * Every combination of filter, search and sort that a screen offers, as the shop's own queries: each is read in the order of
 * an index, without a sort, and no more than two keys for a row that is returned.
 */
type Query = Record<string, string | number | undefined>;
type Command = mongo.Document & { find?: string; aggregate?: string };

const ROWS = 2_000;
const KINDS = ['ssd', 'memory', 'cooler', 'board'];
const BRANDS = ['Northbeam', 'Caldera', 'Vantor', 'Silvane'];
/** A word of few rows. */
const RARE = 'heliodor';

const REVIEW = { userId: null, comments: 'Good.', name: 'Ada', email: 'ada@example.com', img: '' };

let database: Shop;
let shop: Shop;
let admin: TestUser;
let customer: TestUser;
const commands: Command[] = [];

const at = <T>(from: readonly T[], n: number): T => from[n % from.length]!;
const rowsOf = (row: (n: number) => object) => Array.from({ length: ROWS }, (_, n) => row(n));
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
    ...searchFieldsOf(name, kind, description),
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

function orderRow(n: number): object {
  const _id = new mongoose.Types.ObjectId();
  const isOwn = n % 10 === 0;
  const [userName, productName] = [isOwn ? customer.name : `Ada Berg ${n}`, nameOf(n)];
  return {
    _id,
    userId: isOwn ? new mongoose.Types.ObjectId(customer.id) : new mongoose.Types.ObjectId(),
    userName,
    userEmail: 'someone@example.com',
    address: '12 Foundry Lane',
    phone: '5550100',
    orderQuantity: 10,
    productId: new mongoose.Types.ObjectId(),
    productName,
    unitCents: 100,
    totalCents: 1_000 * (n % 97),
    img: '/products/part.webp',
    status: at(STATUSES, Math.floor(n / 10)),
    ...searchFieldsOf(userName, productName, String(_id)),
    holdUntil: new Date(),
    hiddenAt: null,
    timeline: [],
    ...times(n),
  };
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
  database = await startShop();
  const uri = database.config.mongodbUri;
  shop = await startShop({
    MONGODB_URI: `${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true`,
    RESPONSE_CACHE_MB: '0',
  });
  admin = await shop.user({ role: 'admin' });
  customer = await shop.user();
  const insert = (name: string, row: (n: number) => object) =>
    shop.db.collection(name).insertMany(rowsOf(row));
  await insert('products', productRow);
  await insert('products', archivedRow);
  await insert('purchases', orderRow);
  await insert('users', userRow);
  await insert('reviews', (n) => ({ ratings: (n % 5) + 1, ...REVIEW, ...times(n) }));
  shop.db.getClient().on('commandStarted', ({ command }: mongo.CommandStartedEvent) => {
    commands.push(command);
  });
}, 60_000);
afterAll(async () => {
  await shop.close();
  await database.close();
});

/** All values of a name anywhere in an explanation. */
const valuesOf = (node: unknown, name: string): unknown[] =>
  typeof node !== 'object' || node === null
    ? []
    : Object.entries(node).flatMap(([key, value]) =>
        key === name ? [value as unknown] : valuesOf(value, name),
      );

const fieldsOf = ({ find, filter, sort, skip, limit, projection, aggregate, pipeline }: Command): object =>
  find === undefined
    ? { aggregate, pipeline: pipeline as unknown, cursor: {} }
    : { find, filter, projection, ...(sort && { sort }), ...(skip && { skip }), ...(limit && { limit }) };

interface Limits {
  /** The filter also compares rows with more than the index holds: more keys are read than rows returned. */
  isCompared?: boolean;
}

/** Explains what the shop sent to a collection for one call. */
async function explain(collection: string, path: string, as: TestUser) {
  commands.length = 0;
  const { status, body } = await shop.call('GET', path, { as });
  expect([path, status]).toEqual([path, 200]);
  const sent = commands.filter(({ find, aggregate }) => [find, aggregate].includes(collection));
  const explained = sent.map(async (command) => {
    const plan = await shop.db.db!.command({ explain: fieldsOf(command), verbosity: 'executionStats' });
    const stages = valuesOf(plan['queryPlanner'] ?? plan, 'stage');
    const total = (name: string) => Math.max(...(valuesOf(plan, name) as number[]));
    return {
      command,
      stages,
      keys: total('totalKeysExamined'),
      docs: total('totalDocsExamined'),
      rows: total('nReturned'),
    };
  });
  expect(sent.length).toBeGreaterThan(0);
  return { body: body as { items: unknown[]; nextCursor?: string }, reads: await Promise.all(explained) };
}

/** One of them is looked up, and its rows are compared with the others. */
const severalWords = (path: string): boolean => /q=\w+\+/.test(path);

async function check(collection: string, path: string, as: TestUser, { isCompared }: Limits = {}) {
  const { body, reads } = await explain(collection, path, as);
  for (const { command, stages, keys, docs, rows } of reads) {
    const what = { path, stages, keys, docs, rows };
    expect({ what, sorts: stages.includes('SORT') }).toEqual({ what, sorts: false });
    expect({ what, scans: stages.includes('COLLSCAN') }).toEqual({ what, scans: false });
    if (command.find) {
      const projection = { words: 0, tokens: 0 };
      if (collection !== 'reviews' && !path.endsWith('/kinds'))
        expect({ what, ...command }).toMatchObject({ what, projection });
      // each range that is merged, or found to be empty, reads one key more
      const full = rows === command['limit'] || command['limit'] === undefined;
      const most = 2 * rows + (full ? 0 : stages.filter((stage) => stage === 'IXSCAN').length);
      if (!isCompared) expect({ what, keys }).toEqual({ what, keys: Math.min(keys, most) });
    } else if (!isCompared && !severalWords(path)) {
      expect({ what, docs }).toEqual({ what, docs: 0 });
    }
  }
  return body;
}

const pathOf = (path: string, query: Query): string => {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value));
  return `${path}?${params.toString()}`;
};

/** Every combination of the values of each name. */
const combinations = (choices: Record<string, readonly Query[string][]>): Query[] =>
  Object.entries(choices).reduce<Query[]>(
    (before, [name, values]) =>
      before.flatMap((query) => values.map((value) => ({ ...query, [name]: value }))),
    [{}],
  );

/** What the screens offer, as `search-arg.ts` and the pages' `SORTS` in the frontend do. */
const SEARCHES = ['ssd', `${RARE} servers`, 'northbe'];
const STORE_SORTS = ['newest', 'price', '-price', 'name', '-availableQ'];
const PRICES = ['price', '-price'];
const maybe = (values: readonly string[]) => [undefined, ...values];

const PARTS = [
  ...combinations({ kind: [undefined, 'ssd'], availability: maybe(AVAILABILITIES), sort: STORE_SORTS }),
  ...combinations({ q: SEARCHES, availability: maybe(AVAILABILITIES), sort: ['newest', ...PRICES] }),
  ...combinations({
    q: maybe(SEARCHES),
    kind: [undefined],
    availability: maybe(AVAILABILITIES),
    minPrice: [undefined, 20],
    maxPrice: [60],
    sort: PRICES,
  }),
  ...combinations({ kind: ['ssd'], availability: maybe(AVAILABILITIES), minPrice: [20], sort: PRICES }),
];
const PARTS_OF_A_KIND = combinations({
  q: SEARCHES,
  kind: ['ssd'],
  availability: maybe(AVAILABILITIES),
  minPrice: [undefined, 20],
  sort: PRICES,
});
const PRODUCTS = [
  ...combinations({ availability: maybe(AVAILABILITIES), sort: PRODUCT_SORTS }),
  ...combinations({
    q: SEARCHES,
    availability: maybe(AVAILABILITIES),
    sort: ['newest', 'oldest', ...PRICES],
  }),
];
const ARCHIVED = PRODUCTS.map((query) => ({ ...query, state: 'archived' }));
const ORDERS = [
  ...combinations({ status: maybe(STATUSES), sort: ORDER_SORTS }),
  ...combinations({ q: ['ada', RARE, 'northbe'], status: maybe(STATUSES), sort: ['newest', 'oldest'] }),
];
const OWN_ORDERS = combinations({ q: [undefined], status: maybe(STATUSES), sort: ORDER_SORTS });
const OWN_ORDERS_SEARCHED = combinations({ q: ['north'], status: maybe(STATUSES), sort: ORDER_SORTS });
const USERS = combinations({
  q: maybe(['northbe', RARE]),
  role: [undefined, 'admin', 'customer'],
  sort: ['newest', 'oldest'],
});
const REVIEWS = combinations({ ratings: [undefined, 1, 5], sort: ['newest', 'oldest'] });

describe('the queries of each list', () => {
  it.each([
    ['parts', '/items/search', 'products', 12, PARTS, {}],
    // one of both indexes is read, and its rows are compared with the other
    ['parts, searched in a kind', '/items/search', 'products', 12, PARTS_OF_A_KIND, { isCompared: true }],
    ['products, for an admin', '/items/manage', 'products', 20, PRODUCTS, {}],
    ['archived products', '/items/manage', 'products', 20, ARCHIVED, {}],
    ['orders, for an admin', '/purchases/search', 'purchases', 20, ORDERS, {}],
    ['own orders', '/purchases/search', 'purchases', 10, OWN_ORDERS, {}],
    // a person's own orders are few: they are read in order and compared
    ['own orders, searched', '/purchases/search', 'purchases', 10, OWN_ORDERS_SEARCHED, { isCompared: true }],
    ['users', '/users/search', 'users', 20, USERS, {}],
    ['reviews', '/reviews/search', 'reviews', 20, REVIEWS, {}],
  ] as [string, string, string, number, Query[], Limits][])(
    'reads %s in the order of an index, also by cursor',
    async (name, path, collection, pageSize, queries, limits) => {
      const own = name.startsWith('own') ? { email: customer.email } : {};
      const as = name.startsWith('own') ? customer : admin;
      for (const query of queries) {
        const { items, nextCursor } = await check(
          collection,
          pathOf(path, { ...query, ...own, pageSize }),
          as,
          limits,
        );
        expect([query, items.length]).not.toEqual([query, 0]);
        const next = pathOf(path, { ...query, ...own, pageSize, cursor: nextCursor });
        if (nextCursor) await check(collection, next, as, limits);
      }
    },
    60_000,
  );

  it.each([
    ['/items?limit=24', 'products'],
    ['/items/kinds', 'products'],
    ['/product?limit=6', 'products'],
    ['/purchases?limit=20', 'purchases'],
    ['/user?limit=20', 'users'],
    ['/reviews?limit=20', 'reviews'],
  ])('reads GET %s in the order of an index', async (path, collection) => {
    await check(collection, path, admin);
  });
});
