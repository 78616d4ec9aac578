import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Product } from '../src/products/product.schema.js';
import { FailedEvent } from '../src/payments/payment-records.schema.js';
import { KeptFinding } from '../src/reports/reconciliation/reconciliation.schema.js';
import { type Shop, startShop, type TestUser } from './harness.js';

/** What the admins' bell and their open lists are told. */

let shop: Shop;
let admin: TestUser;

beforeAll(async () => {
  shop = await startShop();
  admin = await shop.user({ role: 'admin' });
});
afterAll(() => shop.close());

/** Another process of the shop, which has kept nothing yet. */
async function read(query = '', as: TestUser = admin) {
  const fresh = await startShop({ MONGODB_URI: shop.config.mongodbUri });
  try {
    return await fresh.call('GET', `/attention${query}`, { as });
  } finally {
    await fresh.close();
  }
}
const countsOf = (body: { counts: { kind: string; count: number }[] }) =>
  Object.fromEntries(body.counts.map(({ kind, count }) => [kind, count]));

describe('what needs an admin', () => {
  it('is counted by kind', async () => {
    expect(countsOf((await read()).body)).toMatchObject({
      'payment-to-resolve': 0,
      dispute: 0,
      'low-stock': 0,
    });
    for (const availableQ of [0, 3, 14, 100]) await shop.product({ availableQ });
    await shop.product({ availableQ: 0, removedAt: new Date(), archived: true });
    await shop.order(admin, { status: 'paid', dispute: 'open' });
    await shop.order(admin, { status: 'paid', dispute: 'won' });
    const at = new Date();
    await shop.db.model(KeptFinding.name).create({
      _id: 'pi_1 not-in-shop',
      intentId: 'pi_1',
      finding: 'unknown-order',
      action: 'none',
      detail: 'A payment of no order.',
      amountCents: 100,
      at,
      firstSeenAt: at,
      lastSeenAt: at,
    });
    const failed = {
      type: 'charge.refunded',
      reason: 'x',
      attempts: 5,
      firstFailedAt: at,
      nextAttemptAt: at,
    };
    await shop.db.model(FailedEvent.name).create([
      { _id: 'evt_1', ...failed, setAsideAt: at },
      { _id: 'evt_2', ...failed },
    ]);
    expect(countsOf((await read()).body)).toMatchObject({
      'payment-to-resolve': 2,
      dispute: 1,
      'low-stock': 3,
    });
    // the list that the bell leads to
    const { body } = await shop.call('GET', '/items/manage?availability=low-stock&sort=availableQ', {
      as: admin,
    });
    expect((body.items as Product[]).map(({ availableQ }) => availableQ)).toEqual([0, 3, 14]);
  });

  it('is told to admins only', async () => {
    expect((await shop.call('GET', '/attention')).status).toBe(401);
    expect((await shop.call('GET', '/attention', { as: await shop.user() })).status).toBe(403);
  });
});

describe('an open list', () => {
  it('is told how many orders and reviews are newer than it', async () => {
    const { body: before } = await read();
    expect(before).not.toHaveProperty('newOrders');
    const since = encodeURIComponent(before.asOf as string);
    for (let n = 0; n < 2; n += 1) await shop.order(admin);
    await shop.review(admin);
    const { body } = await read(`?ordersSince=${since}&reviewsSince=${since}`);
    expect(body).toMatchObject({ newOrders: 2, newReviews: 1 });
    const later = encodeURIComponent(body.asOf as string);
    expect((await read(`?ordersSince=${later}`)).body).toMatchObject({ newOrders: 0 });
  });

  it('is refused a time that is none', async () => {
    for (const ordersSince of ['yesterday', '1', ''])
      expect(await shop.call('GET', `/attention?ordersSince=${ordersSince}`, { as: admin })).toMatchObject({
        status: 400,
        body: { errors: { ordersSince: expect.any(String) } },
      });
  });
});

it('costs the database nothing for all who ask within a few seconds', async () => {
  const fresh = await startShop({ MONGODB_URI: shop.config.mongodbUri });
  try {
    const client = fresh.db.getClient();
    const ask = () => fresh.call('GET', '/attention?ordersSince=2026-01-01T00:00:00Z', { as: admin });
    const first = await ask();
    const reads: string[] = [];
    client.on('commandStarted', ({ commandName, command }) => {
      if (['count', 'aggregate', 'find'].includes(commandName)) reads.push(String(command[commandName]));
    });
    const others = await Promise.all(Array.from({ length: 20 }, ask));
    for (const { body } of others) expect(countsOf(body)).toEqual(countsOf(first.body));
    // who asks is read from the database on each call
    expect(reads.filter((collection) => collection !== 'users')).toEqual([]);
  } finally {
    await fresh.close();
  }
});
