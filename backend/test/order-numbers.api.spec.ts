import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { mongo } from 'mongoose';
import { addOrderLines } from '../src/migrations/0012-order-lines.js';
import type { OrderNumber } from '../src/purchases/orders/order-number.js';
import { type Buying, buying } from './buying.js';
import { type Commerce, startCommerce } from './commerce.js';
import { Invariants } from './invariants.js';
import { emptyDatabase } from './tools.js';

/** Order numbers are random, so that sooner or later one is drawn that an order has. */

let shop: Commerce;
let steps: Buying;
let invariants: Invariants;

beforeAll(async () => {
  shop = await startCommerce({});
  steps = buying(shop);
  invariants = new Invariants(shop);
});
afterAll(() => shop.close());
afterEach(() => vi.restoreAllMocks());

/** Lets the next order, or orders, draw this number. Returns how often numbers were claimed since. */
function draw(number: string): () => number {
  const { insertMany } = mongo.Collection.prototype;
  let claims = 0;
  vi.spyOn(mongo.Collection.prototype, 'insertMany').mockImplementation(function (
    this: mongo.Collection,
    rows,
    options,
  ) {
    if (this.collectionName !== 'order_numbers') return insertMany.call(this, rows, options);
    claims += 1;
    const claimed = claims > 1 ? rows : rows.map((row) => ({ ...row, _id: number as never }));
    return insertMany.call(this, claimed, options);
  });
  return () => claims;
}

describe('a number that another order has', () => {
  it('is not given to a new order, which takes its units once', async () => {
    const [one, other] = [await shop.user(), await shop.user()];
    const product = await invariants.product({ availableQ: 100, minimumOQ: 5 });
    const { number } = await steps.order(one, product);
    const claims = draw(number);
    const second = await steps.order(other, product);
    expect(claims()).toBe(2);
    expect(second.number).toMatch(/^RM-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(second.number).not.toBe(number);
    expect(await steps.stockOf(product)).toBe(80);
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
      const claims = draw('RM-7F4M-29QX');
      await addOrderLines(db);
      expect(claims()).toBe(2);
      const numbers = await db.collection<OrderNumber>('order_numbers').find().toArray();
      expect(numbers.map(({ orderId }) => String(orderId)).toSorted()).toEqual(ids.map(String).toSorted());
      expect(await db.collection('purchases').countDocuments({ number: { $exists: true } })).toBe(2);
    } finally {
      await close();
    }
  });
});
