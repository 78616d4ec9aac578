import { expect, it } from 'vitest';
import { mongo } from 'mongoose';
import { countNewCustomerUnits } from '../src/migrations/0006-new-customer-units.js';
import { emptyDatabase } from './tools.js';

it('counts what customers who never paid hold of each product, and counts it anew when it is repeated', async () => {
  const store = await emptyDatabase();
  try {
    const [first, second] = [new mongo.ObjectId(), new mongo.ObjectId()];
    const [payer, late, nobody] = [1, 2, 3].map(() => new mongo.ObjectId());
    const products = store.db.collection<{ name: string; heldByNewCustomers?: number }>('products');
    const orders = store.db.collection<{ status: string; ofNewCustomer?: boolean }>('purchases');
    await products.insertMany([first, second].map((_id) => ({ _id, name: 'Part', words: [] })));
    const order = (userId: unknown, productId: unknown, orderQuantity: number, status = 'unpaid') => ({
      userId,
      productId,
      orderQuantity,
      status,
      words: [],
    });
    await orders.insertMany([
      order(payer, first, 10, 'shipped'),
      order(payer, first, 20),
      order(late, first, 5, 'refunded'),
      order(late, second, 5),
      order(nobody, first, 30),
      order(nobody, first, 12),
      order(nobody, first, 7, 'cancelled'),
    ]);
    const counted = async () =>
      Promise.all([first, second].map(async (_id) => (await products.findOne({ _id }))?.heldByNewCustomers));
    await countNewCustomerUnits(store.db);
    expect(await counted()).toEqual([42, 0]);
    expect(await orders.countDocuments({ ofNewCustomer: true })).toBe(2);
    // a version that knows nothing of the count cancels one
    await orders.updateOne({ ofNewCustomer: true }, { $set: { status: 'cancelled' } });
    await products.updateOne({ _id: second }, { $set: { heldByNewCustomers: 3 } });
    await countNewCustomerUnits(store.db);
    const left = await orders.findOne({ ofNewCustomer: true, status: 'unpaid' });
    expect(await counted()).toEqual([(left as unknown as { orderQuantity: number }).orderQuantity, 0]);
  } finally {
    await store.close();
  }
});
