import { Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type Connection, type Model, trusted } from 'mongoose';
import { WriteConflict } from '../common/errors.js';
import { isDuplicateKey } from '../database/database.js';
import { inTransaction } from '../database/transaction.js';
import type { Dispute } from '../payment-provider/payment-provider.js';
import type { DisputeState } from '../purchases/orders/order-states.js';
import { OrderTransitions } from '../purchases/orders/order-transitions.service.js';
import type { Actor, Order } from '../purchases/orders/order.schema.js';
import { Payments } from '../purchases/payments/payments.service.js';
import { RefundTransitions } from '../purchases/refunds/refund-transitions.service.js';
import { DECIDED } from './dispute-states.js';
import { DisputeRecord } from './payment-records.schema.js';

/** How often an order is written again when it changed meanwhile. */
const ATTEMPTS = 5;

/** How a payment's disputes stand as a whole, by the provider's words. */
function stateOf(disputes: DisputeRecord[]): DisputeState {
  if (disputes.some(({ status }) => !DECIDED.includes(status))) return 'open';
  return disputes.some(({ status }) => status === 'lost') ? 'lost' : 'won';
}

/** Until when the first of the open ones is to be responded to. */
function dueByOf(disputes: DisputeRecord[]): Date | undefined {
  const due = disputes.flatMap(({ status, dueBy }) => (dueBy && !DECIDED.includes(status) ? [dueBy] : []));
  return due.toSorted((a, b) => a.getTime() - b.getTime())[0];
}

/** Keeps disputes as the provider last reported them, and what they mean for the order that the payment paid. */
@Injectable()
export class Disputes {
  constructor(
    @InjectConnection() private readonly connection: Connection,
    @InjectModel(DisputeRecord.name) private readonly disputes: Model<DisputeRecord>,
    private readonly payments: Payments,
    private readonly transitions: OrderTransitions,
    private readonly refunds: RefundTransitions,
  ) {}

  async record({ id, ...dispute }: Dispute, reportedAt: Date): Promise<void> {
    const isDecided = DECIDED.includes(dispute.status);
    try {
      await this.disputes.updateOne(
        {
          _id: id,
          reportedAt: trusted({ $lte: reportedAt }),
          ...(!isDecided && { status: trusted({ $nin: DECIDED }) }),
        },
        { $set: { ...dispute, reportedAt } },
        { upsert: true },
      );
    } catch (error) {
      // It is there, and newer.
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Brings the order of a payment up to what was recorded of its disputes. */
  async updateOrder(intentId: string, actor: Actor): Promise<void> {
    // Read again after each write: of two events at once, the one that writes last has seen what both recorded.
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const disputes = await this.disputes.find({ intentId }).lean<DisputeRecord[]>();
      const orderId = await this.payments.orderPaidBy(intentId);
      const order = orderId && (await this.transitions.find(orderId));
      if (!order) return;
      const state = stateOf(disputes);
      const dueBy = dueByOf(disputes);
      if (order.dispute === state && order.disputeDueBy?.getTime() === dueBy?.getTime())
        return this.recordLost(disputes, order, actor);
      await inTransaction(this.connection, (session) =>
        this.transitions.setDispute(session, order, { dispute: state, disputeDueBy: dueBy }, actor),
      );
    }
    throw new WriteConflict();
  }

  private async recordLost(disputes: DisputeRecord[], order: Order, actor: Actor): Promise<void> {
    for (const { _id: id, status, amount } of disputes)
      if (status === 'lost') await this.refunds.recordLostDispute(String(order._id), { id, amount }, actor);
  }
}
