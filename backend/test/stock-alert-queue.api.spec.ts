import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import { StockAlert } from '../src/stock-alerts/stock-alert.schema.js';
import { StockAlertsJob } from '../src/stock-alerts/stock-alerts.job.js';
import { eventually } from './commerce.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { stockAlertCalls, WITH_MAIL } from './stock-alert-calls.js';

/** Who is told when units come back. Two processes share one database, and each may hand the events on. */

let shop: Shop;
let replica: Shop;
let admin: TestUser;
const { wait, pathsOf, eventsOf } = stockAlertCalls(() => shop);

beforeAll(async () => {
  shop = await startShop(WITH_MAIL);
  replica = await startShop({ ...WITH_MAIL, MONGODB_URI: shop.config.mongodbUri });
  admin = await shop.user({ role: 'admin' });
}, 60_000);
afterAll(async () => {
  await replica.close();
  await shop.close();
});

const order = (as: TestUser, productId: string, orderQuantity: number, by = shop) =>
  by.call('POST', '/purchase', {
    as,
    body: { productId, orderQuantity, address: '12 Foundry Lane', phone: '5550100' },
  });
const soldOut = async (fields: object = {}): Promise<string> =>
  String((await shop.product({ availableQ: 0, ...fields }))._id);
const restock = async (id: string, units: number, by = shop): Promise<void> => {
  const { status, body } = await by.call('POST', `/items/${id}/restock`, {
    as: admin,
    body: { units, reason: 'Delivery' },
  });
  expect([status, body]).toEqual([200, expect.anything()]);
};
/** What the alerts of a product are, in the order of their queue. */
const queueOf = async (productId: string): Promise<string[]> => {
  const found = await shop.db
    .model<StockAlert>(StockAlert.name)
    .find({ productId })
    .sort({ since: 1, _id: 1 })
    .lean<StockAlert[]>();
  return found.map(({ email, state }) => `${email.split('@')[0]} ${state}`);
};
/** Every event about a product was handled; of the consumer's own too. */
const handled = (productId: string): Promise<void> =>
  eventually(async () => {
    const about = ['product.productId', 'alert.productId', 'order.lines.productId'];
    const $or = about.map((path) => ({ [`payload.${path}`]: productId }));
    return (await shop.db.collection('outbox').countDocuments({ pending: 'stock-alerts', $or })) === 0;
  }, 'all events handled');
const caughtUp = async (productId: string): Promise<string[]> => {
  await handled(productId);
  return queueOf(productId);
};
/** People wait for so many units each, in this order. */
async function waiting(productId: string, wanted: Record<string, number>): Promise<void> {
  for (const [name, units] of Object.entries(wanted)) await wait(productId, `${name}@example.com`, units);
}

