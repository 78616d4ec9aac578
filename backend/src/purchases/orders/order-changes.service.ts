import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Model, type QueryFilter, Types } from 'mongoose';
import { type AuditedChange, AuditLog } from '../../audit/audit-log.service.js';
import { toDollars } from '../../common/money.js';
import { retryIfTaken } from '../../database/database.js';
import { Outbox } from '../../outbox/outbox.service.js';
import { Payments } from '../payments/payments.service.js';
import { refundedCents } from '../refunds/refund-rules.js';
import { Stock } from '../stock/stock.service.js';
import { ExternalIds } from './external-ids.service.js';
import type { NewOrderFields } from './new-order.js';
import { type ChangeDetail, orderEvent } from './order-events.js';
import { OrderNumber, randomOrderNumber } from './order-number.js';
import { canBecome } from './order-states.js';
import { searchFieldsOfOrder } from './order-words.js';
import { type Actor, Order, type TimelineEntry } from './order.schema.js';

export type OrderFields = { [Field in keyof Order]?: Order[Field] | undefined };

/** What becomes of an order. */
export interface Change {
  /** The fields that get another value; one that is undefined is removed. */
  set: OrderFields;
  /** How the timeline calls it, and the event `order.<what>`. */
  what: string;
  /** For the timeline. */
  note?: string | undefined;
  /** For the event. */
  detail?: ChangeDetail;
}

/** Which order is changed: one that is still as it must be, such as of a version. */
export interface Which {
  _id: Types.ObjectId | string;
  where?: QueryFilter<Order>;
}

const shown = (order: Order): Record<string, unknown> => ({
  status: order.status,
  refundStatus: order.refundStatus ?? null,
  refunded: toDollars(refundedCents(order)),
  unitsShipped: order.lines.reduce((sum, { shipped }) => sum + shipped, 0),
});

/** An admin's change as the audit log shows it: what the API shows, and only what differs. A typed reason stays with the order. */
function auditedChange(what: string, before: Order, after: Order): AuditedChange {
  const [was, is] = [shown(before), shown(after)];
  const changed = Object.keys(is).filter((field) => was[field] !== is[field]);
  const only = (fields: Record<string, unknown>) =>
    Object.fromEntries(changed.map((field) => [field, fields[field]]));
  const requested = what === 'refund-requested' ? after.refunds.at(-1) : undefined;
  return {
    action: `order.${what}`,
    entity: 'order',
    entityId: String(after._id),
    label: after.number,
    before: only(was),
    after: {
      ...only(is),
      ...(requested && { amount: toDollars(requested.amountCents) }),
    },
  };
}

/**
 * The one way in which an order is made and changed. All that belongs to a change is written in the session's unit of work: the
 * order with its timeline, its number, what it moves of the stock, its payment, the audit log, and the event.
 */
@Injectable()
export class OrderChanges {
  constructor(
    @InjectModel(Order.name) private readonly orders: Model<Order>,
    @InjectModel(OrderNumber.name) private readonly numbers: Model<OrderNumber>,
    private readonly externalIds: ExternalIds,
    private readonly stock: Stock,
    private readonly payments: Payments,
    private readonly audit: AuditLog,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Makes an order whose units were taken, under a number that nobody has.
   *
   * @throws ExternalIdTaken
   */
  async place(session: ClientSession, fields: NewOrderFields, actor: Actor): Promise<Order> {
    const number = await this.claimNumber(session, fields._id);
    const { externalId } = fields;
    if (externalId !== undefined) await this.externalIds.claim(session, externalId, fields._id);
    const searched = searchFieldsOfOrder({ ...fields, number });
    const [made] = await this.orders.create([{ ...fields, ...searched, number }], { session });
    const order = made!.toObject<Order>();
    if (actor.admin)
      await this.audit.record(session, actor.admin, {
        action: 'order.placed',
        entity: 'order',
        entityId: String(order._id),
        label: number,
        after: { status: order.status, total: toDollars(order.totalCents) },
      });
    this.outbox.emit(session, orderEvent('placed', undefined, order, actor));
    return order;
  }

  /** A number that somebody has ends the transaction, which is run again with another. */
  private async claimNumber(session: ClientSession, orderId: Types.ObjectId): Promise<string> {
    const number = randomOrderNumber();
    await this.numbers.insertMany([{ _id: number, orderId }], { session }).catch(retryIfTaken);
    return number;
  }

  /**
   * Changes an order. A transaction that changes it at the same time conflicts with this one, so what `next` decides by is
   * what is written over.
   *
   * @param next what becomes of the order; undefined leaves it as it is
   * @returns the order as it is then; null when it is not there, or not as it must be
   */
  async change(
    session: ClientSession,
    { _id, where }: Which,
    next: (order: Order) => Change | undefined,
    { admin, ...actor }: Actor,
  ): Promise<Order | null> {
    const before = await this.orders.findOne({ ...where, _id }, null, { session }).lean<Order>();
    const change = before && next(before);
    if (!change) return null;
    const { set, what, note, detail } = change;
    if (set.status && set.status !== before.status && !canBecome(before.status, set.status)) return null;
    const entry: TimelineEntry = { at: new Date(), what, ...actor, ...(note !== undefined && { note }) };
    const fields = Object.entries(set);
    const removed = fields.filter(([, value]) => value === undefined).map(([field]) => [field, 1] as const);
    const after = await this.orders
      .findOneAndUpdate(
        { _id: before._id, userId: before.userId, version: before.version },
        {
          $set: Object.fromEntries(fields.filter(([, value]) => value !== undefined)),
          $unset: { nextAttemptAt: 1, ...Object.fromEntries(removed) },
          $inc: { version: 1 },
          $push: { timeline: entry },
        },
        { returnDocument: 'after', session },
      )
      .lean<Order>();
    if (!after) return null;
    await this.stock.follow(session, before, after);
    await this.payments.follow(session, before, after);
    if (admin) await this.audit.record(session, admin, auditedChange(what, before, after));
    this.outbox.emit(session, orderEvent(what, before, after, actor, detail));
    return after;
  }
}
