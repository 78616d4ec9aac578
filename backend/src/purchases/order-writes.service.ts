import { Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Connection, Model, QueryFilter, UpdateQuery } from 'mongoose';
import { type AuditedChange, AuditLog } from '../audit/audit-log.service.js';
import { recordTelemetry } from '../common/telemetry.js';
import { toDollars } from '../common/money.js';
import { inTransaction } from '../database/transaction.js';
import { CatalogueRevision } from '../response-cache/catalogue-revision.js';
import { KeyedQueue } from './keyed-queue.js';
import { returnsStock, statesBefore } from './order-rules.js';
import { type Actor, Purchase, type TimelineEntry } from './purchase.schema.js';
import { refundedCents, refundsOf } from './refund-rules.js';
import { Stock } from './stock.service.js';

/** What else an update of an order's state does. */
export interface More {
  $unset?: Record<string, 1>;
  $inc?: Record<string, number>;
}

const shown = (order: Purchase): Record<string, unknown> => ({
  status: order.status,
  refundStatus: order.refundStatus ?? null,
  refunded: toDollars(refundedCents(order)),
});

/** An admin's change as the audit log shows it: what the API shows, and only what differs. A typed reason stays with the order. */
function auditedChange(what: string, before: Purchase, after: Purchase): AuditedChange {
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

/**
 * The one way in which an order's state is written: a conditional update, its line in the timeline, the units that return
 * to the stock, and, where an admin did it, the audit log; all of it or nothing.
 */
@Injectable()
export class OrderWrites {
  readonly stockQueue = new KeyedQueue();

  constructor(
    @InjectModel(Purchase.name) private readonly orders: Model<Purchase>,
    @InjectConnection() private readonly connection: Connection,
    private readonly stock: Stock,
    private readonly revision: CatalogueRevision,
    private readonly audit: AuditLog,
  ) {}

  /** Null when the condition failed. */
  async change(
    from: QueryFilter<Purchase>,
    to: Partial<Purchase>,
    what: string,
    actor: Actor & { note?: string },
    more: More = {},
  ): Promise<Purchase | null> {
    const write = (session: ClientSession | null) => this.write(from, to, what, actor, more, session);
    const changed = await (actor.admin ? inTransaction(this.connection, write) : write(null));
    if (changed) recordTelemetry('order', { what, by: actor.by });
    return changed;
  }

  /** A change that may end an order's hold on its units; returns them in the same transaction. */
  async leave(
    order: Purchase,
    from: QueryFilter<Purchase>,
    to: Partial<Purchase> & Pick<Purchase, 'status'>,
    what: string,
    actor: Actor,
  ): Promise<Purchase | null> {
    const { _id, status, productId, orderQuantity } = order;
    if (!statesBefore(to.status).includes(status)) return null;
    if (!returnsStock(status, to.status)) return this.change({ ...from, _id }, to, what, actor);
    const left = await this.stockQueue.run(String(productId), () =>
      inTransaction(this.connection, async (session) => {
        this.revision.bump('stock', session);
        const changed = await this.write({ ...from, _id }, to, what, actor, {}, session);
        if (changed) await this.stock.release(productId, orderQuantity, session);
        return changed;
      }),
    );
    if (left) recordTelemetry('order', { what, by: actor.by });
    return left;
  }

  private async write(
    from: QueryFilter<Purchase>,
    to: Partial<Purchase>,
    what: string,
    { admin, ...actor }: Actor & { note?: string },
    more: More,
    session: ClientSession | null,
  ): Promise<Purchase | null> {
    const entry: TimelineEntry = { at: new Date(), what, ...actor };
    const update: UpdateQuery<Purchase> = {
      $unset: { ...more.$unset, nextAttemptAt: 1 },
      $set: to,
      $inc: { ...more.$inc, version: 1 },
      $push: { timeline: entry },
    };
    const before = admin && session && (await this.orders.findOne(from).session(session).lean<Purchase>());
    const changed = await this.orders
      .findOneAndUpdate(from, update, { returnDocument: 'after', session })
      .lean<Purchase>();
    if (changed && admin && session && before)
      await this.audit.record(session, admin, auditedChange(what, before, changed));
    return changed;
  }
}
