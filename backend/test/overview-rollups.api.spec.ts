import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ClientSession, Types } from 'mongoose';
import { inTransaction, join } from '../src/database/transaction.js';
import type { OutboxEvent } from '../src/outbox/outbox-event.schema.js';
import { Outbox } from '../src/outbox/outbox.service.js';
import { STATUSES } from '../src/purchases/orders/order-states.js';
import type { Order } from '../src/purchases/orders/order.schema.js';
import { PurchasesService } from '../src/purchases/purchases.service.js';
import { buildDailyReports, findRollupViolations } from '../src/reports/build-daily-reports.js';
import type { DailyReport, DailySales } from '../src/reports/daily-report.schema.js';
import { ROLLUPS } from '../src/reports/daily-rollups.js';
import { addDays, dayOf, startOf } from '../src/reports/days.js';
import { eventually } from './commerce.js';
import { type Shop, startShop, type TestUser } from './harness.js';
import { type AnyChange, CHANGES, changesIn, NEW_ORDER, place } from './order-changes.js';
import { expectedOf, payment, randomOf, type Rollup } from './rollups.js';

/** The daily rollups equal what all orders say, whatever happened in whatever order, with two replicas at work. */

const HOUR = 3_600_000;
const ROUNDS = process.env['TEST_LONG'] ? 40 : 4;
const STEPS = 80;

let shop: Shop;
let replica: Shop;
let customers: TestUser[];
let products: Types.ObjectId[];

beforeAll(async () => {
  shop = await startShop();
  replica = await startShop({ MONGODB_URI: shop.config.mongodbUri });
  products = await Promise.all(
    [1, 2, 3, 4].map(async () => (await shop.product({ availableQ: 1_000_000 }))._id),
  );
});
afterAll(async () => {
  await replica.close();
  await shop.close();
});
beforeEach(async () => {
  await followed();
  for (const name of ['purchases', 'daily_reports', 'daily_sales'])
    await shop.db.collection(name).deleteMany({});
  customers = await Promise.all([1, 2, 3].map(() => shop.user()));
});
afterEach(() => {
  vi.restoreAllMocks();
});

const storedOrders = (): Promise<Order[]> => shop.db.collection<Order>('purchases').find().toArray();
const waiting = (): Promise<number> =>
  shop.db.collection<OutboxEvent>('outbox').countDocuments({ pending: ROLLUPS });
const followed = (): Promise<void> => eventually(async () => (await waiting()) === 0, 'all is counted');
const today = (): string => dayOf(new Date());

async function storedRollups(): Promise<Rollup[]> {
  const days = await shop.db.collection<DailyReport>('daily_reports').find().sort({ _id: 1 }).toArray();
  const sales = await shop.db.collection<DailySales>('daily_sales').find().sort({ _id: 1 }).toArray();
  expect(sales.map(({ _id, revision }) => [_id, revision])).toEqual(
    days.map(({ _id, revision }) => [_id, revision]),
  );
  return days.map(({ _id, orders, paidOrders, grossCents, refundedCents }, index) => {
    const { products: sold, units, cents } = sales[index]!;
    const each = sold.map((id, n): [string, [number, number]] => [String(id), [units[n]!, cents[n]!]]);
    return { _id, orders, paidOrders, grossCents, refundedCents, sold: Object.fromEntries(each) };
  });
}

async function expectExact(): Promise<void> {
  await followed();
  expect(await storedRollups()).toEqual(expectedOf(await storedOrders()));
  expect(await findRollupViolations(shop.db.db!)).toEqual([]);
}

const whoBuys = () => ({ customers: customers.map(({ id }) => id), products });
/** Places an order of the first customer in a transaction of its own. */
const placed = (createdAt = new Date(), which = shop): Promise<Order> =>
  inTransaction(which.db, (session) => place(which, session, { ...whoBuys(), createdAt, below: () => 0 }));
