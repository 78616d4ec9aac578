import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type Connection, type Model, type QueryFilter, trusted } from 'mongoose';
import { formatDollars } from '../../common/money.js';
import { inTransaction } from '../../database/transaction.js';
import type { Refund } from '../../payment-provider/payment-provider.js';
import { canBecome } from '../orders/order-rules.js';
import { OrderWrites, type Transition } from '../orders/order-writes.service.js';
import { WrongState } from '../purchase-errors.js';
import { type Actor, type OrderRefund, Order } from '../orders/order.schema.js';
import {
  haveBecome,
  isRefundComplete,
  refundsOf,
  refundStatusOf,
  withProviderRefunds,
} from './refund-rules.js';
import { Stock } from '../stock/stock.service.js';

/** How often a write is tried again when the order changed since it was read. */
const ATTEMPTS = 10;

/** A refund that somebody asks for. */
export interface WantedRefund {
  amountCents: number;
  /** Whether it is of all that is left. */
  isRest: boolean;
  reason?: string | undefined;
  /** Names the request; the same one makes one refund. */
  requestId: string;
}

/** As read: no other change came between. */
const unchanged = ({ version }: Order): QueryFilter<Order> => ({
  // an order written without a version is at its first one
  version: version === undefined ? trusted({ $in: [0, null] }) : version,
});

/**
 * Every write of an order's refunds. Each is made of the order as it was read, and conditional on its version, so that no two
 * requests refund the same money.
 */
@Injectable()
export class RefundTransitions {
  constructor(
    @InjectModel(Order.name) private readonly orders: Model<Order>,
    private readonly writes: OrderWrites,
    private readonly stock: Stock,
    @InjectConnection() private readonly connection: Connection,
  ) {}

  async find(orderId: string): Promise<Order> {
    const order = await this.orders.findById(orderId).lean<Order>();
    if (!order) throw new WrongState('There is no such order any more.');
    return order;
  }

  /** Adds a pending refund, which the provider is asked for afterwards; null when the order has changed. */
  request(order: Order, wanted: WantedRefund, actor: Actor): Promise<Order | null> {
    const { reason, requestId, amountCents, isRest } = wanted;
    const before = refundsOf(order);
    const refund: OrderRefund = {
      attempt: (order.refundAttempt ?? 0) + 1,
      amountCents,
      isRest,
      status: 'pending',
      requestId,
      ...(reason !== undefined && { reason }),
      at: new Date(),
      by: actor.by,
      ...(actor.userId !== undefined && { userId: actor.userId }),
    };
    const isWhole = isRest && before.every(({ status }) => status === 'failed');
    return this.transition(order, actor, {
      set: { refunds: [...before, refund], refundStatus: 'pending', refundAttempt: refund.attempt },
      what: 'refund-requested',
      ...(!isWhole && { note: formatDollars(amountCents) }),
    });
  }

  /** Records refunds as the provider has them. The units return to the stock when the whole was refunded before it was shipped. */
  record(orderId: string, found: readonly Refund[], actor: Actor): Promise<Order> {
    return this.update(orderId, actor, (order) => withProviderRefunds(order, found, actor.by));
  }

  /** The provider rejected a pending refund. */
  reject(orderId: string, attempt: number, failure: string, actor: Actor): Promise<Order> {
    return this.update(orderId, actor, (order) =>
      refundsOf(order).map((refund) =>
        refund.attempt === attempt && refund.status === 'pending' && refund.refundId === undefined
          ? { ...refund, status: 'failed', failure }
          : refund,
      ),
    );
  }

  private async update(orderId: string, actor: Actor, next: (order: Order) => OrderRefund[]): Promise<Order> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const order = await this.find(orderId);
      const refunds = next(order);
      if (isDeepStrictEqual(refunds, refundsOf(order))) return order;
      const written = await this.write(order, refunds, actor);
      if (written) return written;
    }
    throw new WrongState('This order is changing right now; please try again.');
  }

  private async write(order: Order, refunds: OrderRefund[], actor: Actor): Promise<Order | null> {
    const { totalCents, status } = order;
    const isComplete = isRefundComplete(refunds, totalCents);
    const set = { refunds, refundStatus: refundStatusOf(refunds, { totalCents, status })! };
    if (isComplete && canBecome(status, 'refunded'))
      return this.stock.queued(order.productId, () =>
        this.transition(order, actor, { set: { ...set, status: 'refunded' }, what: 'refunded' }),
      );
    const news = newsOf(refundsOf(order), refunds, isComplete);
    if (news) return this.transition(order, actor, { set, what: news.what, ...news.note });
    // only the id of a pending one has become known
    return this.orders
      .findOneAndUpdate(
        { ...unchanged(order), _id: order._id },
        { $set: set, $inc: { version: 1 } },
        { returnDocument: 'after' },
      )
      .lean<Order>();
  }

  /** Changes an order if it is as it was read. */
  private transition(
    order: Order,
    actor: Actor,
    change: Pick<Transition, 'set' | 'what' | 'note'>,
  ): Promise<Order | null> {
    const { _id, status: from } = order;
    return inTransaction(this.connection, (session) =>
      this.writes.transition(session, { _id, from, where: unchanged(order), ...change }, actor),
    );
  }
}

const sumText = (refunds: OrderRefund[]): string =>
  formatDollars(refunds.reduce((total, { amountCents }) => total + amountCents, 0));

/** The line that a change of the refunds adds to the order's timeline. */
function newsOf(
  before: OrderRefund[],
  after: OrderRefund[],
  isComplete: boolean,
): { what: string; note: { note?: string } } | undefined {
  const reached = (wanted: OrderRefund['status']) => haveBecome(wanted, before, after);
  const [failed] = reached('failed');
  const succeeded = reached('succeeded');
  const pending = reached('pending');
  // a refund that had failed after it seemed done, and was requested again
  if (isComplete && succeeded.length > 0) return { what: 'refunded', note: {} };
  if (failed)
    return {
      what: 'refund-failed',
      note: { note: failed.failure ?? 'The payment provider could not make the refund.' },
    };
  if (succeeded.length > 0) return { what: 'partly-refunded', note: { note: sumText(succeeded) } };
  // begun at the provider, not here
  return pending.length > 0 ? { what: 'refund-requested', note: { note: sumText(pending) } } : undefined;
}
