import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Product } from '../src/products/product.schema.js';
import type { Order } from '../src/purchases/orders/order.schema.js';
import { buildDailyReports } from '../src/reports/build-daily-reports.js';
import { addDays, dayOf } from '../src/reports/days.js';
import { type ApiResponse, type Shop, startShop, type TestUser } from './harness.js';
import { runTool } from './tools.js';

let shop: Shop;
let admin: TestUser;
let customer: TestUser;

beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  for (const name of ['purchases', 'products', 'users', 'daily_reports', 'daily_sales'])
    await shop.db.collection(name).deleteMany({});
  admin = await shop.user({ role: 'admin' });
  customer = await shop.user();
});

const overview = (query = ''): Promise<ApiResponse> =>
  shop.call('GET', `/reports/overview${query}`, { as: admin });
/** Counts the orders, which have no events: they are written straight into the database. */
const count = (): Promise<void> => buildDailyReports(shop.db.db!);

/** An order that was placed on a day. */
const order = (day: string, fields: Parameters<Shop['order']>[1] = {}) =>
  shop.order(customer, { createdAt: new Date(`${day}T12:00:00Z`), ...fields });

describe('GET /reports/overview', () => {
  it('is empty in a new shop', async () => {
    const before = Date.now();
    const { status, body } = await overview();
    expect(status).toBe(200);
    expect(new Date(body.asOf as string).getTime()).toBeGreaterThanOrEqual(before);
    const none = {
      orders: 0,
      paidOrders: 0,
      paymentRate: null,
      revenue: 0,
      refunded: 0,
      averageOrderValue: null,
    };
    expect(body).toMatchObject({
      to: dayOf(new Date()),
      by: 'day',
      totals: none,
      previous: { totals: none },
      topProducts: [],
      lowStock: { low: 0, belowMinimum: 0, soldOut: 0, items: [] },
    });
    expect(body.series).toHaveLength(30);
  });

  it('has the figures at the first look after a migration', async () => {
    for (const day of [addDays(dayOf(new Date()), -1), addDays(dayOf(new Date()), -9)])
      await order(day, { status: 'paid', orderQuantity: 10 });
    await shop.db.collection<{ _id: string }>('migrations').deleteOne({ _id: '0013-rebuilt-reports' });
    await shop.db.collection('report_progress').insertOne({ upTo: new Date(0) });
    const migrated = await startShop({ MONGODB_URI: shop.config.mongodbUri });
    try {
      const { body } = await migrated.call('GET', '/reports/overview', { as: admin });
      expect(body).toMatchObject({ asOf: expect.any(String), totals: { orders: 2, revenue: 400 } });
      expect(await shop.db.db!.listCollections({ name: 'report_progress' }).toArray()).toEqual([]);
    } finally {
      await migrated.close();
    }
  });

  it('has the figures of orders that were written by other means once the command has rebuilt them', async () => {
    await order('2026-06-01', { status: 'paid', orderQuantity: 10 });
    const violation = 'day 2026-06-01 has figures that its orders do not make';
    const uri = shop.config.mongodbUri;
    expect((await runTool('check', uri)).output).toContain(violation);
    expect((await runTool('rebuild-reports', uri)).code).toBe(0);
    expect((await runTool('check', uri)).output).not.toContain(violation);
    const { body } = await overview('?from=2026-06-01&to=2026-06-01');
    expect(body).toMatchObject({ totals: { orders: 1, revenue: 200 } });
  });

  it('counts each order to the day it was placed, whatever became of it, and compares with as many days before', async () => {
    await order('2026-05-31', { status: 'paid', orderQuantity: 5 });
    await order('2026-06-01', { status: 'shipped', orderQuantity: 10 });
    await order('2026-06-01', {
      status: 'refunded',
      refundStatus: 'succeeded',
      orderQuantity: 30,
    });
    await order('2026-06-02');
    await order('2026-06-02', { status: 'cancelled' });
    await order('2026-06-02', { status: 'paid', orderQuantity: 15 });
    await order('2026-06-03', { status: 'paid', orderQuantity: 50 });
    await count();
    const { status, body } = await overview('?from=2026-06-01&to=2026-06-02');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      from: '2026-06-01',
      to: '2026-06-02',
      totals: {
        orders: 5,
        paidOrders: 3,
        paymentRate: 0.6,
        revenue: 500,
        refunded: 600,
        averageOrderValue: 366.67,
      },
      series: [
        { from: '2026-06-01', to: '2026-06-01', orders: 2, paidOrders: 2, paymentRate: 1, revenue: 200 },
        { from: '2026-06-02', to: '2026-06-02', orders: 3, paidOrders: 1, revenue: 300 },
      ],
      previous: {
        from: '2026-05-30',
        to: '2026-05-31',
        totals: { orders: 1, revenue: 100 },
        series: [{ orders: 0 }, { orders: 1 }],
      },
    });
    expect(new Date(body.asOf as string).getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  it.each([
    ['week', ['2026-05-28', '2026-06-01', '2026-06-08'], [1, 2, 1]],
    ['month', ['2026-05-28', '2026-06-01'], [1, 3]],
  ])('adds up by %s', async (by, firsts, orders) => {
    for (const day of ['2026-05-31', '2026-06-01', '2026-06-07', '2026-06-08']) await order(day);
    await count();
    const { series } = (await overview(`?from=2026-05-28&to=2026-06-09&by=${by}`)).body as {
      series: { from: string; orders: number }[];
    };
    expect(series.map(({ from }) => from)).toEqual(firsts);
    expect(series.map((entry) => entry.orders)).toEqual(orders);
  });

  it('ranks the products by what they brought over the range, by their present names', async () => {
    const parts: Product[] = [];
    for (let n = 0; n < 12; n += 1) parts.push(await shop.product({ name: `Part ${n}` }));
    const sell = (n: number, day: string, quantity: number, fields: Partial<Order> = {}) =>
      order(day, { productId: parts[n]!._id, orderQuantity: quantity, status: 'paid', ...fields });
    for (let n = 0; n < 12; n += 1) await sell(n, '2026-06-01', 10 + n);
    await sell(0, '2026-06-02', 100);
    await sell(1, '2026-06-03', 1_000);
    await sell(2, '2026-06-02', 1_000, { status: 'refunded', refundStatus: 'succeeded' });
    await count();
    await shop.db.collection('products').updateOne({ _id: parts[0]!._id }, { $set: { name: 'Renamed' } });
    for (let again = 0; again < 2; again += 1) {
      const { topProducts } = (await overview('?from=2026-06-01&to=2026-06-02')).body as {
        topProducts: { name: string; units: number; revenue: number }[];
      };
      expect(topProducts).toHaveLength(10);
      expect(topProducts.slice(0, 3)).toMatchObject([
        { name: 'Renamed', units: 110, revenue: 2_200 },
        { name: 'Part 11', units: 21, revenue: 420 },
        { name: 'Part 10', units: 20, revenue: 400 },
      ]);
    }
    // a day whose rollup has changed is read again
    await sell(3, '2026-06-02', 5_000);
    await count();
    expect((await overview('?from=2026-06-01&to=2026-06-02')).body.topProducts).toMatchObject({
      0: { name: 'Part 3', units: 5_013 },
    });
  });

  it('shows the stock as it is now', async () => {
    for (const availableQ of [0, 3, 4, 6, 7, 100])
      await shop.product({ name: `Left ${availableQ}`, availableQ });
    await shop.product({ availableQ: 0, removedAt: new Date() });
    const { lowStock } = (await overview()).body as { lowStock: { items: { name: string }[] } };
    expect(lowStock).toMatchObject({ soldOut: 1, belowMinimum: 2, low: 2 });
    expect(lowStock.items.map(({ name }) => name)).toEqual([
      'Left 0',
      'Left 3',
      'Left 4',
      'Left 6',
      'Left 7',
    ]);
  });

  it.each([
    ['?from=2026-02-30', 'from'],
    ['?to=yesterday', 'to'],
    ['?by=year', 'by'],
    ['?from=2026-06-02&to=2026-06-01', 'from'],
    ['?from=2024-06-01&to=2026-06-02', 'from'],
  ])('refuses %s', async (query, field) => {
    const { status, body } = await overview(query);
    expect(status).toBe(400);
    expect(body.errors).toHaveProperty(field);
  });
});
