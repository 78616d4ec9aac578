import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mongo } from 'mongoose';
import { addOrderLines } from '../src/migrations/0012-order-lines.js';
import type { OrderNumber } from '../src/purchases/orders/order-number.js';
import { type Buying, buying } from './buying.js';
import { type Commerce, startCommerce } from './commerce.js';
import { Invariants } from './invariants.js';
import { emptyDatabase } from './tools.js';

/** Order numbers are random, so that sooner or later one is drawn that an order has. */

const NUMBER = 'RM-7F4M-29QX';
/** What is drawn next. */
const drawn = vi.hoisted<string[]>(() => []);
vi.mock('../src/purchases/orders/order-number.js', async (importOriginal) => {
  const numbers = await importOriginal<typeof import('../src/purchases/orders/order-number.js')>();
  return { ...numbers, randomOrderNumber: () => drawn.shift() ?? numbers.randomOrderNumber() };
});

let shop: Commerce;
let steps: Buying;
let invariants: Invariants;

beforeAll(async () => {
  shop = await startCommerce({});
  steps = buying(shop);
  invariants = new Invariants(shop);
});
afterAll(() => shop.close());

describe('a number that another order has', () => {
  it('is not given to a new order, which takes its units once', async () => {
    const [one, other] = [await shop.user(), await shop.user()];
    const product = await invariants.product({ availableQ: 100, minimumOQ: 5 });
    drawn.push(NUMBER);
    const first = await steps.order(one, product);
    drawn.push(NUMBER);
    const second = await steps.order(other, product);
    expect(drawn).toEqual([]);
    expect(first.number).toBe(NUMBER);
    expect(second.number).toMatch(/^RM-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(second.number).not.toBe(NUMBER);
    await invariants.expectStockConserved();
  });

  it('is not given to another order by the migration', async () => {
    const { db, close } = await emptyDatabase();
    try {
      const at = new Date('2026-01-05T09:00:00Z');
      const ids = [new mongo.ObjectId(), new mongo.ObjectId()];
      await db.collection('purchases').insertMany(
        ids.map((_id) => ({
          _id,
          userId: new mongo.ObjectId(),
          productId: new mongo.ObjectId(),
          productName: 'Dart 500',
          orderQuantity: 5,
          unitCents: 2_000,
          totalCents: 10_000,
          img: '/products/dart.webp',
          status: 'unpaid',
          timeline: [{ at, what: 'unpaid', by: 'customer' }],
          createdAt: at,
          version: 0,
        })),
      );
      drawn.push(NUMBER, NUMBER);
      await addOrderLines(db);
      const numbers = await db.collection<OrderNumber>('order_numbers').find().toArray();
      expect(numbers.map(({ orderId }) => String(orderId)).toSorted()).toEqual(ids.map(String).toSorted());
      expect(await db.collection('purchases').countDocuments({ number: { $exists: true } })).toBe(2);
    } finally {
      await close();
    }
  });
});
