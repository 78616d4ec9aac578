import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import mongoose from 'mongoose';
import { searchFieldsOfOrder } from '../src/purchases/orders/order-words.js';
import type { OrderLine } from '../src/purchases/orders/order-line.schema.js';
import { randomOrderNumber } from '../src/purchases/orders/order-number.js';
import { STATUSES } from '../src/purchases/orders/order-states.js';
import { ORDER_SORTS } from '../src/purchases/lists/order-search.dto.js';
import type { TestUser } from './harness.js';
import {
  combinations,
  type Limits,
  maybe,
  type PlannedShop,
  type Query,
  startPlannedShop,
} from './list-plans.js';

const ROWS = 2_000;
const KINDS = ['ssd', 'memory', 'cooler', 'board'];
const PRODUCTS = Array.from({ length: 12 }, () => new mongoose.Types.ObjectId());
/** A word of few rows. */
const RARE = 'heliodor';
/** The address of a tenth of the orders; its words are in all of them. */
const EMAIL = 'ada.berg@example.com';
/** The telephone number of every seventh order, and the tracking number of every 35th. */
const PHONE = '+1 (555) 010-0199';
const TRACKING = '1Z 999 AA1 01 2345 6784';

const at = <T>(from: readonly T[], n: number): T => from[n % from.length]!;

let plans: PlannedShop;
let admin: TestUser;
let customer: TestUser;

function orderRow(n: number): object {
  const _id = new mongoose.Types.ObjectId();
  const isOwn = n % 10 === 0;
  const userName = isOwn ? customer.name : `Ada Berg ${n}`;
  const userEmail = isOwn ? EMAIL : `ada.berg.${n}@example.com`;
  const number = randomOrderNumber();
  const line = (m: number, name: string): OrderLine => ({
    productId: at(PRODUCTS, m),
    name,
    kind: at(KINDS, m),
    img: '/products/part.webp',
    unitCents: 100,
    quantity: 10,
    taxRate: 0,
    taxCents: 0,
    refunded: 0,
    shipped: 0,
    restocked: 0,
  });
  // all states of all products and kinds, each in the first line of some orders and in the second of others
  const group = Math.floor(n / 50);
  const lines = [
    line(group, `Northbeam ${n % 70 === 0 ? `${RARE} ` : ''}${10_000 + n}`),
    line(group + 1, 'Spare fan'),
  ];
  const searched = {
    _id,
    number,
    userName,
    userEmail,
    address: `${n} Foundry Lane`,
    phone: n % 7 === 0 ? PHONE : `555${String(2_000_000 + n)}`,
    lines,
    shipments: n % 35 === 0 ? [{ _id, at: new Date(), lines: [], trackingNumber: TRACKING }] : [],
  };
  return {
    userId: isOwn ? new mongoose.Types.ObjectId(customer.id) : new mongoose.Types.ObjectId(),
    ...searched,
    subtotalCents: 1_000 * (n % 97),
    taxCents: 0,
    pricesIncludeTax: true,
    totalCents: 1_000 * (n % 97),
    currency: 'USD',
    refunds: [],
    status: at(STATUSES, Math.floor(n / 10)),
    ...searchFieldsOfOrder(searched),
    holdUntil: new Date(),
    hiddenAt: isOwn && n % 30 === 0 ? new Date() : null,
    timeline: [],
    createdAt: new Date(Date.UTC(2026, 0, 1) + n * 3_600_000),
  };
}

beforeAll(async () => {
  plans = await startPlannedShop();
  admin = await plans.shop.user({ role: 'admin' });
  customer = await plans.shop.user();
  const rows = Array.from({ length: ROWS }, (_, n) => orderRow(n));
  await plans.shop.db.collection('purchases').insertMany(rows);
});
afterAll(() => plans.close());

/** What the screens offer, as `order-search.ts` in the frontend does. */
const BY_TIME = ['newest', 'oldest'];
const DAYS = [
  { from: undefined, to: undefined },
  { from: '2026-01-20', to: undefined },
  { from: '2026-01-20', to: '2026-02-20' },
];
const STATES = maybe(STATUSES);
const SOME_STATES = [undefined, 'paid'];
const withDays = (queries: Query[]): Query[] =>
  queries.flatMap((query) => DAYS.map((days) => ({ ...query, ...days })));

