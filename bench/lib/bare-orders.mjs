import mongoose from 'mongoose';
import { orderRow } from './rows.mjs';

/**
 * What an order costs at the least: the driver alone, on the shop's own database, collections and indexes, without HTTP,
 * payment provider, rules or an idempotency key.
 *
 * - Placing it: its customer is read; in one transaction the units are taken, if there are enough, and the order is inserted.
 * - Opening its payment: the customer and the order are read, and the intent's id is kept.
 * - Confirming it: the customer and the order are read, and the order becomes paid, if it was unpaid.
 *
 * Each of the three is a request of its own in any shop, so each reads who calls. It is ten commands, three of them durable.
 */
export class BareOrders {
  /** @param {import('mongoose').mongo.Db} db a shop's database */
  constructor(db, client) {
    this.client = client;
    this.users = db.collection('users');
    this.products = db.collection('products');
    this.orders = db.collection('purchases');
    this.serial = 0;
  }

  /** One paid order. @throws Error when it could not be made */
  async buy(userId, productId, quantity) {
    const order = await this.place(userId, productId, quantity);
    const intentId = `pi_bare_${String(order._id)}`;
    await this.findOwn(userId, order._id);
    await this.update({ _id: order._id, status: 'unpaid' }, { $set: { intentId } });
    await this.findOwn(userId, order._id);
    await this.update(
      { _id: order._id, status: 'unpaid' },
      {
        $set: { status: 'paid', transactionId: intentId, paidAt: new Date(), updatedAt: new Date() },
        $push: { timeline: { at: new Date(), what: 'paid', by: 'customer' } },
        $inc: { version: 1 },
      },
    );
  }

  async place(userId, productId, quantity) {
    const user = await this.users.findOne({ _id: userId });
    const session = this.client.startSession();
    try {
      return await session.withTransaction(async () => {
        const product = await this.products.findOneAndUpdate(
          { _id: productId, availableQ: { $gte: quantity } },
          { $inc: { availableQ: -quantity } },
          { session, returnDocument: 'after' },
        );
        // every fourth row is one that nobody paid
        const row = orderRow(4 * this.serial++ + 3, Date.now());
        const order = {
          ...row,
          timeline: row.timeline.slice(0, 1),
          _id: new mongoose.Types.ObjectId(),
          userId: user._id,
          productId: product._id,
          productName: product.name,
          orderQuantity: quantity,
          unitCents: product.priceCents,
          totalCents: product.priceCents * quantity,
          status: 'unpaid',
        };
        await this.orders.insertOne(order, { session });
        return order;
      });
    } finally {
      await session.endSession();
    }
  }

  async findOwn(userId, orderId) {
    await this.users.findOne({ _id: userId });
    const order = await this.orders.findOne({ _id: orderId, userId });
    if (!order) throw new Error('The order is gone.');
  }

  async update(filter, change) {
    const { modifiedCount } = await this.orders.updateOne(filter, change);
    if (modifiedCount !== 1) throw new Error('The order did not change.');
  }
}