describe.concurrent('units that come back', () => {
  it('are told to those who wait, oldest first and no further than they go', async () => {
    const id = await soldOut();
    await waiting(id, { anna: 5, bert: 50, cleo: 10, dora: 5, emil: 5 });
    await restock(id, 18);
    // fifty are more than there are: that one is passed over
    expect(await caughtUp(id)).toEqual([
      'anna notified',
      'bert waiting',
      'cleo notified',
      'dora waiting',
      'emil waiting',
    ]);
    const { body } = await shop.call('GET', `/items/${id}/edit`, { as: admin });
    expect([body.waitingAlerts, body.waitingUnits, body.availableQ]).toEqual([3, 60, 18]);
    await restock(id, 2);
    expect(await caughtUp(id)).toContain('dora notified');
    expect(await queueOf(id)).toContain('emil waiting');
  });

  it('are told by an event, once', async () => {
    const id = await soldOut();
    const { _id } = await wait(id, 'told@example.com', 10);
    await restock(id, 10);
    await caughtUp(id);
    await restock(id, 10);
    await caughtUp(id);
    const events = await eventsOf(`stock-alert/${String(_id)}`);
    expect(events.map(({ type, version }) => [type, version])).toEqual([
      ['stock-alert.requested', 1],
      ['stock-alert.confirmed', 2],
      ['stock-alert.due', 3],
    ]);
    expect(events[2]!.payload).toEqual({
      alert: { alertId: String(_id), productId: id, units: 10, state: 'notified' },
      actor: { by: 'stock-alerts' },
    });
  });

  it('are kept in mind for somebody for two days, then it is the turn of the next', async () => {
    const id = await soldOut();
    await waiting(id, { first: 10, second: 10 });
    await restock(id, 15);
    expect(await caughtUp(id)).toEqual(['first notified', 'second waiting']);
    const job = shop.app.get(StockAlertsJob, { strict: false });
    await job.endExpired();
    expect(await caughtUp(id)).toEqual(['first notified', 'second waiting']);
    const alerts = shop.db.model<StockAlert>(StockAlert.name);
    const { notifiedUntil } = (await alerts.findOne({ email: 'first@example.com' }).lean<StockAlert>())!;
    expect((notifiedUntil!.getTime() - Date.now()) / 3_600_000).toBeCloseTo(48, 1);
    await alerts.updateOne({ email: 'first@example.com' }, { $set: { notifiedUntil: new Date() } });
    await Promise.all([job.endExpired(), replica.app.get(StockAlertsJob, { strict: false }).endExpired()]);
    expect(await caughtUp(id)).toEqual(['second notified']);
  });

  it('go on to the next when somebody stops their alert', async () => {
    const id = await soldOut();
    await waiting(id, { early: 10, late: 10 });
    await restock(id, 10);
    expect(await caughtUp(id)).toEqual(['early notified', 'late waiting']);
    await shop.call('POST', (await pathsOf(id, 'early@example.com')).stopPath);
    expect(await caughtUp(id)).toEqual(['late notified']);
  });

  it.each([
    ['an edited minimum', (id: string) => edit(id, { minimumOQ: 2 }), { availableQ: 4, minimumOQ: 5 }, 4],
    ['a bulk restock', (id: string) => bulk(id), {}, 10],
    ['a cancelled order', (id: string) => cancelOrder(id), { availableQ: 10 }, 10],
  ])('by %s are told as well', async (_, happen, product, units) => {
    const id = await soldOut(product);
    const after = await happen(id);
    const email = `cause-${id}@example.com`;
    await shop.db.model<StockAlert>(StockAlert.name).create({
      productId: new Types.ObjectId(id),
      email,
      units,
      state: 'waiting',
      since: new Date(),
      version: 1,
    });
    await shop.db
      .collection('products')
      .updateOne({ _id: new Types.ObjectId(id) }, { $inc: { waitingAlerts: 1, waitingUnits: units } });
    await after();
    expect(await caughtUp(id)).toEqual([`cause-${id} notified`]);
  });

  it('are there already when somebody confirms late', async () => {
    const id = await soldOut();
    await shop.call('POST', `/items/${id}/stock-alerts`, { body: { email: 'later@example.com', units: 5 } });
    await restock(id, 20);
    expect(await caughtUp(id)).toEqual(['later requested']);
    await shop.call('POST', (await pathsOf(id, 'later@example.com')).confirmPath);
    expect(await caughtUp(id)).toEqual(['later notified']);
  });
});

const edit = async (id: string, body: object) => async (): Promise<void> => {
  const read = await shop.call('GET', `/items/${id}/edit`, { as: admin });
  const headers = { 'if-match': read.headers.get('etag')! };
  expect((await shop.call('PATCH', `/items/${id}`, { as: admin, body, headers })).status).toBe(200);
};
const bulk = async (id: string) => async (): Promise<void> => {
  const body = { ids: [id], units: 10, reason: 'Delivery' };
  expect((await shop.call('POST', '/items/bulk/stock', { as: admin, body })).status).toBe(200);
};
/** Somebody orders all, and then cancels. */
const cancelOrder = async (id: string) => {
  const buyer = await shop.user();
  const { status, body } = await order(buyer, id, 10);
  expect(status).toBe(201);
  return async (): Promise<void> => {
    expect((await shop.call('DELETE', `/purchase/${body._id}`, { as: buyer })).status).toBe(200);
  };
};

