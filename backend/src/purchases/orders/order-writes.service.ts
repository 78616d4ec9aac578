import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Model, QueryFilter, Types, UpdateQuery } from 'mongoose';
import { type AuditedChange, AuditLog } from '../../audit/audit-log.service.js';
import { toDollars } from '../../common/money.js';
import { recordTelemetry } from '../../common/telemetry.js';
import { afterCommit } from '../../database/transaction.js';
import { canBecome, type Status } from './order-rules.js';
import { type Actor, Order, type TimelineEntry } from './order.schema.js';
import { refundedCents, refundsOf } from '../refunds/refund-rules.js';
import { Stock } from '../stock/stock.service.js';

/** A change of an order. */
export interface Transition {
  _id: Types.ObjectId | string;
  /** The state that the order is in; must be given where `set` has another. */
  from?: Status;
  /** What else must be true of it. */
  where?: QueryFilter<Order>;
  set: Partial<Order>;
  /** How the timeline calls it. */
  what: string;
  note?: string | undefined;
}

const shown = (order: Order): Record<string, unknown> => ({
  status: order.status,
  refundStatus: order.refundStatus ?? null,
  refunded: toDollars(refundedCents(order)),
});

/** An admin's change as the audit log shows it: what the API shows, and only what differs. A typed reason stays with the order. */
function auditedChange(what: string, before: Order, after: Order): AuditedChange {
  const [was, is] = [shown(before), shown(after)];
  const changed = Object.keys(is).filter((field) => was[field] !== is[field]);
  const only = (fields: Record<string, unknown>) =>
    Object.fromEntries(changed.map((field) => [field, fields[field]]));
  const requested = what === 'refund-requested' ? refundsOf(after).at(-1) : undefined;
  return {
    action: `order.${what}`,
    entity: 'order',
    entityId: String(after._id),
    label: String(after._id),
    before: only(was),
    after: {
      ...only(is),
      ...(requested && { amount: toDollars(requested.amountCents) }),
    },
  };
}

/** The one way in which an order that was placed changes. */
@Injectable()
export class OrderWrites {
  constructor(
    @InjectModel(Order.name) private readonly orders: Model<Order>,
    private readonly stock: Stock,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Changes an order in the unit of work of a session: a conditional update with its line in the timeline, what it moves of
   * the stock, and, where an admin did it, the audit log. Null when the condition failed.
   */
  async transition(
    session: ClientSession,
    { _id, from, where, set, what, note }: Transition,
    { admin, ...actor }: Actor,
  ): Promise<Order | null> {
    const to = set.status;
    if (to !== undefined && !(from && canBecome(from, to))) return null;
    const filter: QueryFilter<Order> = { ...where, _id, ...(from && { status: from }) };
    const entry: TimelineEntry = { at: new Date(), what, ...actor, ...(note !== undefined && { note }) };
    const update: UpdateQuery<Order> = {
      $unset: { nextAttemptAt: 1 },
      $set: set,
      $inc: { version: 1 },
      $push: { timeline: entry },
    };
    const before = admin && (await this.orders.findOne(filter, null, { session }).lean<Order>());
    const changed = await this.orders
      .findOneAndUpdate(filter, update, { returnDocument: 'after', session })
      .lean<Order>();
    if (!changed) return null;
    if (from && to) await this.stock.follow(session, changed, from, to);
    if (admin && before) await this.audit.record(session, admin, auditedChange(what, before, changed));
    afterCommit(session, () => recordTelemetry('order', { what, by: actor.by }));
    return changed;
  }
}
