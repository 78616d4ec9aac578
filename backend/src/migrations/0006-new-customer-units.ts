import type { mongo } from 'mongoose';

interface Order {
  _id: mongo.ObjectId;
  userId: mongo.ObjectId;
  productId: mongo.ObjectId;
  orderQuantity: number;
  status: string;
  ofNewCustomer?: true;
}

interface Product {
  _id: mongo.ObjectId;
  heldByNewCustomers?: number;
}

const WAS_PAID = { $in: ['paid', 'shipped', 'refunded'] };

/**
 * Marks the unpaid orders of customers who never paid, and counts their units on each product. It counts again what is
 * there, so a repeat corrects what an earlier version has left behind, also while the shop is open.
 */
export async function countNewCustomerUnits(db: mongo.Db): Promise<void> {
  const orders = db.collection<Order>('purchases');
  const products = db.collection<Product>('products');
  const ids = new Map<string, mongo.ObjectId>();
  const held = await orders.distinct('productId', { status: 'unpaid' });
  const counted = await products.distinct('_id', { heldByNewCustomers: { $gt: 0 } });
  for (const id of [...held, ...counted]) ids.set(String(id), id);
  for (const productId of ids.values()) {
    await db.client.withSession((session) =>
      session.withTransaction(async () => {
        const unpaid = await orders.find({ status: 'unpaid', productId }, { session }).toArray();
        let units = 0;
        for (const { _id, userId, orderQuantity, ofNewCustomer } of unpaid) {
          if (!ofNewCustomer) {
            if (await orders.findOne({ userId, status: WAS_PAID }, { session, projection: { _id: 1 } }))
              continue;
            await orders.updateOne({ _id }, { $set: { ofNewCustomer: true } }, { session });
          }
          units += orderQuantity;
        }
        await products.updateOne({ _id: productId }, { $set: { heldByNewCustomers: units } }, { session });
      }),
    );
  }
}
