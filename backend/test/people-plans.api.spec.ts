import { afterAll, beforeAll, describe, it } from 'vitest';
import { Types } from 'mongoose';
import { AUDITED_ENTITIES } from '../src/audit/audit-entry.schema.js';
import { DELIVERY_STATES } from '../src/events/webhooks/deliveries/webhook-delivery.schema.js';
import { searchFieldsOf } from '../src/lists/search-words.js';
import { combinations, maybe, type PlannedShop, type Query, startPlannedShop } from './list-plans.js';
import type { TestUser } from './harness.js';

/** Every combination of filter, search and sort that the screens of reviews, API keys, webhooks and the audit log offer. */

const ROWS = 2_000;
const ADMINS = ['Ada Berg', 'Bo Diddley', 'Cy Young'];

let planned: PlannedShop;
let admin: TestUser;

const at = <T>(from: readonly T[], n: number): T => from[n % from.length]!;
const when = (n: number): Date => new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 3) * 600_000);
const rows = (row: (n: number) => object) => Array.from({ length: ROWS }, (_, n) => row(n));

function reviewRow(n: number): object {
  const comments = n % 70 === 0 ? `Heliodor drives ${n}` : `Quiet drives ${n}`;
  return {
    userId: null,
    ratings: (n % 5) + 1,
    comments,
    name: 'Ada',
    email: 'ada@example.com',
    img: '',
    // as an earlier version left them, too
    ...(n % 2 === 0 && { hidden: n % 6 === 0 }),
    ...searchFieldsOf(comments, 'Ada'),
    createdAt: when(n),
  };
}

function keyRow(n: number): object {
  const name = n % 70 === 0 ? `Heliodor export ${n}` : `Quiet export ${n}`;
  return {
    name,
    scopes: ['orders:read'],
    hash: `hash-${n}`,
    start: 'rk_demo_abcd…',
    createdBy: new Types.ObjectId(),
    revoked: n % 3 === 0,
    ...searchFieldsOf(name),
    createdAt: when(n),
  };
}

function entryRow(n: number): object {
  const entity = at(AUDITED_ENTITIES, n);
  const name = at(ADMINS, Math.floor(n / 5));
  const entityId = `id-${n % 40}`;
  const { words: actorWords, tokens: actorTokens } = searchFieldsOf(name);
  return {
    at: when(n),
    actor: { id: 'a', name, email: '' },
    action: `${entity}.${n % 2 ? 'updated' : 'made'}`,
    entity,
    entityId,
    label: `Thing ${n % 40}`,
    ...searchFieldsOf(name, `Thing ${n % 40}`, entityId),
    actorWords,
    actorTokens,
  };
}

const ENDPOINTS = Array.from({ length: 3 }, () => new Types.ObjectId());

function deliveryRow(n: number): object {
  return {
    endpointId: at(ENDPOINTS, n),
    eventId: String(new Types.ObjectId()),
    type: at(['order.placed', 'order.paid', 'review.created', 'shop.test', 'kind.updated'], n),
    subject: `order/${n % 100}`,
    version: n,
    body: '{}',
    state: at(DELIVERY_STATES, Math.floor(n / 15)),
    createdAt: when(n),
    failures: 0,
    attempts: [],
  };
}

beforeAll(async () => {
  planned = await startPlannedShop();
  admin = await planned.shop.user({ role: 'admin' });
  await planned.shop.db.collection('reviews').insertMany(rows(reviewRow));
  await planned.shop.db.collection('api_keys').insertMany(rows(keyRow));
  await planned.shop.db.collection('audit_entries').insertMany(rows(entryRow));
  // nothing is sent to what is disabled
  const endpoint = { url: 'https://example.com/', description: 'Warehouse', types: [], enabled: false };
  await planned.shop.db
    .collection('webhook_endpoints')
    .insertMany(ENDPOINTS.map((_id) => ({ ...endpoint, _id, secrets: [], version: 0, createdAt: when(0) })));
  await planned.shop.db.collection('webhook_deliveries').insertMany(rows(deliveryRow));
});
afterAll(() => planned.close());

const sort = ['newest', 'oldest'];
const from = maybe(['2026-01-02']);
const to = maybe(['2026-01-04']);
const hidden = maybe(['true', 'false']);

const REVIEWS = [
  ...combinations({ hidden, ratings: [undefined, 1, 5], sort }),
  ...combinations({ q: ['heliodor', 'quie'], hidden, sort }),
];
const REVIEWS_SEARCHED = combinations({ q: ['quiet'], hidden, ratings: [5], sort });
const revoked = maybe(['true', 'false']);
const KEYS = combinations({ q: maybe(['heliodor', 'quie']), revoked, sort });
const ENTRIES = [
  ...combinations({ entity: maybe(AUDITED_ENTITIES), from, to, sort }),
  ...combinations({ entityId: ['id-7'], from, to, sort }),
  ...combinations({ action: ['order.updated'], from, to, sort }),
  ...combinations({ q: ['diddl', 'thing'], entity: maybe(['order']), from, to, sort }),
  ...combinations({ person: ['ada', 'young'], entity: maybe(['order']), from, to, sort }),
];
// read in the order of one index, and compared with the rest
const ENTRIES_COMPARED = [
  ...combinations({ person: ['ada'], action: ['order.updated'], from, sort }),
  ...combinations({ person: ['ada'], q: ['thing'], entityId: maybe(['id-7']), sort }),
];

const DELIVERIES = combinations({
  endpointId: maybe([String(ENDPOINTS[1])]),
  state: maybe(DELIVERY_STATES),
  type: maybe(['order.paid']),
  sort,
});

describe('the queries of each list', () => {
  it.each([
    ['reviews', '/reviews/manage', 'reviews', REVIEWS, {}],
    [
      'reviews, searched among those of some stars',
      '/reviews/manage',
      'reviews',
      REVIEWS_SEARCHED,
      { isCompared: true },
    ],
    ['API keys', '/api-keys', 'api_keys', KEYS, {}],
    ['the audit log', '/audit', 'audit_entries', ENTRIES, {}],
    ['webhook deliveries', '/webhook-deliveries', 'webhook_deliveries', DELIVERIES, {}],
    ['the audit log, by person and more', '/audit', 'audit_entries', ENTRIES_COMPARED, { isCompared: true }],
  ] as [string, string, string, Query[], object][])(
    'read %s in the order of an index, also by cursor',
    async (_name, path, collection, queries, limits) => {
      for (const query of queries)
        await planned.checkPages(collection, path, { ...query, pageSize: 20 }, admin, limits);
    },
  );
});