const pay = (order: Order, which = shop): Promise<unknown> =>
  inTransaction(which.db, (session) =>
    changesIn(which).transitions.pay(session, String(order._id), payment(order), { by: 'webhook' }),
  );

/** The rollups' consumer of a process. */
function consumerOf({ app }: Shop) {
  const { consumers } = app.get(Outbox, { strict: false });
  return consumers.all().find(({ name }) => name === ROLLUPS) as {
    handleBatch(events: unknown[], session: ClientSession): Promise<void>;
  };
}

/** Makes random changes; each of them is one of those that are legal. */
async function changeAtRandom(
  steps: number,
  below: (n: number) => number,
  shops: readonly Shop[],
  each: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  for (let n = 0; n < steps; n += 1) {
    const which = shops[below(shops.length)]!;
    const { of, make }: AnyChange = below(3) === 0 ? NEW_ORDER : CHANGES[below(CHANGES.length)]!;
    const orders = (await storedOrders()).filter(of);
    const order = orders[below(Math.max(1, orders.length))];
    if (order ?? make === NEW_ORDER.make) await make({ ...whoBuys(), order: order!, which, below });
    await each();
  }
}

describe('the rollups equal a full computation', () => {
  const seen = new Set<string>();
  const seenChanges = new Set<string>();

  it.each(Array.from({ length: ROUNDS }, (_, n) => n + 1))(
    'after random changes by two replicas, which both count at times, and with rebuilds in between (%i)',
    async (seed) => {
      const below = randomOf(seed * 7_919);
      const others: Promise<unknown>[] = [];
      const leases = shop.db.collection<{ _id: string }>('leases');
      await changeAtRandom(STEPS, below, [shop, replica], async () => {
        // the other replica takes it, while this one goes on for a while
        if (below(6) === 0)
          await leases.updateOne({ _id: 'outbox/rollups' }, { $set: { until: new Date(0) } });
        if (below(20) === 0) others.push(buildDailyReports(replica.db.db!));
      });
      await Promise.all(others);
      await expectExact();
      for (const { status, timeline } of await storedOrders()) {
        seen.add(status);
        for (const { what } of timeline) seenChanges.add(what);
      }
    },
  );

  it('of orders in all states, and after each kind of change', () => {
    expect([...seen].toSorted()).toEqual(STATUSES.toSorted());
    const kinds = ['paid-late', 'partly-shipped', 'shipment-undone', 'partly-refunded', 'line-cancelled'];
    expect([...seenChanges]).toEqual(expect.arrayContaining(kinds));
  });

  it('when a process that counts stops in the middle, and another one starts', async () => {
    const below = randomOf(17);
    for (let n = 0; n < 3; n += 1) {
      const third = await startShop({ MONGODB_URI: shop.config.mongodbUri });
      const changes = changeAtRandom(30, below, [shop, replica]);
      await changeAtRandom(10, randomOf(n + 1), [third]);
      await third.close();
      await changes;
    }
    await expectExact();
  });

  it('when the transaction that counts is rolled back, once after all its writes', async () => {
    let failures = 0;
    for (const which of [shop, replica]) {
      const consumer = consumerOf(which);
      const handle = consumer.handleBatch.bind(consumer);
      vi.spyOn(consumer, 'handleBatch').mockImplementation(async (events, session) => {
        await handle(events, session);
        if ((failures += 1) <= 3) throw new Error('It died');
      });
    }
    const order = await placed();
    await pay(order);
    await expectExact();
    expect(failures).toBeGreaterThan(3);
    expect(await storedRollups()).toMatchObject([{ orders: 1, paidOrders: 1 }]);
  });

  it('when an order is committed long after others that were placed later', async () => {
    let commit = (): void => undefined;
    const mayCommit = new Promise<void>((resolve) => (commit = resolve));
    let slow: Promise<unknown> = Promise.resolve();
    await new Promise<void>((written) => {
      slow = inTransaction(shop.db, async (session) => {
        await place(shop, session, { ...whoBuys(), createdAt: new Date(), below: () => 0 });
        const beforeCommit = () => {
          written();
          return mayCommit;
        };
        join(session, { beforeCommit, ended: () => undefined });
      });
    });
    await placed(new Date(), replica);
    await expectExact();
    expect(await storedRollups()).toMatchObject([{ orders: 1 }]);
    commit();
    await slow;
    await expectExact();
    expect(await storedRollups()).toMatchObject([{ orders: 2 }]);
  });

  it('on both sides of midnight, and whenever an order is changed', async () => {
    const midnight = startOf(addDays(today(), -3)).getTime();
    const [before, after] = await Promise.all([midnight - 1, midnight].map((time) => placed(new Date(time))));
    expect([before!.createdAt.getTime(), after!.createdAt.getTime()]).toEqual([midnight - 1, midnight]);
    await Promise.all([before!, after!].map((order) => pay(order, replica)));
    await expectExact();
    expect(await storedRollups()).toMatchObject([
      { _id: addDays(today(), -4), orders: 1, paidOrders: 1 },
      { _id: addDays(today(), -3), orders: 1, paidOrders: 1 },
    ]);
  });

  it('when two replicas count the first orders of a day at once', async () => {
    const at = new Date(Date.now() - 100 * 24 * HOUR);
    await Promise.all([shop, replica, shop, replica].map((which) => placed(at, which)));
    await expectExact();
    expect(await storedRollups()).toMatchObject([{ orders: 4 }]);
  });

  it('after a removal of the customer', async () => {
    const [order] = [await placed(), await placed()];
    await pay(order);
    await shop.app
      .get(PurchasesService, { strict: false })
      .endForRemovedUser(customers[0]!.id, customers[1]!.id);
    await expectExact();
    expect(await storedRollups()).toMatchObject([{ orders: 2, paidOrders: 1 }]);
  });
});