describe.concurrent('an alert ends', () => {
  it('when its person has ordered the product', async () => {
    const id = await soldOut();
    const buyer = await shop.user({ email: 'buyer@example.com' });
    await waiting(id, { buyer: 10, other: 10 });
    await restock(id, 10);
    expect(await caughtUp(id)).toEqual(['buyer notified', 'other waiting']);
    await restock(id, 10);
    expect(await caughtUp(id)).toEqual(['buyer notified', 'other notified']);
    expect((await order(buyer, id, 5)).status).toBe(201);
    expect(await caughtUp(id)).toEqual(['other notified']);
  });

  it('not when an account that has not verified its address has ordered', async () => {
    const id = await soldOut();
    const stranger = await shop.user({ email: 'owned@example.com', emailVerified: false });
    await waiting(id, { owned: 10 });
    await restock(id, 20);
    expect(await caughtUp(id)).toEqual(['owned notified']);
    expect((await order(stranger, id, 5)).status).toBe(201);
    expect(await caughtUp(id)).toEqual(['owned notified']);
  });

  it.each([
    ['archived', (id: string) => shop.call('POST', `/items/${id}/archive`, { as: admin })],
    ['deleted', (id: string) => shop.call('DELETE', `/item/${id}`, { as: admin })],
  ])('when the product is %s', async (_, happen) => {
    const id = await soldOut();
    await waiting(id, { gone: 10, away: 20 });
    expect((await happen(id)).status).toBe(200);
    expect(await caughtUp(id)).toEqual([]);
    const product = await shop.db.collection('products').findOne({ _id: new Types.ObjectId(id) });
    expect(product).toMatchObject({ waitingAlerts: 0, waitingUnits: 0 });
  });
});

it('tells when few units are left and when there are enough again, and nothing of what it sees first', async () => {
  const id = await soldOut({ availableQ: 100 });
  const typesOf = async () => {
    await handled(id);
    return (await eventsOf(`stock/${id}`)).map(({ type, version }) => `${version} ${type}`);
  };
  await restock(id, -1);
  expect(await typesOf()).toEqual([]);
  await restock(id, -90);
  expect(await typesOf()).toEqual(['1 product.low-stock']);
  // lower still is no other news
  await restock(id, -9);
  expect(await typesOf()).toEqual(['1 product.low-stock']);
  await restock(id, 50);
  expect(await typesOf()).toEqual(['1 product.low-stock', '2 product.well-stocked']);
  const [low] = await eventsOf(`stock/${id}`);
  expect(low!.payload).toMatchObject({ product: { productId: id, availability: 'low', availableQ: 9 } });
});

it('never tells more people than the stock covers, while two processes restock, sell and end alerts', async () => {
  const id = await soldOut({ minimumOQ: 1 });
  const buyers = await Promise.all(Array.from({ length: 4 }, () => shop.user()));
  const people = Array.from({ length: process.env['TEST_LONG'] === '1' ? 60 : 14 }, (_, n) => n);
  await waiting(id, Object.fromEntries(people.map((n) => [`racer${n}`, 1 + ((n * 7) % 5)])));
  const wanted = people.reduce((sum, n) => sum + 1 + ((n * 7) % 5), 0);
  const job = (of: Shop) => of.app.get(StockAlertsJob, { strict: false }).endExpired();
  const alerts = shop.db.model<StockAlert>(StockAlert.name);
  let restocked = 0;
  for (let round = 0; restocked < wanted / 2; round += 1) {
    restocked += 4;
    // sold out at first
    const buy = async (by: Shop, n: number) =>
      expect([201, 409]).toContain((await order(buyers[n % 4]!, id, 1, by)).status);
    await Promise.all([
      restock(id, 2, shop),
      restock(id, 2, replica),
      buy(shop, round),
      buy(replica, round + 1),
      job(shop),
      job(replica),
    ]);
    const told = await alerts.find({ productId: id, state: 'notified' }).lean<StockAlert[]>();
    // more was never in the stock
    expect(told.reduce((sum, { units }) => sum + units, 0)).toBeLessThanOrEqual(restocked);
  }
  await caughtUp(id);
  const found = await alerts.find({ productId: id }).sort({ since: 1, _id: 1 }).lean<StockAlert[]>();
  const told = found.filter(({ state }) => state === 'notified');
  expect(told.length).toBeGreaterThan(0);
  expect(told.reduce((sum, { units }) => sum + units, 0)).toBeLessThanOrEqual(restocked);
  const due = await shop.db
    .collection('outbox')
    .countDocuments({ type: 'stock-alert.due', 'payload.alert.productId': id });
  expect(due).toBe(told.length);
  const left = found.filter(({ state }) => state === 'waiting');
  const product = await shop.db.collection('products').findOne({ _id: new Types.ObjectId(id) });
  expect(product).toMatchObject({
    waitingAlerts: left.length,
    waitingUnits: left.reduce((sum, { units }) => sum + units, 0),
  });
}, 120_000);
