import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import type { Connection, Model } from 'mongoose';
import { WriteConflict } from '../../common/errors.js';
import { formatDollars, sumCents } from '../../common/money.js';
import { inTransaction } from '../../database/transaction.js';
import type { Refund as ProviderRefund } from '../../payment-provider/payment-provider.js';
import { type Change, OrderChanges } from '../orders/order-changes.service.js';
import { type Actor, Order } from '../orders/order.schema.js';
import { WrongState } from '../purchase-errors.js';
import { Stock } from '../stock/stock.service.js';
import { haveBecome, withProviderRefunds } from './provider-refunds.js';
import type { RefundOrder } from './refund-request.js';
import { afterRefunds, leftToRefund } from './refund-rules.js';
import type { Refund } from './refund.schema.js';

/** How often a write is tried again when the order changed since it was read. */
const ATTEMPTS = 10;

/** A refund that somebody asks for, with its amount. */
export interface WantedRefund extends Omit<RefundOrder, 'ifMatch'> {
  amountCents: number;
  /** Whether it is of all that is left. */
  isRemainder: boolean;
}

const detailOf = ({ amountCents, lines }: Pick<Refund, 'amountCents' | 'lines'>) => ({
  amountCents,
  ...(lines && {
    lines: lines.map(({ productId, quantity }) => ({ productId: String(productId), quantity })),
  }),
});

/**
 * Every write of an order's refunds. Each is made of the order as it was read, and conditional on its version, so that no two
 * requests refund the same money.
 */
@Injectable()
export class RefundTransitions {
  constructor(
    @InjectModel(Order.name) private readonly orders: Model<Order>,
    private readonly changes: OrderChanges,
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
    const { reason, requestId, amountCents, isRemainder, lines, ofDelivery, restock, repeats } = wanted;
    const before = order.refunds;
    const refund: Refund = {
      attempt: order.refundAttempt + 1,
      amountCents,
      isRemainder,
      ...(lines && lines.length > 0 && { lines: [...lines] }),
      ...(ofDelivery && { ofDelivery }),
      ...(restock !== undefined && { restock }),
      ...(repeats !== undefined && { repeats }),
      status: 'pending',
      requestId,
      ...(reason !== undefined && { reason }),
      at: new Date(),
      by: actor.by,
      ...(actor.userId !== undefined && { userId: actor.userId }),
    };
    const isWhole = isRemainder && before.every(({ status }) => status === 'failed');
    return this.write(order, actor, {
      set: { refunds: [...before, refund], refundStatus: 'pending', refundAttempt: refund.attempt },
      what: 'refund-requested',
      ...(!isWhole && { note: formatDollars(amountCents) }),
      detail: detailOf(refund),
    });
  }

  /** Records refunds as the provider has them. Units that were refunded before they were shipped return to the stock. */
  record(orderId: string, found: readonly ProviderRefund[], actor: Actor): Promise<Order> {
    return this.update(orderId, actor, (order) => withProviderRefunds(order, found, actor.by));
  }

  /** What the bank took back of the payment for a lost dispute was given back, as by a refund; once for each dispute. */
  recordLostDispute(
    orderId: string,
    { id, amount }: { id: string; amount: number },
    actor: Actor,
  ): Promise<Order> {
    return this.update(orderId, actor, (order) => {
      const lost = Math.min(amount, leftToRefund(order));
      if (lost === 0 || order.refunds.some(({ refundId }) => refundId === id)) return order.refunds;
      const found = { id, status: 'succeeded', amount: lost, failure: undefined, isDispute: true } as const;
      return withProviderRefunds(order, [found], actor.by);
    });
  }

  /** The provider rejected a pending refund. */
  reject(orderId: string, attempt: number, failure: string, actor: Actor): Promise<Order> {
    return this.update(orderId, actor, ({ refunds }) =>
      refunds.map((refund) =>
        refund.attempt === attempt && refund.status === 'pending' && refund.refundId === undefined
          ? { ...refund, status: 'failed', failure }
          : refund,
      ),
    );
  }

  private async update(orderId: string, actor: Actor, next: (order: Order) => Refund[]): Promise<Order> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const order = await this.find(orderId);
      const refunds = next(order);
      if (isDeepStrictEqual(refunds, order.refunds)) return order;
      const written = await this.apply(order, refunds, actor);
      if (written) return written;
    }
    throw new WriteConflict();
  }

  private apply(order: Order, found: Refund[], actor: Actor): Promise<Order | null> {
    const { refunds, lines, status, refundStatus } = afterRefunds(order, found);
    const news = newsOf(
      order,
      refunds,
      refundStatus === 'succeeded' || (status !== order.status && status === 'refunded'),
    );
    if (!news) return this.learnIds(order, refunds);
    const hasShipped = status === 'shipped' && order.status === 'paid';
    return this.stock.queued(lines, () =>
      this.write(order, actor, {
        set: { refunds, refundStatus, lines, status, ...(hasShipped && { shippedAt: new Date() }) },
        ...news,
      }),
    );
  }

  /** Only the id of a pending one has become known. */
  private learnIds({ _id, userId, version }: Order, refunds: Refund[]): Promise<Order | null> {
    return this.orders
      .findOneAndUpdate(
        { _id, userId, version },
        { $set: { refunds }, $inc: { version: 1 } },
        { returnDocument: 'after' },
      )
      .lean<Order>();
  }

  /** Changes an order if it is as it was read. */
  private write({ _id, version }: Order, actor: Actor, change: Change): Promise<Order | null> {
    return inTransaction(this.connection, (session) =>
      this.changes.change(session, { _id, where: { version } }, () => change, actor),
    );
  }
}

const sumText = (refunds: readonly Refund[]): string =>
  formatDollars(sumCents(refunds.map(({ amountCents }) => amountCents)));

/** What a change of the refunds adds to the order's timeline; undefined when nothing. */
function newsOf(
  order: Order,
  after: Refund[],
  isRefunded: boolean,
): Pick<Change, 'what' | 'note' | 'detail'> | undefined {
  const reached = (wanted: Refund['status']) => haveBecome(wanted, order.refunds, after);
  const [failed] = reached('failed');
  const succeeded = reached('succeeded');
  const pending = reached('pending');
  const lines = succeeded.flatMap((refund) => refund.lines ?? []);
  const amountCents = sumCents(succeeded.map((refund) => refund.amountCents));
  const isDispute = succeeded.some((refund) => refund.isDispute);
  const detail = {
    ...detailOf({ amountCents, ...(lines.length > 0 && { lines }) }),
    ...(isDispute && { isDispute }),
  };
  if (isRefunded && succeeded.length > 0) return { what: 'refunded', detail };
  if (failed)
    return {
      what: 'refund-failed',
      note: failed.failure ?? 'The payment provider could not make the refund.',
      detail: detailOf(failed),
    };
  if (succeeded.length > 0) return { what: 'partly-refunded', note: sumText(succeeded), detail };
  // begun at the provider, not here
  return pending.length > 0
    ? {
        what: 'refund-requested',
        note: sumText(pending),
        detail: detailOf({ amountCents: sumCents(pending.map((one) => one.amountCents)) }),
      }
    : undefined;
}