describe('a rebuild', () => {
  it('puts right what the orders do not say, and is found to be needed', async () => {
    for (const daysAgo of [0, 1, 40]) await pay(await placed(new Date(Date.now() - daysAgo * 24 * HOUR)));
    await expectExact();
    const right = await storedRollups();
    const [first, second] = [addDays(today(), -40), addDays(today(), -1)];
    const reports = shop.db.collection<DailyReport>('daily_reports');
    await reports.updateOne({ _id: first }, { $inc: { grossCents: 1 } });
    await shop.db
      .collection<DailySales>('daily_sales')
      .updateOne({ _id: second }, { $set: { 'cents.0': 1 } });
    const none = addDays(today(), -7);
    const { _id, ...fields } = (await reports.findOne({}))!;
    await reports.insertOne({ _id: none, ...fields });
    expect((await findRollupViolations(shop.db.db!)).map(({ of }) => of).toSorted()).toEqual(
      [first, none, second].map((day) => `day ${day}`),
    );
    await buildDailyReports(shop.db.db!);
    expect(await storedRollups()).toEqual(right);
    expect(await findRollupViolations(shop.db.db!)).toEqual([]);
  });

  it('counts what no consumer has counted yet, which is then not counted again', async () => {
    const consumers = [shop, replica].map((which) =>
      vi.spyOn(consumerOf(which), 'handleBatch').mockRejectedValue(new Error('It is not there')),
    );
    await pay(await placed());
    await eventually(async () => consumers.some(({ mock }) => mock.calls.length > 0), 'they try');
    expect(await waiting()).toBe(2);
    expect(await storedRollups()).toEqual([]);
    // what is still to be counted is no violation
    expect(await findRollupViolations(shop.db.db!)).toEqual([]);
    await buildDailyReports(shop.db.db!);
    expect(await waiting()).toBe(0);
    vi.restoreAllMocks();
    await placed();
    await expectExact();
    expect(await storedRollups()).toMatchObject([{ orders: 2, paidOrders: 1 }]);
  });
});