const ORDERS = [
  ...combinations({ status: STATES, sort: ORDER_SORTS }),
  ...withDays(combinations({ status: SOME_STATES, sort: BY_TIME })),
  ...combinations({
    status: STATES,
    minTotal: [undefined, 300],
    maxTotal: [undefined, 600],
    sort: ['total', '-total'],
  }),
  ...withDays(combinations({ status: SOME_STATES, productId: [String(PRODUCTS[3])], sort: BY_TIME })),
  ...withDays(combinations({ status: SOME_STATES, kind: ['memory'], sort: BY_TIME })),
  ...withDays(combinations({ status: SOME_STATES, q: ['ada', RARE, 'northbe', EMAIL], sort: BY_TIME })),
  ...withDays(combinations({ status: SOME_STATES, q: ['foundry', 'RM'], sort: BY_TIME })),
];
/** Looked up by one of several tokens, and some of them compared. */
const CODES = combinations({
  status: SOME_STATES,
  q: [PHONE, '001 555 010 0199', '0100199', '00199', TRACKING, '1z999aa1012', '5 Foundry'],
  sort: BY_TIME,
});
const OWN = combinations({ status: STATES, sort: ORDER_SORTS });
const OWN_REMOVED = combinations({ removed: ['true'], status: STATES, sort: BY_TIME });
const OWN_SEARCHED = combinations({ q: ['north'], status: STATES, sort: ORDER_SORTS });
const OF_CUSTOMER = withDays(combinations({ status: SOME_STATES, sort: BY_TIME }));

/**
 * Every combination of filter, search and sort that a screen offers, as the shop's own queries: each is read in the order of
 * an index, without a sort, and no more than two keys for a row that is returned.
 */
describe('the queries of the orders', () => {
  it.each([
    ['for an admin', 20, ORDERS, 'admin', {}],
    ['by numbers, for an admin', 20, CODES, 'admin', { isCompared: true }],
    ['of one customer, for an admin', 20, OF_CUSTOMER, 'of', {}],
    ['own', 10, OWN, 'own', {}],
    // a person's own orders are few: they are read in order and compared
    ['own, removed', 10, OWN_REMOVED, 'own', { isCompared: true }],
    ['own, searched', 10, OWN_SEARCHED, 'own', { isCompared: true }],
  ] as [string, number, Query[], string, Limits][])(
    'are read in the order of an index, also by cursor: %s',
    async (_, pageSize, queries, who, limits) => {
      const whose = who === 'admin' ? {} : { email: customer.email };
      const as = who === 'own' ? customer : admin;
      for (const query of queries)
        await plans.checkPages(
          'purchases',
          '/purchases/search',
          { ...query, ...whose, pageSize },
          as,
          limits,
        );
    },
  );

  it('reads GET /purchases in the order of an index', async () => {
    await plans.check('purchases', '/purchases?limit=20', admin);
  });

  it('counts the states by an index', async () => {
    for (const query of [
      '',
      '?kind=memory',
      `?productId=${String(PRODUCTS[3])}`,
      `?q=${RARE}`,
      '?from=2026-01-20',
    ])
      await plans.check('purchases', `/purchases/counts${query}`, admin);
  });

  it.each([
    [{ status: { $in: ['unpaid', 'paid'] } }, { createdAt: -1, _id: -1 }],
    [{ status: { $in: ['unpaid', 'paid'] } }, { totalCents: -1, _id: -1 }],
    [{ status: 'paid' }, { createdAt: -1, _id: -1 }],
    [{ status: 'paid' }, { totalCents: 1, _id: 1 }],
    [
      { userId: 'x', hiddenAt: null },
      { createdAt: -1, _id: -1 },
    ],
    [
      { userId: 'x', hiddenAt: null, status: 'paid' },
      { createdAt: -1, _id: -1 },
    ],
    [{ userId: 'x' }, { createdAt: -1, _id: -1 }],
    [
      { tokens: 'a', status: 'paid' },
      { createdAt: -1, _id: -1 },
    ],
    [{ status: 'unpaid', holdUntil: { $lt: new Date(0) } }, { holdUntil: 1 }],
    [{ userId: 'x', status: 'unpaid' }, {}],
    [
      { 'lines.productId': PRODUCTS[0], status: 'paid' },
      { createdAt: -1, _id: -1 },
    ],
    [{ 'lines.imageId': PRODUCTS[0] }, {}],
    [{ refundStatus: 'pending' }, {}],
  ] as [object, Record<string, 1 | -1>][])('are read from an index: %j by %j', async (filter, sort) => {
    const cursor = plans.shop.db.collection('purchases').find(filter).sort(sort).limit(21);
    const plan = JSON.stringify(await cursor.explain('queryPlanner'));
    expect(plan).toContain('IXSCAN');
    expect(plan).not.toContain('COLLSCAN');
  });
});
