import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Model, trusted, type Types } from 'mongoose';
import { isDuplicateKey } from '../../database/database.js';
import type { Order } from '../orders/order.schema.js';
import { PaymentMismatch } from '../purchase-errors.js';
import { refundedCents } from '../refunds/refund-rules.js';
import { Payment } from './payment.schema.js';

/** The payments that paid orders. */
@Injectable()
export class Payments {
  constructor(@InjectModel(Payment.name) private readonly payments: Model<Payment>) {}

  /** The order that a payment has paid. */
  async orderPaidBy(intentId: string): Promise<Types.ObjectId | undefined> {
    return (await this.payments.findById(intentId).lean<Payment>())?.orderId;
  }

  /** Those of some intents that have paid an order. */
  find(intentIds: readonly string[]): Promise<Payment[]> {
    return this.payments.find({ _id: trusted({ $in: [...intentIds] }) }).lean<Payment[]>();
  }

  /** The orders that some payments have paid. */
  async ordersPaidBy(intentIds: readonly string[]): Promise<Types.ObjectId[]> {
    return (await this.find(intentIds)).map(({ orderId }) => orderId);
  }

  /** The next payments in the order of their ids, after a position. */
  async idsAfter(position: string | undefined, most: number): Promise<string[]> {
    const after = position === undefined ? {} : { _id: trusted({ $gt: position }) };
    const found = await this.payments.find(after, { _id: 1 }).sort({ _id: 1 }).limit(most).lean<Payment[]>();
    return found.map(({ _id }) => _id);
  }

  /** About how many there are. */
  count(): Promise<number> {
    return this.payments.estimatedDocumentCount();
  }

  /**
   * Records a payment with the change of its order that it makes, and what is given back of it.
   *
   * @throws PaymentMismatch when it has paid another order
   */
  async follow(session: ClientSession, before: Order, after: Order): Promise<void> {
    const { transactionId } = after;
    if (transactionId === undefined) return;
    const refunded = refundedCents(after);
    if (before.transactionId === undefined) await this.take(session, transactionId, after, refunded);
    else if (refunded !== refundedCents(before))
      await this.payments.updateOne({ _id: transactionId }, { refundedCents: refunded }, { session });
  }

  private async take(session: ClientSession, _id: string, order: Order, refunded: number): Promise<void> {
    const { _id: orderId, totalCents, currency, paidAt = new Date() } = order;
    const payment = {
      _id,
      orderId,
      takenCents: totalCents,
      refundedCents: refunded,
      currency,
      takenAt: paidAt,
    };
    try {
      await this.payments.insertMany([payment], { session });
    } catch (error) {
      if (isDuplicateKey(error)) throw new PaymentMismatch('This payment has paid another order.');
      throw error;
    }
  }
}
