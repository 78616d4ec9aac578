import mongoose from 'mongoose';
import { lineRow, orderRow } from './rows.mjs';

/**
 * What an order of one line costs at the least: the driver alone, writing what the shop writes, to the shop's own database,
 * collections and indexes, without HTTP, payment provider, rules or an idempotency key.
 *
 * - Placing it: its customer is read; in one transaction the units are taken, if there are enough, and the number, the order and
 *   its event are inserted.
 * - Opening its payment: the customer and the order are read, and the intent's id is kept.
 * - Confirming it: the customer and the order are read; in one transaction the order becomes paid, if it was unpaid, and the
 *   payment and the event are inserted.
 *
 * Each of the three is a request of its own in any shop, so each reads who calls. It is fifteen commands, three of them durable.
 */
export class BareOrders {
  /** @param {import('mongoose').mongo.Db} db a shop's database */
  constructor(db, client) {
    this.client = client;
    this.users = db.collection('users');
    this.products = db.collection('products');
    this.orders = db.collection('purchases');
    this.numbers = db.collection('order_numbers');
    this.payments = db.collection('payments');
    this.events = db.collection('outbox');
    this.serial = 0;
  }

  /** One paid order. @throws Error when it could not be made */
  async buy(userId, productId, quantity) {
    const order = await this.place(userId, productId, quantity);
    const intentId = `pi_bare_${String(order._id)}`;
    await this.findOwn(userId, order._id);
    await this.update({ _id: order._id, status: 'unpaid' }, { $set: { intentId } });
    await this.findOwn(userId, order._id);
    await this.inTransaction((session) => this.pay(session, order, intentId));
  }

  async place(userId, productId, quantity) {
    const user = await this.users.findOne({ _id: userId });
    return this.inTransaction(async (session) => {
      const product = await this.products.findOneAndUpdate(
        { _id: productId, availableQ: { $gte: quantity } },
        { $inc: { availableQ: -quantity } },
        { session, returnDocument: 'after' },
      );
      // every fourth row is one that nobody paid
      const row = orderRow(4 * this.serial++ + 3, Date.now());
      const lines = [lineRow(product, quantity)];
      const order = {
        ...row,
        timeline: row.timeline.slice(0, 1),
        _id: new mongoose.Types.ObjectId(),
        number: `bare-${this.serial}`,
        userId: user._id,
        lines,
        subtotalCents: lines[0].unitCents * quantity,
        totalCents: lines[0].unitCents * quantity,
        status: 'unpaid',
      };
      await this.numbers.insertOne({ _id: order.number, orderId: order._id }, { session });
      await this.orders.insertOne(order, { session });
      await this.tell(session, 'order.placed', order);
      return order;
    });
  }

  async pay(session, { _id, totalCents: takenCents }, intentId) {
    const at = new Date();
    const paid = await this.orders.findOneAndUpdate(
      { _id, status: 'unpaid' },
      {
        $set: { status: 'paid', transactionId: intentId, paidAt: at, updatedAt: at },
        $push: { timeline: { at, what: 'paid', by: 'customer' } },
        $inc: { version: 1 },
      },
      { session, returnDocument: 'after' },
    );
    if (!paid) throw new Error('The order did not change.');
    const payment = {
      _id: intentId,
      orderId: _id,
      takenCents,
      refundedCents: 0,
      currency: 'USD',
      takenAt: at,
    };
    await this.payments.insertOne(payment, { session });
    await this.tell(session, 'order.paid', paid);
  }

  /** An event that no consumer waits for. */
  async tell(session, type, { _id, number, lines, status, totalCents, version }) {
    const at = new Date();
    const payload = { order: { orderId: String(_id), number, status, totalCents, lines } };
    const event = { type, subject: `order/${String(_id)}`, version, payload, pending: [], pendingCount: 0 };
    await this.events.insertOne({ at, ...event, doneAt: at }, { session });
  }

  async inTransaction(work) {
    const session = this.client.startSession();
    try {
      return await session.withTransaction(() => work(session));
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
